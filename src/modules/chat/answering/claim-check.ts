import type { EvidencePassage } from './answer.types.js';
import { cellsOf, factsIn, levelTypography } from './facts.js';
import type { LeadIn } from './lead-ins.js';
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
  /** Those of its lead-ins that the sentence has in front; the others were said before. */
  leadIns: readonly LeadIn[];
}

/** A unit of a passage with the forms in which it may be said, as {@link asPrinted}, each behind its lead-ins. */
interface Source {
  unit: SourceUnit;
  forms: readonly { leadIns: readonly LeadIn[]; text: string }[];
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
      const leadIns = leadInsSaid(said, source, last);
      if (leadIns) return [{ passage, unit: source.unit, leadIns }];
    }
    return [];
  });
}

/** Why nothing backs a sentence. */
export function faultOf(sentence: string, passages: readonly EvidencePassage[]): ClaimFault {
  const stated = new Set(passages.flatMap(({ title, section, text }) => [...factsIn(`${title}\n${section}\n${text}`)]));
  return [...factsIn(withoutMarker(sentence))].every((fact) => stated.has(fact)) ? 'altered' : 'unsupported_fact';
}

/** The lead-ins that stand in front, if the sentence says the unit; null if it does not. */
function leadInsSaid(said: string, { forms }: Source, last: Backing | undefined): readonly LeadIn[] | null {
  const inForce = last ? [...last.unit.leadIns, last.unit] : [];
  for (const { leadIns, text } of forms) {
    if (!said.endsWith(text)) continue;
    const differing = leadIns.findIndex(({ start }, level) => start !== inForce[level]?.start);
    const known = differing < 0 ? leadIns.length : differing;
    for (let from = 0; from <= known; from += 1) {
      const rest = leadIns.slice(from);
      if (said === [...rest.map((leadIn) => asPrinted(leadIn.text)), text].join(' ')) return rest;
    }
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
  const bodies = new Set([unit.text, withoutMarker(unit.text)].map(asPrinted));
  const forms = [...bodies].map((text) => ({ leadIns: unit.leadIns, text }));
  const header = headerOf(unit, passage);
  const cells = header === null ? [] : cellsOf(unit.text, header);
  if (cells.length > 0 && cells.every(({ title }) => title !== '')) {
    const text = asPrinted(cells.map(({ title, text: cell }) => `${title}: ${cell}`).join(' | '));
    forms.push({ leadIns: unit.leadIns.filter((leadIn) => leadIn.text !== unit.header), text });
  }
  return { unit, forms };
}

/** On one line, with one spelling for every kind of space, dash and dot. */
function asPrinted(text: string): string {
  return levelTypography(text.replace(/\s+/gu, ' ')).trim();
}
