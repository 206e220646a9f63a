import type { EvidencePassage } from './answer.types.js';
import { cellsOf, factsIn, levelTypography } from './facts.js';
import { headerOf, unitsOf } from './passage-units.js';
import { isUnfinished, withoutMarker, type SourceUnit } from './sentences.js';

/**
 * Why a sentence may not be said: it has a number, unit or identifier that its passages do not print, or it is not a unit of them as it is
 * printed, with what it cannot be understood without.
 */
export type ClaimFault = 'unsupported_fact' | 'altered';

/** The unit that a sentence says. */
export interface Backing {
  passage: EvidencePassage;
  unit: SourceUnit;
  /** Lines of its lead-in that the sentence has in front; the others were said before. */
  leadIn: readonly string[];
}

/** A unit of a passage with the forms in which it may be said, as {@link asPrinted}. */
interface Source {
  unit: SourceUnit;
  /** Lead-ins, outermost first. */
  leadIn: readonly string[];
  /** With the number of its step, and without. */
  bodies: readonly string[];
  /** Of a row under a header: every cell after its title. */
  titled: string | null;
}

const known = new WeakMap<EvidencePassage, Source[]>();

/**
 * What a sentence says: one unit (sentence, step, row) of each passage that has it, whole and word for word. Only typography and the number
 * of a step may differ. What the unit cannot be understood without (a row's header, the steps above a sub-step) stands in front of it,
 * as far as the sentence before did not have it. Whoever wrote the sentence, the rule is the same: nothing is said in other words, so
 * nothing is changed, turned, left out or put together.
 *
 * @param before what was said before, in order
 */
export function backingOf(
  sentence: string,
  passages: readonly EvidencePassage[],
  before: readonly (readonly Backing[])[],
): Backing[] {
  const said = asPrinted(sentence);
  return passages.flatMap((passage) => {
    const last = before.at(-1)?.find((backing) => backing.passage === passage);
    // Of units that are alike, the next one.
    const sources = sourcesOf(passage);
    const next = last ? sources.findIndex(({ unit }) => unit.start > last.unit.start) : 0;
    const ordered = next > 0 ? [...sources.slice(next), ...sources.slice(0, next)] : sources;
    for (const source of ordered) {
      const leadIn = leadInSaid(said, source, last);
      if (leadIn) return [{ passage, unit: source.unit, leadIn }];
    }
    return [];
  });
}

/** Why nothing backs a sentence. */
export function faultOf(sentence: string, passages: readonly EvidencePassage[]): ClaimFault {
  const stated = new Set(passages.flatMap(({ title, section, text }) => [...factsIn(`${title}\n${section}\n${text}`)]));
  return [...factsIn(withoutMarker(sentence))].every((fact) => stated.has(fact)) ? 'altered' : 'unsupported_fact';
}

/** The lines of the lead-in that stand in front, if the sentence says the unit; null if it does not. */
function leadInSaid(said: string, source: Source, last: Backing | undefined): readonly string[] | null {
  const { leadIn, bodies, titled } = source;
  if (said === titled) return leadIn;
  if (!bodies.some((body) => said.endsWith(body))) return null;
  const inForce = last ? [...linesOf(last.unit.leadIn), asPrinted(last.unit.text)] : [];
  for (let from = 0; from <= leadIn.length; from += 1) {
    const rest = leadIn.slice(from);
    if (leadIn.slice(0, from).some((line, index) => line !== inForce[index])) return null;
    if (bodies.some((body) => said === [...rest, body].join(' '))) return rest;
  }
  return null;
}

/** What a passage states, unit by unit. What its end cuts off in the middle states nothing. */
function sourcesOf(passage: EvidencePassage): Source[] {
  const found =
    known.get(passage) ?? unitsOf(passage).flatMap((unit) => (isUnfinished(unit) ? [] : sourceOf(unit, passage)));
  known.set(passage, found);
  return found;
}

function sourceOf(unit: SourceUnit, passage: EvidencePassage): Source {
  const header = headerOf(unit, passage);
  const cells = header === null ? [] : cellsOf(unit.text, header);
  const isTitled = cells.length > 0 && cells.every(({ title }) => title !== '');
  return {
    unit,
    leadIn: linesOf(unit.leadIn),
    bodies: [...new Set([unit.text, withoutMarker(unit.text)].map(asPrinted))],
    titled: isTitled ? asPrinted(cells.map(({ title, text }) => `${title}: ${text}`).join(' | ')) : null,
  };
}

function linesOf(leadIn: string | null): string[] {
  return leadIn === null ? [] : leadIn.split('\n').map(asPrinted);
}

/** On one line, with one spelling for every kind of space, dash and dot. */
function asPrinted(text: string): string {
  return levelTypography(text.replace(/\s+/gu, ' ')).trim();
}
