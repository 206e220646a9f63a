import { fitChoice, fitLogistic, type Choice, type Example } from './fit.js';
import { reliabilityOf } from './reliability.js';

/** The same numbers on every machine, 0 to 1. */
function numbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

describe('fitLogistic', () => {
  const next = numbers();
  const examples = Array.from({ length: 4_000 }, (): Example => {
    const features = [next() * 4, next() - 0.5, 5];
    return { features, isPositive: next() < logistic(1.5 * features[0]! - 3 * features[1]! - 3), weight: 1 };
  });

  it('finds the weights that made the examples, and none for a constant', () => {
    const { weights, bias } = fitLogistic(examples, 0.01);
    [1.5, -3, 0].forEach((weight, at) => expect(Math.abs(weights[at]! - weight)).toBeLessThan(0.35));
    expect(Math.abs(bias + 3)).toBeLessThan(0.35);
  });

  it('has a gradient of 0 at its result, with weighted examples too', () => {
    const weighted = examples.map((one, at) => ({ ...one, weight: at % 2 === 0 ? 2 : 1 }));
    const { weights, bias } = fitLogistic(weighted, 1e-9);
    const errors = weighted.map(({ features, isPositive, weight }) => {
      const p = logistic(bias + features.reduce((sum, value, at) => sum + value * weights[at]!, 0));
      return { features, error: weight * ((isPositive ? 1 : 0) - p) };
    });
    for (const at of [0, 1]) {
      expect(Math.abs(errors.reduce((sum, { features, error }) => sum + error * features[at]!, 0))).toBeLessThan(1e-3);
    }
  });

  it('shrinks weights with a penalty', () => {
    const [free, bound] = [0.01, 1_000].map((penalty) => Math.abs(fitLogistic(examples, penalty).weights[0]!));
    expect(bound).toBeLessThan(free! / 2);
  });
});

describe('fitChoice', () => {
  it('prefers what the right alternatives have in common, one or several of them', () => {
    const next = numbers();
    const choices = Array.from({ length: 300 }, (_, at): Choice => {
      const features = Array.from({ length: 5 }, () => [next(), next(), next()]);
      const best = features.map((row) => 3 * row[0]! - row[1]!);
      const order = [...best].sort((a, b) => b - a);
      return { features, isRight: best.map((value) => value >= order[at % 2]!) };
    });
    const { weights, bias } = fitChoice(choices, 1);
    expect(bias).toBe(0);
    expect(weights[0]! / -weights[1]!).toBeGreaterThan(2);
    expect(weights[0]! / -weights[1]!).toBeLessThan(4.5);
    expect(Math.abs(weights[2]!)).toBeLessThan(Math.abs(weights[1]!) / 2);
  });
});

it('reliability compares confidence and share by tenths, and leaves out empty ones', () => {
  const answers = [0.92, 0.98, 1, 0.31].map((confidence, at) => ({ confidence, isRight: at < 2 }));
  expect(reliabilityOf(answers)).toEqual({
    '0.3 to 0.4': { answers: 1, confidence: 0.31, right: 0 },
    '0.9 to 1.0': { answers: 3, confidence: 0.97, right: 0.67 },
  });
});
