import { timesPerMillion } from '../../../common/english/everyday-words.js';
import { extractIdentifiers } from '../../../integrations/search-index/identifiers.js';
import type { SynonymList } from '../../../integrations/search-index/query/synonyms.js';
import { analyzeTerms } from '../../../integrations/search-index/query/text-analysis.js';
import type { EvidencePassage } from './answer.types.js';
import { sourceText } from './candidates.js';
import { SAME, TRADE } from './equivalents.js';
import { contentTerms, wordsOf } from './terms.js';

/** Shorter words are too near to one another. */
const SPELT_LENGTH = 4;
/** A word said as often (times per million) is right as it is: `changed` is not the `charged` of the manual. */
const SAID = 0.2;
/** From this length a letter may be exchanged. */
const SURE_LENGTH = 6;
/** From this length two letters may be wrong. */
const LONG_WORD = 9;

/**
 * The question in the words of its evidence: an abbreviation or other name that no passage has becomes the one they have, a
 * misspelt word the only one of theirs it can be, and an identifier typed without its hyphens the one they print. Words that the
 * evidence has stay, and so does what it has nothing for: that is what a question is refused for.
 */
export function inManualWords(
  question: string,
  evidence: readonly EvidencePassage[],
  synonyms: SynonymList = TRADE,
): string {
  const texts = evidence.map((passage) => `${sourceText(passage)}\n${passage.text}`);
  const known = new Map(texts.flatMap(wordsOf).flatMap(withTerms));
  const identifiers = new Map(
    [...evidence.flatMap((passage) => passage.identifiers), ...texts.flatMap(extractIdentifiers)].map((identifier) => [
      identifier.replaceAll('-', ''),
      identifier,
    ]),
  );
  return wordsOf(question).reduce((text, word) => {
    const terms = contentTerms(word);
    if (terms.length === 0 || terms.every((term) => known.has(term))) return text;
    const said = /\d/u.test(word)
      ? hyphenated(word, identifiers)
      : (nameOf(word, known, synonyms) ?? spelt(word, terms, known));
    return said === null ? text : text.replace(wholeWord(word), () => said);
  }, question);
}

function wholeWord(word: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])${word.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)}(?![\p{L}\p{N}])`,
    'u',
  );
}

/** The words of a compound, in small letters, each by its term. */
function withTerms(word: string): [term: string, word: string][] {
  const parts = /\d/u.test(word) ? [word] : word.toLowerCase().split(/[-/_]/u);
  return parts.flatMap((part) => contentTerms(part).map((term): [string, string] => [term, part]));
}

function hyphenated(word: string, identifiers: ReadonlyMap<string, string>): string | null {
  const squeezed = word.toUpperCase().replaceAll('-', '');
  return squeezed.length >= SPELT_LENGTH ? (identifiers.get(squeezed) ?? null) : null;
}

/** What the evidence calls it; null when it has none of the names that mean the same. */
function nameOf(word: string, known: ReadonlyMap<string, string>, synonyms: SynonymList): string | null {
  const terms = analyzeTerms(word);
  const names = synonyms
    .expansionsOf(terms, terms.length === 1 ? [word] : terms)
    .filter(({ from, to, weight }) => weight >= SAME && to - from === terms.length)
    .map(({ terms: other }) => contentTerms(other.join(' ')).map((term) => known.get(term)));
  return names.find((name) => name.length > 0 && !name.includes(undefined))?.join(' ') ?? null;
}

function spelt(word: string, terms: readonly string[], known: ReadonlyMap<string, string>): string | null {
  const [term] = terms;
  if (terms.length !== 1 || term === undefined || word.length < SPELT_LENGTH || word === word.toUpperCase())
    return null;
  if (timesPerMillion(word) >= SAID) return null;
  const wrong = word.length >= LONG_WORD ? 2 : 1;
  // One letter for another makes another short word (`pitot`, `pilot`); one too few or too many is a slip.
  const isSlip = (other: string): boolean =>
    word.length >= SURE_LENGTH || other.length !== term.length || sorted(other) === sorted(term);
  const near = [...known.keys()].filter(
    (other) => !/\d/u.test(other) && other[0] === term[0] && isSlip(other) && isWithin(term, other, wrong),
  );
  return near.length === 1 ? known.get(near[0]!)! : null;
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

/** Whether one word becomes the other by at most `limit` letters put in, left out, exchanged or swapped. */
function isWithin(one: string, other: string, limit: number): boolean {
  if (Math.abs(one.length - other.length) > limit) return false;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const swapped =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (before[j - 2] ?? limit) + 1 : Infinity;
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1), swapped);
    }
    before = row;
    row = next;
  }
  return (row[other.length] ?? Infinity) <= limit;
}
