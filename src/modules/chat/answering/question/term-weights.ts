import { frequencyPerMillion } from '@amks/language/terms/word-frequency.js';
import { contentTerms, contentWords } from '@amks/language/terms/content-terms.js';
import { asksForTorque, isFastener } from './asked-quantities.js';

/** Frequencies per million: from the first, words have the least weight (`much`, 970); up to the second the full one (`wheel`, 27). */
const EVERYDAY = 3_000;
const PARTICULAR = 30;
const LEAST = 0.1;
/** Weight of `torque` and the fastener in a question about a torque: every torque has them. */
const TORQUE_WORD = 0.15;
/** Also the term of `tight`. */
const [TORQUE] = contentTerms('torque');

/** Weights from 0.1 to 1. Words that are rare in everyday English weigh more; numbers and identifiers have full weight. */
export function weighTerms(question: string): Map<string, number> {
  const isTorque = asksForTorque(question);
  const weights = new Map<string, number>();
  for (const { term, word } of contentWords(question)) {
    const isShared = isTorque && (term === TORQUE || isFastener(word));
    const weight = isShared ? TORQUE_WORD : particularity(word);
    weights.set(term, Math.max(weights.get(term) ?? 0, weight));
  }
  return weights;
}

/** Returns the share (0 to 1) of a question's weight that a text covers, given its terms. */
export function coverageOf(question: string): (terms: ReadonlySet<string>) => number {
  const weights = weighTerms(question);
  const total = totalOf(weights) || 1;
  return (terms) => totalOf([...weights].filter(([term]) => terms.has(term))) / total;
}

export function totalOf(weights: Iterable<readonly [term: string, weight: number]>): number {
  return [...weights].reduce((sum, [, weight]) => sum + weight, 0);
}

function particularity(word: string): number {
  const share = Math.log(EVERYDAY / (frequencyPerMillion(word) + LEAST)) / Math.log(EVERYDAY / PARTICULAR);
  return /\p{N}/u.test(word) ? 1 : Math.min(1, Math.max(LEAST, share));
}
