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

/** A sentence from some place on, and what stands before that. */
export interface Body {
  introduction: Token[];
  said: Token[];
}

/** The whole sentence, and what follows each place where an introduction may end. */
export function bodiesOf(sentence: string): Body[] {
  const breaks = [...sentence.matchAll(BREAK)].slice(0, MAX_BREAKS);
  return [
    { introduction: [], said: tokensSaid(sentence) },
    ...breaks.map(({ index }) => ({
      introduction: tokensSaid(sentence.slice(0, index)).filter(({ isFree }) => !isFree),
      said: tokensSaid(sentence.slice(index + 1).trimStart()),
    })),
  ];
}

/**
 * Whether the words name the source by its titles, its table, its step or its page, and say nothing else. Titles that are about several
 * things are named whole. No words are an introduction, too.
 */
export function introduces(tokens: readonly Token[], { names }: Source): boolean {
  let named = 0;
  for (let at = 0; at < tokens.length;) {
    const length = Math.max(0, ...names.map((name) => runAt(tokens, at, name)));
    if (length > 0) named += 1;
    else if (!LEADING.has(tokens[at]!.word)) return false;
    at += Math.max(1, length);
  }
  return named > 0 || tokens.length === 0;
}

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
