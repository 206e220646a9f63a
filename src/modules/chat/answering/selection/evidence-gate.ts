import type { EvidencePassage } from '../answer.types.js';
import { sourceText } from '../evidence/passages.js';
import type { Candidate } from './candidates.js';
import { equivalentsOf } from '../question/equivalents.js';
import { asksForTorque } from '../question/asked-quantities.js';
import { TORQUE_COVERAGE } from './question-match.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';
import { coverageOf, totalOf, weighTerms } from '../question/term-weights.js';

/** Features that decide whether the evidence answers. Coverage is the share (0–1) of the weight of the question's words. */
export interface GateFeatures {
  /** Best coverage by one of the likeliest units in its context. */
  unit_coverage: number;
  /** Best coverage by a passage with the requested kind of value, or by any passage if none is requested. */
  value_coverage: number;
  /** Best coverage by a unit with a torque; null if none is requested. */
  torque_coverage: number | null;
  /** Logarithm of the keyword score of the best section divided by that of the fourth. */
  lead: number;
  /** Logarithm of the weight of all words of the question. */
  length: number;
  /** Best cosine of the question and a unit in its context; null without embeddings. */
  similarity: number | null;
}

export interface GateThresholds {
  /** Log-odds that the evidence answers: `bias` plus the weighted features. Answered if at least 0. */
  bias: number;
  unit_coverage: number;
  value_coverage: number;
  lead: number;
  length: number;
  similarity: number;
  /** Required torque coverage. No other feature compensates for it, because the torque of a similar fastener is dangerous. */
  torque_coverage: number;
  /** Required value coverage without embeddings. */
  coverage_alone: number;
}

/** Fitted on one half of the labeled questions and checked on the other: docs/adr/0007-extractive-answers-and-refusal.md. */
export const GATE_THRESHOLDS: GateThresholds = {
  bias: -6.1,
  unit_coverage: 3,
  value_coverage: 2.7,
  lead: 0.7,
  length: -0.4,
  similarity: 5.6,
  torque_coverage: TORQUE_COVERAGE,
  coverage_alone: 0.8,
};

/** Units that were compared by vectors. */
const LIKELY = 12;
/** 0-based rank of the section that the best one is compared with. */
const RIVAL = 3;

/**
 * Measures the evidence.
 * @param candidates best first
 * @param withEquivalents adds to the terms of a text those of the question that they stand for
 */
export function measureEvidence(
  question: string,
  candidates: readonly Candidate[],
  withEquivalents = equivalentsOf(question),
): GateFeatures {
  const coverage = coverageOf(question);
  const best = (sets: readonly ReadonlySet<string>[]): number => Math.max(0, ...sets.map(coverage));

  const isValueAsked = candidates.some(({ quantity }) => quantity !== null);
  const giving = candidates.filter(({ quantity }) => quantity ?? !isValueAsked);
  const similarities = candidates.flatMap(({ similarity }) => similarity ?? []);
  const passages = [...new Set(giving.map(({ passage }) => passage))];
  return {
    unit_coverage: best(candidates.slice(0, LIKELY).map(({ terms }) => terms)),
    value_coverage: best(passages.map((passage) => withEquivalents(termsOf(passage)))),
    torque_coverage: asksForTorque(question) ? best(giving.map(({ terms }) => terms)) : null,
    lead: leadOf(candidates),
    length: Math.log(totalOf(weighTerms(question)) || 1),
    similarity: similarities.length > 0 ? Math.max(...similarities) : null,
  };
}

export function isSufficient(features: GateFeatures, thresholds: GateThresholds = GATE_THRESHOLDS): boolean {
  const { unit_coverage, value_coverage, torque_coverage, lead, length, similarity } = features;
  if (unit_coverage === 0 || (torque_coverage !== null && torque_coverage < thresholds.torque_coverage)) return false;
  if (similarity === null) return value_coverage >= thresholds.coverage_alone;
  const logOdds =
    thresholds.bias +
    thresholds.unit_coverage * unit_coverage +
    thresholds.value_coverage * value_coverage +
    thresholds.lead * lead +
    thresholds.length * length +
    thresholds.similarity * similarity;
  return logOdds >= 0;
}

function leadOf(candidates: readonly Candidate[]): number {
  const bySection = new Map<string, number>();
  for (const { section, keyword_score } of candidates.map(({ passage }) => passage))
    bySection.set(section, Math.max(bySection.get(section) ?? 0, keyword_score ?? 0));
  const scores = [...bySection.values()].filter((score) => score > 0).sort((a, b) => b - a);
  const rival = scores[RIVAL] ?? scores.at(-1);
  return rival ? Math.log((scores[0] ?? rival) / rival) : 0;
}

function termsOf(passage: EvidencePassage): string[] {
  return contentTerms(`${sourceText(passage)}\n${passage.text}`);
}
