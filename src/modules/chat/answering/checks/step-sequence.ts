import type { Backing } from './claim-check.js';
import type { EvidencePassage } from '../answer.types.js';
import { isNotice } from '../evidence/source-units.js';
import type { ReadPassage } from '../evidence/injected-text.js';

/** Whether a step or sentence precedes one of its section that was said before. Work is done in the printed order. */
export function isOutOfOrder(next: Backing, before: readonly Backing[]): boolean {
  if (!isSequential(next)) return false;
  const place = placeOf(next);
  return before.some(
    (said) => isSequential(said) && isOfSection(said.passage, next.passage) && isBefore(place, placeOf(said)),
  );
}

/** Whether blanked text, possibly a step, precedes in the section: a procedure with a gap is worse than one that ends early. */
export function isBeyondGap(step: Backing, before: readonly Backing[], passages: readonly ReadPassage[]): boolean {
  if (step.unit.kind !== 'step') return false;
  const earlier = before.filter(({ passage, unit }) => unit.kind === 'step' && isOfSection(passage, step.passage));
  if (earlier.length === 0) return false;
  const end = placeOf(step);
  const blanks = passages.flatMap(({ original, read }) =>
    read.text !== original.text && original.revision_id === step.passage.revision_id ? blanksOf(original, read) : [],
  );
  return blanks.some((blank) => isBefore(blank, end) && earlier.some((said) => isBefore(placeOf(said), blank)));
}

/** Rows and notices can come in any order. */
function isSequential({ passage, unit }: Backing): boolean {
  const isOfNotice = passage.kind !== 'text' || isNotice(unit.text);
  return !isOfNotice && (unit.kind === 'step' || unit.kind === 'sentence');
}

/** Page and offset. */
type Place = readonly [number, number];

function placeOf({ passage, unit }: Backing): Place {
  return [passage.page_number, passage.start + unit.start];
}

/** The start of each blanked line. */
function blanksOf(original: EvidencePassage, read: EvidencePassage): Place[] {
  return [...original.text.matchAll(/\S[^\n]*/gu)]
    .filter(({ 0: line, index }) => read.text.slice(index, index + line.length).trim() === '')
    .map(({ index }) => [original.page_number, original.start + index]);
}

function isBefore(one: Place, other: Place): boolean {
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
}

function isOfSection(one: EvidencePassage, other: EvidencePassage): boolean {
  return one.revision_id === other.revision_id && one.section === other.section;
}
