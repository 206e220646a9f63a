import { levelTypography, locateFacts } from './facts.js';
import { markerOf, withoutMarker } from './sentences.js';

/** A word, a fact or the number of a step, as two texts are compared. */
export interface Token {
  /** A word in lower case; a fact as its key; `§(3)` for the number of a step. */
  word: string;
  isFact: boolean;
  /** Whether a sentence may have it or lack it without saying anything else. */
  isFree: boolean;
  /** Where it begins in the levelled text. */
  at: number;
}

/** The whole list: articles, `is`, `are`, `of`. `On`, `to`, `not`, `if`, `only` and all others are what the page says. */
const FREE = /^(?:the|an|a|is|are|of)$/iu;
/** `(M)` and `(a)` are names; signs that count or join are words. */
const WORD = /\(\p{L}{1,2}\)|[\p{L}\p{N}]+(?:['/_-][\p{L}\p{N}]+)*|[&=→×+*%#@<>≤≥±~^/\\?]/gu;
/** The sign of a number is in its fact. */
const SIGN_BEFORE = /[<>≤≥±≈~+/-]+ ?$/u;

/** The tokens of one line that has no step number; punctuation that only divides is none. */
export function tokensOf(text: string): Token[] {
  const levelled = levelTypography(text);
  const tokens: Token[] = [];
  const addWords = (start: number, end: number, beforeFact: boolean): void => {
    const gap = levelled.slice(start, end);
    for (const match of (beforeFact ? gap.replace(SIGN_BEFORE, '') : gap).matchAll(WORD)) {
      const [word] = match;
      tokens.push({
        word: word.toLowerCase(),
        isFact: false,
        isFree: FREE.test(word) && word !== 'A',
        at: start + match.index,
      });
    }
  };
  let end = 0;
  for (const found of locateFacts(levelled)) {
    addWords(end, found.start, true);
    tokens.push({ word: found.fact, isFact: true, isFree: false, at: found.start });
    end = found.end;
  }
  addWords(end, levelled.length, false);
  // `Valve A` is another one than `valve`: only a sentence begins with the article `A`.
  const [first] = tokens;
  return tokens.length > 1 && first?.word === 'a' ? [{ ...first, isFree: true }, ...tokens.slice(1)] : tokens;
}

/** The tokens of what somebody says: each line may begin with the number of a step. */
export function tokensSaid(text: string): Token[] {
  return text.split('\n').flatMap((line) => [...markerToken(line), ...tokensOf(withoutMarker(line))]);
}

/** The number, letter or bullet that a step begins with. */
export function markerToken(text: string): Token[] {
  const marker = markerOf(text);
  return marker === null ? [] : [{ word: `§${marker}`, isFact: false, isFree: false, at: 0 }];
}

/** What a sentence has to say: one token, or several that may be left out together. */
export type PatternPart = Token | { optional: readonly Token[] };

/**
 * Where `said` goes on after it has said the pattern from `from` on: word for word, in its order, nothing left out but what is
 * optional, nothing added but free words. Null when it says anything else.
 */
export function follow(said: readonly Token[], from: number, pattern: readonly PatternPart[], next = 0): number | null {
  let at = from;
  for (let index = next; index < pattern.length; index += 1) {
    const part = pattern[index]!;
    if ('optional' in part) {
      const inside = follow(said, at, part.optional);
      const beyond = inside === null ? null : follow(said, inside, pattern, index + 1);
      if (beyond !== null) return beyond;
      continue;
    }
    if (part.isFree) continue;
    const here = skipFree(said, at);
    if (said[here]?.word === part.word) at = here + 1;
    // `The torque of the nut is 27 N·m`: a form of `be` for the `to` before a value.
    else if (here > at && part.word === 'to' && isFact(pattern[index + 1]) && said[here]?.isFact) at = here;
    else return null;
  }
  return at;
}

/** The next token that is not free. */
export function skipFree(tokens: readonly Token[], from: number): number {
  let at = from;
  while (tokens[at]?.isFree) at += 1;
  return at;
}

/** Whether nothing but free words is left. */
export function isAtEnd(tokens: readonly Token[], at: number): boolean {
  return skipFree(tokens, at) >= tokens.length;
}

function isFact(part: PatternPart | undefined): boolean {
  return part !== undefined && 'isFact' in part && part.isFact;
}
