import type { EvidencePassage } from './answer.types.js';
import { machineAddressIn } from './machine-address.js';
import { splitUnits, type SourceUnit } from './sentences.js';

/** Characters of one passage read together with the beginning of the next: an instruction may be cut in two. */
const SEAM = 160;

/** A passage as it is on its page, and as it may be read: without what was planted in it for a machine. */
export interface ReadPassage {
  original: EvidencePassage;
  read: EvidencePassage;
}

/**
 * The passages with everything blanked that was planted for a machine, in the same order and with the same offsets: what is
 * blank is neither rated nor quoted, and supports nothing. Planted is a unit that speaks to a machine, the prose that goes on
 * after it (numbered steps, rows and headings belong to the manual again), the rest of the passage where a chat protocol is
 * imitated, and the section under a heading that speaks to a machine. A passage whose notices speak to a machine is blanked
 * whole: to drop the notice and quote the step could lose a real one.
 */
export function withoutPlantedText(passages: readonly EvidencePassage[]): EvidencePassage[] {
  const previous = predecessors(passages);
  const carriedBy = new Map<EvidencePassage, boolean>();
  const read = new Map<EvidencePassage, EvidencePassage>();
  for (const passage of inOrder(passages)) {
    const before = previous.get(passage);
    const carried =
      before !== undefined && (carriedBy.get(before) === true || isSeam(before.text.slice(-SEAM), passage.text));
    const { text, open } = blanked(passage, carried, isCutInto(passage, passages, previous));
    carriedBy.set(passage, open);
    const section = machineAddressIn(passage.section) ? '' : passage.section;
    const title = machineAddressIn(passage.title) ? '' : passage.title;
    const isSame = text === passage.text && section === passage.section && title === passage.title;
    read.set(passage, isSame ? passage : { ...passage, text, section, title });
  }
  return passages.map((passage) => read.get(passage) ?? passage);
}

function blanked(passage: EvidencePassage, carried: boolean, cutAtEnd: boolean): { text: string; open: boolean } {
  if (passage.notices.some(({ text }) => machineAddressIn(text))) return { text: blank(passage.text), open: false };
  if (!carried && !cutAtEnd && !machineAddressIn(passage.text)) return { text: passage.text, open: false };
  const units = splitUnits(passage.text);
  const planted = new Set<SourceUnit>();
  let until: 'prose' | 'heading' | 'end' | null = carried ? 'prose' : null;
  units.forEach((unit, index) => {
    const next = units[index + 1];
    const address = machineAddressIn(unit.leadIn ? `${unit.leadIn}\n${unit.text}` : unit.text);
    const withNext = next ? machineAddressIn(`${unit.text}\n${next.text}`) : null;
    const isCut = !address && withNext !== null && next !== undefined && !machineAddressIn(next.text);
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

/** White space of the same length; lines stay lines. */
function blank(text: string): string {
  return text.replace(/[^\n]/gu, (character) => ' '.repeat(character.length));
}

/** The passage before each, of the same revision. */
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

/** Whether only the two together speak to a machine. */
function isSeam(end: string, beginning: string): boolean {
  const start = beginning.slice(0, SEAM);
  return machineAddressIn(`${end}\n${start}`) !== null && !machineAddressIn(end) && !machineAddressIn(start);
}

function isCutInto(
  passage: EvidencePassage,
  passages: readonly EvidencePassage[],
  previous: ReadonlyMap<EvidencePassage, EvidencePassage>,
): boolean {
  return passages.some((next) => previous.get(next) === passage && isSeam(passage.text.slice(-SEAM), next.text));
}
