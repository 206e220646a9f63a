import type { Name, Source } from './claim-source.js';
import { tokensSaid, type Token } from './claim-tokens.js';

/** Words that lead to a place in a document: `According to Table 401, …`, `Step 3 says: …`. */
const LEADING = new Set(
  'according to per in on for from under table figure section chapter step task page manual document text gives states says reads'.split(
    ' ',
  ),
);
/** An introduction ends in one of the first of these. */
const BREAK = /[:,](?=\s)/gu;
const MAX_BREAKS = 4;

/**
 * What a sentence says after each introduction that it may have: none, and words that name the source by its titles, its table,
 * its step or its page and say nothing else. Titles that are about several things are named whole.
 */
export function bodiesOf(sentence: string, source: Source): Token[][] {
  const breaks = [...sentence.matchAll(BREAK)].slice(0, MAX_BREAKS);
  const introduced = breaks
    .filter(({ index }) => isIntroduction(sentence.slice(0, index), source))
    .map(({ index }) => sentence.slice(index + 1).trimStart());
  return [sentence, ...introduced].map(tokensSaid);
}

function isIntroduction(text: string, { names }: Source): boolean {
  const tokens = tokensSaid(text).filter(({ isFree }) => !isFree);
  let named = 0;
  for (let at = 0; at < tokens.length;) {
    const length = Math.max(0, ...names.map((name) => runAt(tokens, at, name)));
    if (length > 0) named += 1;
    else if (!LEADING.has(tokens[at]!.word)) return false;
    at += Math.max(1, length);
  }
  return named > 0;
}

/** How many tokens from `at` on stand together in the name. */
function runAt(tokens: readonly Token[], at: number, { tokens: name, isOne }: Name): number {
  if (!isOne) return name.every(({ word }, index) => tokens[at + index]?.word === word) ? name.length : 0;
  let longest = 0;
  name.forEach((_, start) => {
    let length = 0;
    while (start + length < name.length && tokens[at + length]?.word === name[start + length]!.word) length += 1;
    longest = Math.max(longest, length);
  });
  return longest;
}
