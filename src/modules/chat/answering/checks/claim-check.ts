import type { EvidencePassage } from '../answer.types.js';
import { normalizeTypography } from '@amks/language/text/typography.js';
import { factsIn } from '../evidence/stated-facts.js';
import { cellsOf } from '../evidence/table-cells.js';
import type { LeadIn } from '../evidence/outline.js';
import { headerOf, unitsOf } from '../evidence/passages.js';
import { isUnfinished, withoutMarker, type SourceUnit } from '../evidence/source-units.js';

/** `unsupported_fact`: no cited passage states a number, unit or identifier. `altered`: none has the sentence verbatim in its context. */
export type ClaimFault = 'unsupported_fact' | 'altered';

/** The unit that a sentence repeats. */
export interface Backing {
  passage: EvidencePassage;
  unit: SourceUnit;
  /** The lead-ins at the start of the sentence. Earlier sentences have the others. */
  leadIns: readonly LeadIn[];
}

/** A unit with its allowed forms, see {@link asPrinted}, each after its lead-ins. */
interface Source {
  unit: SourceUnit;
  forms: readonly { leadIns: readonly LeadIn[]; text: string }[];
}

const known = new WeakMap<EvidencePassage, Source[]>();

/**
 * The units that a sentence repeats: one complete sentence, step or row of each passage that has it. Only typography
 * and the number of a step may differ. The context of the unit (header of a row, steps above a sub-step) precedes it
 * unless the sentence before had it. The rule is the same for all authors: an answer never rephrases.
 * @param before what earlier sentences repeat, in order
 */
export function backingOf(
  sentence: string,
  passages: readonly EvidencePassage[],
  before: readonly (readonly Backing[])[],
): Backing[] {
  const said = asPrinted(sentence);
  return passages.flatMap((passage) => {
    const last = before.at(-1)?.find((backing) => backing.passage === passage);
    // Of identical units, the next one.
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

export function faultOf(sentence: string, passages: readonly EvidencePassage[]): ClaimFault {
  const stated = new Set(passages.flatMap(({ title, section, text }) => [...factsIn(`${title}\n${section}\n${text}`)]));
  return [...factsIn(withoutMarker(sentence))].every((fact) => stated.has(fact)) ? 'altered' : 'unsupported_fact';
}

/** The lead-ins at the start of a sentence that repeats the unit; null if it does not. */
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

/** The complete units of a passage. A unit that is cut off states nothing. */
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

/** On one line, with normalized typography. */
function asPrinted(text: string): string {
  return normalizeTypography(text.replace(/\s+/gu, ' ')).trim();
}
