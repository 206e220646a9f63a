/** An example of a logistic regression. */
export interface Example {
  features: readonly number[];
  isPositive: boolean;
  weight: number;
}

/** Alternatives of which at least one is right. */
export interface Choice {
  features: readonly (readonly number[])[];
  isRight: readonly boolean[];
}

/** Weights of unscaled features, in order. */
export interface Fit {
  weights: number[];
  bias: number;
}

const NEWTON_STEPS = 30;
const ASCENT_STEPS = 3_000;
const RATE = 0.02;

/**
 * Logistic regression with an L2 penalty on the weights of standardized features, by Newton's method. Deterministic.
 * @param penalty half the inverse variance of the prior of a weight
 */
export function fitLogistic(examples: readonly Example[], penalty: number): Fit {
  const scale = scaleOf(examples.map(({ features }) => features));
  const rows = examples.map(({ features }) => [...scale.apply(features), 1]);
  const size = rows[0]!.length;
  let weights = new Array<number>(size).fill(0);
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const gradient = weights.map((weight, at) => (at === size - 1 ? 0 : -2 * penalty * weight));
    const curvature = weights.map((_, at) =>
      weights.map((__, other) => (at === other && at < size - 1 ? 2 * penalty : 0)),
    );
    for (const [index, row] of rows.entries()) {
      const { isPositive, weight } = examples[index]!;
      const p = 1 / (1 + Math.exp(-dot(weights, row)));
      for (let at = 0; at < size; at += 1) {
        gradient[at]! += weight * ((isPositive ? 1 : 0) - p) * row[at]!;
        for (let other = 0; other < size; other += 1)
          curvature[at]![other]! += weight * p * (1 - p) * row[at]! * row[other]!;
      }
    }
    const change = solve(curvature, gradient);
    weights = weights.map((weight, at) => weight + change[at]!);
  }
  return scale.undo(weights.slice(0, -1), weights.at(-1)!);
}

/**
 * Conditional logit: the probability that one of the right alternatives is chosen, with an L2 penalty, by gradient ascent. Deterministic.
 * The bias is 0: it would be the same for all alternatives.
 */
export function fitChoice(choices: readonly Choice[], penalty: number): Fit {
  const scale = scaleOf(choices.flatMap(({ features }) => features));
  const data = choices.map(({ features, isRight }) => ({ rows: features.map((row) => scale.apply(row)), isRight }));
  const size = choices[0]!.features[0]!.length;
  let weights = new Array<number>(size).fill(0);
  for (let step = 0; step < ASCENT_STEPS; step += 1) {
    const gradient = weights.map((weight) => -penalty * weight);
    for (const { rows, isRight } of data) {
      const scores = rows.map((row) => dot(weights, row));
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const total = sum(powers);
      const right = sum(powers.filter((_, at) => isRight[at]));
      for (const [at, row] of rows.entries()) {
        const pull = (isRight[at] ? powers[at]! / right : 0) - powers[at]! / total;
        for (let feature = 0; feature < size; feature += 1) gradient[feature]! += pull * row[feature]!;
      }
    }
    weights = weights.map((weight, at) => weight + (RATE * gradient[at]!) / Math.sqrt(data.length));
  }
  return { ...scale.undo(weights, 0), bias: 0 };
}

interface Scale {
  apply(row: readonly number[]): number[];
  undo(weights: readonly number[], bias: number): Fit;
}

/** To mean 0 and variance 1, as the penalty requires. A constant feature gets weight 0. */
function scaleOf(rows: readonly (readonly number[])[]): Scale {
  const size = rows[0]!.length;
  const features = Array.from({ length: size }, (_, at) => rows.map((row) => row[at]!));
  const means = features.map((values) => sum(values) / values.length);
  const deviations = features.map((values, at) =>
    Math.sqrt(sum(values.map((value) => (value - means[at]!) ** 2)) / values.length),
  );
  const scaled = (value: number, at: number): number => (deviations[at]! > 0 ? value / deviations[at]! : 0);
  return {
    apply: (row) => row.map((value, at) => scaled(value - means[at]!, at)),
    undo: (weights, bias) => {
      const unscaled = weights.map(scaled);
      return { weights: unscaled, bias: bias - dot(unscaled, means) };
    },
  };
}

/** Solves a symmetric positive definite system by Gaussian elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    for (let below = at + 1; below < size; below += 1) {
      const factor = rows[below]![at]! / rows[at]![at]!;
      for (let column = at; column <= size; column += 1) rows[below]![column]! -= factor * rows[at]![column]!;
    }
  }
  const found = new Array<number>(size).fill(0);
  for (let at = size - 1; at >= 0; at -= 1) {
    const known = sum(found.slice(at + 1).map((value, offset) => value * rows[at]![at + 1 + offset]!));
    found[at] = (rows[at]![size]! - known) / rows[at]![at]!;
  }
  return found;
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((total, value, at) => total + value * other[at]!, 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
