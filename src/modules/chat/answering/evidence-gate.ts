import type { EvidencePassage } from './answer.types.js';
import { sourceText, type Candidate } from './candidates.js';
import { equivalentsOf } from './equivalents.js';
import { asksForTorque } from './quantities.js';
import { TORQUE_COVERAGE } from './question-fit.js';
import { contentTerms } from './terms.js';
import { coverageOf, totalOf, weighWords } from './word-weights.js';

/** What decides whether the evidence answers the question. Coverage is the share, 0–1, of the weight of the question's words. */
export interface GateFeatures {
  /** Best coverage by one of the likeliest units in its context: a sentence on the subject, or words from here and there. */
  unit_coverage: number;
  /** Best coverage by a passage with a unit of the kind of value asked for; by any passage when none is asked for. */
  value_coverage: number;
  /** Best coverage by a unit that gives a torque; null when no torque is asked for. */
  torque_coverage: number | null;
  /** Logarithm of how many times the keyword score of the best section is that of the fourth: one place stands out, or all say a little. */
  lead: number;
  /** Logarithm of the weight of all words: the more is said, the less of it is found by chance, and the less in one place. */
  length: number;
  /** Best cosine of question and unit in its context; null without embeddings. */
  similarity: number | null;
}

export interface GateThresholds {
  /** Log-odds that the evidence answers: `bias` plus each feature times its weight; answered from 0 upwards. */
  bias: number;
  unit_coverage: number;
  value_coverage: number;
  lead: number;
  length: number;
  similarity: number;
  /** Torque coverage needed: here no other feature makes up for it, for the torque of a similar fastener can kill. */
  torque_coverage: number;
  /** Value coverage needed when there are no embeddings. */
  coverage_alone: number;
}

/** Fitted on one half of the labelled questions and checked on the other: docs/adr/0007-extractive-answers-and-refusal.md. */
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

/** Units among which one has to cover the question: those that were compared by meaning. */
const LIKELY = 12;
/** The section, by rank, that the best one has to lead. */
const RIVAL = 3;

/**
 * Measures the evidence.
 *
 * @param candidates those that may be quoted, best first
 * @param asMeant terms of a text with those of the question that they stand for
 */
export function measureEvidence(
  question: string,
  candidates: readonly Candidate[],
  asMeant = equivalentsOf(question),
): GateFeatures {
  const coverage = coverageOf(question);
  const best = (sets: readonly ReadonlySet<string>[]): number => Math.max(0, ...sets.map(coverage));

  const isValueAsked = candidates.some(({ quantity }) => quantity !== null);
  const giving = candidates.filter(({ quantity }) => quantity ?? !isValueAsked);
  const similarities = candidates.flatMap(({ similarity }) => similarity ?? []);
  const passages = [...new Set(giving.map(({ passage }) => passage))];
  return {
    unit_coverage: best(candidates.slice(0, LIKELY).map(({ terms }) => terms)),
    value_coverage: best(passages.map((passage) => asMeant(termsOf(passage)))),
    torque_coverage: asksForTorque(question) ? best(giving.map(({ terms }) => terms)) : null,
    lead: leadOf(candidates),
    length: Math.log(totalOf(weighWords(question)) || 1),
    similarity: similarities.length > 0 ? Math.max(...similarities) : null,
  };
}

/** Whether evidence with these features may be answered from; otherwise the question is refused. */
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
