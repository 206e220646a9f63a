import type { EvidencePassage } from '../answer.types.js';
import { promptInjectionIn } from './prompt-injection.js';
import { splitUnits, type SourceUnit } from './source-units.js';

/** Characters at the boundary of two passages that are read together, because an instruction can be split. */
const SEAM = 160;

/** A passage as printed (`original`) and without injected text (`read`). */
export interface ReadPassage {
  original: EvidencePassage;
  read: EvidencePassage;
}

/**
 * Blanks injected text, keeping order and offsets. Blanked text is not rated, quoted or used as support. Blanked are units that address a
 * machine, the prose after them (numbered steps, rows and headings end it), the rest of the passage after an imitated chat protocol, and
 * sections under a heading that addresses a machine. A passage whose notices address a machine is blanked completely.
 */
export function withoutInjectedText(passages: readonly EvidencePassage[]): EvidencePassage[] {
  const previous = predecessors(passages);
  const carriedBy = new Map<EvidencePassage, boolean>();
  const read = new Map<EvidencePassage, EvidencePassage>();
  for (const passage of inOrder(passages)) {
    const before = previous.get(passage);
    const carried =
      before !== undefined && (carriedBy.get(before) === true || isSeam(before.text.slice(-SEAM), passage.text));
    const { text, open } = blanked(passage, carried, isCutInto(passage, passages, previous));
    carriedBy.set(passage, open);
    const section = promptInjectionIn(passage.section) ? '' : passage.section;
    const title = promptInjectionIn(passage.title) ? '' : passage.title;
    const isSame = text === passage.text && section === passage.section && title === passage.title;
    read.set(passage, isSame ? passage : { ...passage, text, section, title });
  }
  return passages.map((passage) => read.get(passage) ?? passage);
}

function blanked(passage: EvidencePassage, carried: boolean, cutAtEnd: boolean): { text: string; open: boolean } {
  if (passage.notices.some(({ text }) => promptInjectionIn(text))) return { text: blank(passage.text), open: false };
  if (!carried && !cutAtEnd && !promptInjectionIn(passage.text)) return { text: passage.text, open: false };
  const units = splitUnits(passage.text);
  const planted = new Set<SourceUnit>();
  let until: 'prose' | 'heading' | 'end' | null = carried ? 'prose' : null;
  units.forEach((unit, index) => {
    const next = units[index + 1];
    const address = promptInjectionIn(unit.leadIn ? `${unit.leadIn}\n${unit.text}` : unit.text);
    const withNext = next ? promptInjectionIn(`${unit.text}\n${next.text}`) : null;
    const isCut = !address && withNext !== null && next !== undefined && !promptInjectionIn(next.text);
    if (until === 'prose' && unit.kind !== 'sentence') until = null;
    if (until === 'heading' && unit.kind === 'heading') until = null;
    if (address === 'protocol' || (isCut && withNext === 'protocol')) until = 'end';
    else if (until !== 'end' && (address || isCut)) until = unit.kind === 'heading' ? 'heading' : (until ?? 'prose');
    if (cutAtEnd && index === units.length - 1) until ??= 'prose';
    if (until !== null) planted.add(unit);
    if (isCut && next) planted.add(next);
  });
  let text = passage.text;
  for (const { start, end } of planted) text = text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end);
  return { text, open: until !== null };
}

/** Spaces of the same length. Line breaks stay. */
export function blank(text: string): string {
  return text.replace(/[^\n]/gu, (character) => ' '.repeat(character.length));
}

/** The preceding passage of each, in the same revision. */
function predecessors(passages: readonly EvidencePassage[]): Map<EvidencePassage, EvidencePassage> {
  const found = new Map<EvidencePassage, EvidencePassage>();
  inOrder(passages).forEach((passage, index, all) => {
    const before = all[index - 1];
    if (before?.revision_id === passage.revision_id) found.set(passage, before);
  });
  return found;
}

function inOrder(passages: readonly EvidencePassage[]): EvidencePassage[] {
  return [...passages].sort(
    (a, b) => a.revision_id.localeCompare(b.revision_id) || a.page_number - b.page_number || a.start - b.start,
  );
}

/** Whether only both texts together address a machine. */
function isSeam(end: string, beginning: string): boolean {
  const start = beginning.slice(0, SEAM);
  return promptInjectionIn(`${end}\n${start}`) !== null && !promptInjectionIn(end) && !promptInjectionIn(start);
}

function isCutInto(
  passage: EvidencePassage,
  passages: readonly EvidencePassage[],
  previous: ReadonlyMap<EvidencePassage, EvidencePassage>,
): boolean {
  return passages.some((next) => previous.get(next) === passage && isSeam(passage.text.slice(-SEAM), next.text));
}
