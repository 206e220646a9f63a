import model from './answer-model.json' with { type: 'json' };

/** A weight for each feature, by name. `bias` is added. */
export type Weights = Readonly<Record<string, number>>;

/** What `npm run answers:train` has learned (docs/adr/0038). */
export interface AnswerModel {
  /** Log-odds of a unit, comparable within one question. */
  unit: Weights;
  /** Log-odds that an answer is right. */
  answer: Weights;
}

export const ANSWER_MODEL: AnswerModel = model;

/** The weighted sum of the features; those without a weight do not count. */
export function weighted(
  { bias = 0, ...weights }: Weights,
  features: Readonly<Record<string, number>> | object,
): number {
  const values = features as Readonly<Record<string, number>>;
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (values[name] ?? 0), bias);
}

/** The estimated probability that an answer is right, 0 to 1. */
export function confidenceOf(
  features: Readonly<Record<string, number>>,
  { answer }: AnswerModel = ANSWER_MODEL,
): number {
  return 1 / (1 + Math.exp(-weighted(answer, features)));
}
