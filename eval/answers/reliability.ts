/** The confidence in an answer, and whether it was right. */
export interface Estimate {
  confidence: number;
  isRight: boolean;
}

const BANDS = 10;

/** For each tenth of confidence: the answers, their mean confidence, and the share that is right. A calibrated confidence equals the share. */
export function reliabilityOf(
  estimates: readonly Estimate[],
): Record<string, { answers: number; confidence: number; right: number }> {
  const bands = Array.from({ length: BANDS }, (_, band) =>
    estimates.filter(({ confidence }) => Math.min(BANDS - 1, Math.floor(confidence * BANDS)) === band),
  );
  const rounded = (value: number): number => Number(value.toFixed(2));
  return Object.fromEntries(
    bands.flatMap((some, band) =>
      some.length === 0
        ? []
        : [
            [
              `${(band / BANDS).toFixed(1)} to ${((band + 1) / BANDS).toFixed(1)}`,
              {
                answers: some.length,
                confidence: rounded(some.reduce((total, { confidence }) => total + confidence, 0) / some.length),
                right: rounded(some.filter(({ isRight }) => isRight).length / some.length),
              },
            ],
          ],
    ),
  );
}
