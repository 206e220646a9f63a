import type { EvidencePassage } from './answer.types.js';
import { sourceText, type Candidate } from './candidates.js';
import { contentTerms, isGeneric } from './terms.js';

/** What decides whether the evidence answers the question. Shares are 0–1. */
export interface GateFeatures {
  /** Best share of the question's content words in one unit with its context (title, section, caption, lead-in). */
  coverage: number;
  /** Logarithm of 1 + the weight of the words so covered: four of six words say more than one of one. */
  matched: number;
  /** Best cosine of question and unit in context; null without embeddings. */
  similarity: number | null;
}

export interface GateThresholds {
  /** Log-odds that the evidence answers: `bias` plus each feature times its weight; answered from 0 upwards. */
  bias: number;
  coverage: number;
  matched: number;
  similarity: number;
  /** Coverage needed when there are no embeddings. */
  coverage_alone: number;
  /** Below this coverage nothing is answered, however similar: the subject is not there. */
  coverage_floor: number;
}

/** Fitted on one set of questions and checked on others: docs/adr/0007-extractive-answers-and-refusal.md. */
export const GATE_THRESHOLDS: GateThresholds = {
  bias: -10,
  coverage: 7,
  matched: 3,
  similarity: 3,
  coverage_alone: 0.75,
  coverage_floor: 0.4,
};

/** How much a word of the question matters: names and numbers most, words like `procedure` least. */
const WEIGHT = { generic: 0.25, name: 1.5, word: 1, absent: 1.5 };

/**
 * Measures the evidence. A word that no passage has counts half as much again, for it is probably what the question is
 * about: `torque of the tail rotor pitch links` is not answered by the torque links of the landing gear.
 */
export function measureEvidence(
  question: string,
  candidates: readonly Candidate[],
  evidence: readonly EvidencePassage[],
): GateFeatures {
  const known = new Set(evidence.flatMap((passage) => contentTerms(`${sourceText(passage)}\n${passage.text}`)));
  const names = namesIn(question);
  const weights = new Map<string, number>();
  for (const term of contentTerms(question)) {
    const isName = /\p{N}/u.test(term) || names.has(term);
    const weight = isGeneric(term) ? WEIGHT.generic : isName ? WEIGHT.name : WEIGHT.word;
    weights.set(term, known.has(term) ? weight : weight * WEIGHT.absent);
  }
  const weightOf = (terms: Iterable<string>): number =>
    [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const covered = Math.max(0, ...candidates.map(({ terms }) => weightOf(terms)));
  const similarities = candidates.flatMap(({ similarity }) => similarity ?? []);
  return {
    coverage: covered / (weightOf(weights.keys()) || 1),
    matched: Math.log1p(covered),
    similarity: similarities.length > 0 ? Math.max(...similarities) : null,
  };
}

/** Whether evidence with these features may be answered from; otherwise the question is refused. */
export function isSufficient(features: GateFeatures, thresholds: GateThresholds = GATE_THRESHOLDS): boolean {
  const { coverage, matched, similarity } = features;
  if (coverage < thresholds.coverage_floor) return false;
  if (similarity === null) return coverage >= thresholds.coverage_alone;
  const { bias } = thresholds;
  const evidence = thresholds.coverage * coverage + thresholds.matched * matched + thresholds.similarity * similarity;
  return bias + evidence >= 0;
}

/** Stems of words in capitals (`APU`), unless the whole question is. */
function namesIn(question: string): Set<string> {
  if (question === question.toUpperCase()) return new Set();
  return new Set((question.match(/\b\p{Lu}{2,}\b/gu) ?? []).flatMap(contentTerms));
}
