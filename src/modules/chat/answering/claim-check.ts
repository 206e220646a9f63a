import type { EvidencePassage } from './answer.types.js';
import { isLimiting } from './claim-clauses.js';
import { bodiesOf } from './claim-introduction.js';
import { isRowSaid } from './claim-rows.js';
import { oneLine, optionally, sourcesOf, type Source } from './claim-source.js';
import { follow, isAtEnd, tokensSaid, type PatternPart } from './claim-tokens.js';
import { factsIn } from './facts.js';
import { withoutMarker, type SourceUnit } from './sentences.js';

/**
 * Why a sentence may not be said: it has a number, unit or identifier that its passages do not print, another word that they do not
 * print, or it says what they print otherwise than they do: in another order, of something else, without its condition.
 */
export type ClaimFault = 'unsupported_fact' | 'unsupported_words' | 'altered';

/** The unit that a sentence is said of. */
export interface Backing {
  passage: EvidencePassage;
  unit: SourceUnit;
  /** Whether the sentence has the unit's lead-in, too. */
  withLeadIn: boolean;
}

/** What was said before, of the same passages. */
export interface SaidBefore {
  text: string;
  backing: readonly Backing[];
}

/**
 * What a sentence is said of: one unit of each passage that states it. None when it states anything that no unit does. A sentence may
 * leave out of its unit whole actions that do not limit what is left, conversions and references in parentheses; it may
 * name where the unit stands; and it may have and lack articles, `is`, `are` and `of`. Everything else is said as it is printed. Whoever
 * wrote the sentence, the rules are the same.
 */
export function backingOf(
  sentence: string,
  passages: readonly EvidencePassage[],
  before: readonly SaidBefore[],
): Backing[] {
  return passages.flatMap((passage) => {
    for (const source of sourcesOf(passage)) {
      const said = saidOf(sentence, source);
      const needsLeadIn = source.inContext !== null && said === 'alone' && isLimiting(source.unit.leadIn ?? '');
      if (said === null || (needsLeadIn && !isLeadInSaid(source.unit, passage, before))) continue;
      return [{ passage, unit: source.unit, withLeadIn: said === 'in_context' }];
    }
    return [];
  });
}

/** Why nothing backs a sentence. */
export function faultOf(sentence: string, passages: readonly EvidencePassage[]): ClaimFault {
  const texts = passages.map(({ title, section, text }) => `${title}\n${section}\n${text}`);
  const stated = new Set(texts.flatMap((text) => [...factsIn(text)]));
  if ([...factsIn(withoutMarker(sentence))].some((fact) => !stated.has(fact))) return 'unsupported_fact';
  const sources = passages.flatMap(sourcesOf);
  const isPrinted = (word: string): boolean => sources.some(({ printed }) => printed.has(word));
  return tokensSaid(sentence).every(({ word, isFree, isFact }) => isFree || isFact || isPrinted(word))
    ? 'altered'
    : 'unsupported_words';
}

/** How a sentence says a unit, if it does: alone or with its lead-in. */
function saidOf(sentence: string, source: Source): 'alone' | 'in_context' | null {
  const line = oneLine(sentence);
  if (line === source.text) return 'alone';
  if (line === source.inContext) return 'in_context';
  const marker = optionally(source.marker);
  for (const said of bodiesOf(sentence, source)) {
    if (source.row && isRowSaid(said, 0, source.row)) return 'in_context';
    const isFollowed = (parts: readonly PatternPart[]): boolean => {
      const end = follow(said, 0, parts);
      return end !== null && end > 0 && isAtEnd(said, end);
    };
    if (source.patterns.some((pattern) => isFollowed([...marker, ...pattern]))) return 'alone';
    const { leadIn } = source;
    if (leadIn && source.patterns.some((pattern) => isFollowed([...leadIn, ...marker, ...pattern])))
      return 'in_context';
  }
  return null;
}

/** A lead-in that limits (`Do not use:`) is said once for all under it. */
function isLeadInSaid({ leadIn }: SourceUnit, passage: EvidencePassage, before: readonly SaidBefore[]): boolean {
  return before.some(({ text, backing }) =>
    backing.some(
      ({ passage: other, unit, withLeadIn }) =>
        other === passage &&
        ((withLeadIn && unit.leadIn === leadIn) || (leadIn !== null && oneLine(text).includes(oneLine(leadIn)))),
    ),
  );
}
