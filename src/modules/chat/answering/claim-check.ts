import type { EvidencePassage } from './answer.types.js';
import { isConditional, isLimiting } from './claim-clauses.js';
import { bodiesOf, introduces, type Body } from './claim-introduction.js';
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
  const line = oneLine(sentence);
  const bodies = bodiesOf(sentence);
  return passages.flatMap((passage) => {
    for (const source of sourcesOf(passage)) {
      const said = saidOf(line, bodies, source);
      const needsLeadIn = source.inContext !== null && said === 'alone' && limitsBelow(source.unit);
      if (said === null || (needsLeadIn && !isLeadInSaid(source.unit, passage, before))) continue;
      return [{ passage, unit: source.unit, withLeadIn: said === 'in_context' }];
    }
    return [];
  });
}

/** Why nothing backs a sentence. */
export function faultOf(sentence: string, passages: readonly EvidencePassage[]): ClaimFault {
  const sources = passages.flatMap(sourcesOf);
  const isStated = (fact: string): boolean => sources.some(({ facts }) => facts.has(fact));
  if (![...factsIn(withoutMarker(sentence))].every(isStated)) return 'unsupported_fact';
  const isPrinted = (word: string): boolean => sources.some(({ printed }) => printed.has(word));
  return tokensSaid(sentence).every(({ word, isFree, isFact }) => isFree || isFact || isPrinted(word))
    ? 'altered'
    : 'unsupported_words';
}

/** How a sentence says a unit, if it does: alone or with its lead-in. */
function saidOf(line: string, bodies: readonly Body[], source: Source): 'alone' | 'in_context' | null {
  if (line === source.text) return 'alone';
  if (line === source.inContext) return 'in_context';
  const marker = optionally(source.marker);
  for (const { introduction, said } of bodies) {
    if (!introduces(introduction, source)) continue;
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

/** Whether a unit means something else without its lead-in: `On the -200:`; the title of a column only where it bounds or turns. */
function limitsBelow({ kind, leadIn }: SourceUnit): boolean {
  return leadIn !== null && (kind === 'row' ? isConditional(leadIn) : isLimiting(leadIn));
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
