import { contentWords } from '@amks/language/terms/content-terms.js';
import { editDistance } from '@amks/language/terms/edit-distance.js';
import { isStopWord } from '@amks/language/terms/stop-words.js';
import { frequencyPerMillion } from '@amks/language/terms/word-frequency.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import type { SynonymList } from '@amks/language/synonyms/synonyms.js';
import { analyzeTerms } from '@amks/language/terms/text-analysis.js';
import type { EvidencePassage } from '../answer.types.js';
import { sourceText } from './passages.js';
import { SAME, TRADE } from '../question/equivalents.js';

/** Minimum length of a word that is corrected. */
const SPELT_LENGTH = 4;
/** A word of at least this frequency is correct: `changed` is not `charged`. */
const SAID = 0.2;
/** Minimum length of a word with a replaced letter. */
const SURE_LENGTH = 6;
/** Minimum length of a word with two wrong letters. */
const LONG_WORD = 9;

/** Replaces words that no passage has with those of the evidence: names, spellings, identifiers. Others stay, for a refusal. */
export function rewriteQuestion(
  question: string,
  evidence: readonly EvidencePassage[],
  synonyms: SynonymList = TRADE,
): string {
  const texts = evidence.map((passage) => `${sourceText(passage)}\n${passage.text}`);
  const known = new Map(texts.flatMap(contentWords).map(({ term, word }) => [term, word.toLowerCase()]));
  const identifiers = new Map(
    [...evidence.flatMap((passage) => passage.identifiers), ...texts.flatMap(extractIdentifiers)].map((identifier) => [
      identifier.replaceAll('-', ''),
      identifier,
    ]),
  );
  return contentWords(question).reduce((text, { term, word }) => {
    if (known.has(term)) return text;
    const said = /\d/u.test(word)
      ? hyphenated(word, identifiers)
      : (nameOf(word, known, synonyms) ?? spelt(word, term, known));
    return said === null ? text : text.replace(wholeWord(word), () => said);
  }, question);
}

function wholeWord(word: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])${word.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)}(?![\p{L}\p{N}])`,
    'u',
  );
}

function hyphenated(word: string, identifiers: ReadonlyMap<string, string>): string | null {
  const squeezed = word.toUpperCase().replaceAll('-', '');
  return squeezed.length >= SPELT_LENGTH ? (identifiers.get(squeezed) ?? null) : null;
}

/** The name that the evidence uses; null if it has none. */
function nameOf(word: string, known: ReadonlyMap<string, string>, synonyms: SynonymList): string | null {
  const terms = analyzeTerms(word);
  const names = synonyms
    .expansionsOf(terms, terms.length === 1 ? [word] : terms)
    .filter(({ from, to, weight }) => weight >= SAME && to - from === terms.length)
    .map(({ terms: other }) => other.filter((term) => !isStopWord(term)).map((term) => known.get(term)));
  return names.find((name) => name.length > 0 && !name.includes(undefined))?.join(' ') ?? null;
}

function spelt(word: string, term: string, known: ReadonlyMap<string, string>): string | null {
  if (word.length < SPELT_LENGTH || word === word.toUpperCase()) return null;
  if (frequencyPerMillion(word) >= SAID) return null;
  const wrong = word.length >= LONG_WORD ? 2 : 1;
  // A replaced letter makes another short word (`pitot`, `pilot`). A missing or additional one is a misspelling.
  const isSlip = (other: string): boolean =>
    word.length >= SURE_LENGTH || other.length !== term.length || sorted(other) === sorted(term);
  const near = [...known.keys()].filter(
    (other) => !/\d/u.test(other) && other[0] === term[0] && isSlip(other) && editDistance(term, other, wrong) !== null,
  );
  return near.length === 1 ? known.get(near[0]!)! : null;
}

function sorted(word: string): string {
  return [...word].sort().join('');
}
