import type { DraftSentence, EvidencePassage } from '../answer.types.js';
import { contentTerms } from '../terms.js';

/** Share of a sentence's words that its passages have at least. Paraphrases of one printed step keep more than this. */
const LEAST_SHARE = 0.65;

/**
 * Whether the words of a sentence are those of the passages it cites. Facts are compared elsewhere; this keeps out what has no
 * facts: a model's talk about itself, what it was told, what somebody wants it to say.
 */
export function isInWordsOf({ text, citations }: DraftSentence, passages: readonly EvidencePassage[]): boolean {
  const words = [...new Set(contentTerms(text))];
  const cited = citations.flatMap((number) => passages[number - 1] ?? []);
  const printed = new Set(cited.flatMap((passage) => contentTerms(`${passage.section}\n${passage.text}`)));
  return words.length > 0 && words.filter((word) => printed.has(word)).length >= LEAST_SHARE * words.length;
}
