import { timesPerMillion } from '../../../common/english/everyday-words.js';
import { asksForTorque, isFastener } from './quantities.js';
import { contentTerms, wordsOf } from './terms.js';

/** Times per million from which a word tells nothing of a subject (`much`, 970), and up to which it tells all (`wheel`, 27). */
const EVERYDAY = 3_000;
const PARTICULAR = 30;
/** Of a word that is merely part of how one asks. */
const LEAST = 0.1;
/** Of `torque` and the fastener when a torque is asked for: every torque has them, it is the rest that says which. */
const TORQUE_WORD = 0.15;
/** Also of `tight`. */
const [TORQUE] = contentTerms('torque');

/**
 * How much each term of a question says of its subject, from 0.1 to 1: the rarer in everyday English the more. Numbers, identifiers
 * and what nobody says in everyday life count in full.
 */
export function weighWords(question: string): Map<string, number> {
  const isTorque = asksForTorque(question);
  const weights = new Map<string, number>();
  for (const word of wordsOf(question).flatMap(partsOf))
    for (const term of contentTerms(word)) {
      const isShared = isTorque && (term === TORQUE || isFastener(word));
      const weight = isShared ? TORQUE_WORD : particularity(word);
      weights.set(term, Math.max(weights.get(term) ?? 0, weight));
    }
  return weights;
}

/** Tells which share, 0 to 1, of the weight of a question's words a text has, by its terms. */
export function coverageOf(question: string): (terms: ReadonlySet<string>) => number {
  const weights = weighWords(question);
  const total = totalOf(weights) || 1;
  return (terms) => totalOf([...weights].filter(([term]) => terms.has(term))) / total;
}

/** The weight of words together. */
export function totalOf(weights: Iterable<readonly [term: string, weight: number]>): number {
  return [...weights].reduce((sum, [, weight]) => sum + weight, 0);
}

function particularity(word: string): number {
  const share = Math.log(EVERYDAY / (timesPerMillion(word) + LEAST)) / Math.log(EVERYDAY / PARTICULAR);
  return /\p{N}/u.test(word) ? 1 : Math.min(1, Math.max(LEAST, share));
}

function partsOf(word: string): string[] {
  return /\p{N}/u.test(word) ? [word] : word.split(/[-/_]/u);
}
