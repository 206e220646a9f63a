import type { EvidencePassage } from './answer.types.js';
import { sourceText, type Candidate } from './candidates.js';
import { equivalentsOf } from './equivalents.js';
import { fastenersAskedFor } from './quantities.js';
import { contentTerms, isGeneric } from './terms.js';

/** What decides whether the evidence answers the question. Shares are 0–1. */
export interface GateFeatures {
  /** Best share of the question's content words in one passage with its titles. */
  passage_coverage: number;
  /** Share in the very words of the unit that would be quoted first: the torque of another bolt on the right page is no answer. */
  quoted_coverage: number;
  /** Logarithm of 1 + the weight of the words of the best unit: four of six words say more than one of one. */
  matched: number;
  /** Best share in a unit that gives a torque for such a fastener; null when the question asks for none. */
  torque_coverage: number | null;
  /** Best cosine of question and unit in context; null without embeddings. */
  similarity: number | null;
}

export interface GateThresholds {
  /** Log-odds that the evidence answers: `bias` plus each feature times its weight; answered from 0 upwards. */
  bias: number;
  passage_coverage: number;
  quoted_coverage: number;
  matched: number;
  similarity: number;
  /** Torque coverage needed: here no other feature makes up for it, for the torque of a similar fastener can kill. */
  torque_coverage: number;
  /** Passage coverage needed when there are no embeddings. */
  coverage_alone: number;
}

/** Fitted on one set of questions and checked on others: docs/adr/0007-extractive-answers-and-refusal.md. */
export const GATE_THRESHOLDS: GateThresholds = {
  bias: -10.7,
  passage_coverage: 6.1,
  quoted_coverage: 2.4,
  matched: 2.8,
  similarity: 3.5,
  torque_coverage: 0.4,
  coverage_alone: 0.8,
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
  const asMeant = equivalentsOf(question);
  const known = new Set(evidence.flatMap((passage) => [...asMeant(termsOf(passage))]));
  const names = namesIn(question);
  const weights = new Map<string, number>();
  for (const term of contentTerms(question)) {
    const isName = /\p{N}/u.test(term) || names.has(term);
    const weight = isGeneric(term) ? WEIGHT.generic : isName ? WEIGHT.name : WEIGHT.word;
    weights.set(term, known.has(term) ? weight : weight * WEIGHT.absent);
  }
  const weightOf = (terms: Iterable<string>): number =>
    [...new Set(terms)].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const total = weightOf(weights.keys()) || 1;
  const covered = (some: readonly Candidate[]): number =>
    Math.max(0, ...some.map(({ terms }) => weightOf(terms))) / total;
  const read = new Set(candidates.map(({ passage }) => passage));
  const similarities = candidates.flatMap(({ similarity }) => similarity ?? []);
  return {
    passage_coverage: Math.max(0, ...[...read].map((passage) => weightOf(asMeant(termsOf(passage))))) / total,
    quoted_coverage: weightOf(candidates[0]?.ownTerms ?? []) / total,
    matched: Math.log1p(Math.max(0, ...candidates.map(({ terms }) => weightOf(terms)))),
    torque_coverage:
      fastenersAskedFor(question).length > 0 ? covered(candidates.filter(({ quantity }) => quantity)) : null,
    similarity: similarities.length > 0 ? Math.max(...similarities) : null,
  };
}

/** Whether evidence with these features may be answered from; otherwise the question is refused. */
export function isSufficient(features: GateFeatures, thresholds: GateThresholds = GATE_THRESHOLDS): boolean {
  const { passage_coverage, quoted_coverage, torque_coverage, matched, similarity } = features;
  if (matched === 0 || (torque_coverage !== null && torque_coverage < thresholds.torque_coverage)) return false;
  if (similarity === null) return passage_coverage >= thresholds.coverage_alone && quoted_coverage > 0;
  const logOdds =
    thresholds.bias +
    thresholds.passage_coverage * passage_coverage +
    thresholds.quoted_coverage * quoted_coverage +
    thresholds.matched * matched +
    thresholds.similarity * similarity;
  return logOdds >= 0;
}

function termsOf(passage: EvidencePassage): string[] {
  return contentTerms(`${sourceText(passage)}\n${passage.text}`);
}

/** Stems of words in capitals (`APU`), unless the whole question is. */
function namesIn(question: string): Set<string> {
  if (question === question.toUpperCase()) return new Set();
  return new Set((question.match(/\b\p{Lu}{2,}\b/gu) ?? []).flatMap(contentTerms));
}
