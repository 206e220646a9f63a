import { namesOtherAircraft } from '@amks/language/applicability/other-aircraft.js';
import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import { follows } from '@amks/reader/notices/markers.js';
import type { MeantAircraft } from '../../applicability/applicability.service.js';
import type { EvidencePassage } from '../answering/answer.types.js';
import { blank } from '../answering/evidence/injected-text.js';
import { readMarker, type ListItem } from '../answering/evidence/outline.js';
import { markerOf, splitUnits, type SourceUnit } from '../answering/evidence/source-units.js';

/**
 * The evidence without what does not apply to the aircraft. Steps and rows for other aircraft are blanked, so that offsets stay. What may apply
 * stays, and is marked.
 */
export function evidenceFor(aircraft: MeantAircraft, evidence: readonly EvidencePassage[]): EvidencePassage[] {
  return evidence.flatMap((passage) => judge(aircraft, passage) ?? []);
}

function judge(aircraft: MeantAircraft, passage: EvidencePassage): EvidencePassage | null {
  const verdicts = aircraft.verdictsFor(passage.aircraft_type);
  const statements = passage.facts.effectivity ?? [];
  const excluded = new Set(
    statements.filter(
      (one) => isInside(one, passage) && verdicts.ofStatement(one.value, one.reach, passage) === 'not_applicable',
    ),
  );
  const { text, blanked } = withoutOthers(passage, excluded);
  if (text.trim() === '') return null;
  const in_force = statements.filter((one) => !blanked.has(one));
  const { page_number, start } = passage;
  const { verdict } = verdicts.ofPassage(passage, { page_number, start, in_force });
  if (verdict === 'not_applicable') return null;
  const facts = { ...passage.facts, effectivity: in_force };
  return { ...passage, text, facts, applicability: { verdict, aircraft: aircraft.label } };
}

function isInside({ reach, page_number, start }: Effectivity, passage: EvidencePassage): boolean {
  const at = start - passage.start;
  return reach === 'block' && page_number === passage.page_number && at >= 0 && at < passage.text.length;
}

/**
 * Blanks the steps and rows that a statement excludes, where it is certain what the statement is about: it begins a step or fills a cell, no other
 * statement is in the line, and what follows belongs to another step or row. All else stays.
 */
function withoutOthers(
  passage: EvidencePassage,
  excluded: ReadonlySet<Effectivity>,
): { text: string; blanked: Set<Effectivity> } {
  const blanked = new Set<Effectivity>();
  let { text } = passage;
  if (excluded.size === 0) return { text, blanked };
  const units = splitUnits(text);
  const depths = depthsOf(units, passage.facts.step ?? []);
  const inside = (passage.facts.effectivity ?? []).filter((one) => isInside(one, passage));
  for (const one of excluded) {
    const at = one.start - passage.start;
    const index = units.findIndex(({ start, end }) => at >= start && at < end);
    const unit = units[index];
    if (!unit) continue;
    const last = unit.kind === 'row' ? lastOfRow(units, index, one, passage) : lastOfStep(text, units, depths, index);
    const end = units[last ?? -1]?.end;
    if (end === undefined || (unit.kind !== 'row' && !beginsStep(text.slice(unit.start, at)))) continue;
    const others = inside.filter(({ start }) => start >= passage.start + unit.start && start < passage.start + end);
    const rest = text.slice(one.end - passage.start, end);
    if (others.some((other) => !excluded.has(other)) || namesOtherAircraft(rest)) continue;
    text = text.slice(0, unit.start) + blank(text.slice(unit.start, end)) + text.slice(end);
    others.forEach((other) => blanked.add(other));
  }
  return { text, blanked };
}

/** `3.1`, with which only S1000D steps begin. */
const DOTTED = /^\s*\d{1,3}(?:\.\d{1,3})+\s/u;

function markerIn(text: string): string | null {
  return markerOf(text) ?? DOTTED.exec(text)?.[0].trim() ?? null;
}

/** Whether only the marker and brackets precede a statement. */
function beginsStep(before: string): boolean {
  const marker = markerIn(`${before} x`);
  return (
    marker !== null &&
    before
      .replace(marker, '')
      .trim()
      .replace(/^[[(]$/u, '') === ''
  );
}

/** Index of the row if the statement fills a cell of it, and no row of the passage continues a merged cell; null otherwise. */
function lastOfRow(
  units: readonly SourceUnit[],
  index: number,
  { text: statement, value }: Effectivity,
  { text }: EvidencePassage,
): number | null {
  const cells = units[index]!.text.split(' | ').map((cell) => cell.trim());
  const isCell = cells.some((cell) => cell === statement || cell === value || cell === `[${statement}]`);
  const isMerged = text.split('\n').some((line) => /^\s*\||\|\s*(?:\||$)/u.test(line));
  return isCell && !isMerged ? index : null;
}

/** Index of the last unit of a step with its sub-steps; null if it is not certain that the next unit is of another step. */
function lastOfStep(
  text: string,
  units: readonly SourceUnit[],
  depths: readonly (number | null)[],
  first: number,
): number | null {
  const depth = depths[first] ?? null;
  if (depth === null) return null;
  const number = DOTTED.exec(units[first]!.text)?.[0].trim();
  let last = first;
  for (const [offset, unit] of units.slice(first + 1).entries()) {
    const own = depths[first + 1 + offset] ?? null;
    const isOnLine = !text.slice(units[last]!.end, unit.start).includes('\n');
    if (own !== null && own <= depth) return last;
    // `2)` after `(1)` is of the same level in another style.
    if (own !== null && isNext(unit.text, units[first]!.text)) return null;
    const isBelow =
      own !== null &&
      (number === undefined ? isLeadIn(units.slice(first, last + 1)) : unit.text.trimStart().startsWith(`${number}.`));
    // An outer list that begins in another passage looks like an inner one.
    if (!isBelow && !(isOnLine && own === null)) return null;
    last = first + 1 + offset;
  }
  return last;
}

function isNext(text: string, before: string): boolean {
  const [number, last] = [text, before].map((one) => /[\p{L}\d.]*[\p{L}\d]/u.exec(markerIn(one) ?? '')?.[0]);
  return number !== undefined && last !== undefined && follows(number, last);
}

/** Whether the line of a step, or one below it, ends with a colon. */
function isLeadIn(units: readonly SourceUnit[]): boolean {
  return units.some(({ text }) => text.trimEnd().endsWith(':'));
}

/** The depth of each step in its list, from 0; null for other units. @param above markers of the step in which the passage begins */
function depthsOf(units: readonly SourceUnit[], above: readonly string[]): (number | null)[] {
  let open: ListItem[] = [];
  const enter = (marker: string): number => {
    const item = readMarker(marker, open);
    const at = open.findLastIndex(({ style }) => style === item.style);
    open = [...(at < 0 ? open : open.slice(0, at)), item];
    return open.length - 1;
  };
  above.forEach(enter);
  return units.map(({ kind, text }) => {
    const marker = kind === 'row' || kind === 'heading' ? null : markerIn(text);
    return marker === null ? null : enter(marker);
  });
}
