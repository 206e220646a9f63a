import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { MeantAircraft } from '../../applicability/applicability.service.js';
import type { EvidencePassage } from '../answering/answer.types.js';
import { blank } from '../answering/evidence/injected-text.js';
import { readMarker, type ListItem } from '../answering/evidence/outline.js';
import { isNotice, markerOf, splitUnits, type SourceUnit } from '../answering/evidence/source-units.js';

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
  const { text, blanked } = withoutSteps(passage, excluded);
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

/** Blanks the lines that have one of the statements, and the sub-steps of steps. */
function withoutSteps(
  passage: EvidencePassage,
  excluded: ReadonlySet<Effectivity>,
): { text: string; blanked: Set<Effectivity> } {
  const blanked = new Set<Effectivity>();
  let { text } = passage;
  if (excluded.size === 0) return { text, blanked };
  const units = splitUnits(text);
  const depths = depthsOf(units, passage.facts.step ?? []);
  for (const one of excluded) {
    const at = one.start - passage.start;
    const index = units.findIndex(({ start, end }) => at >= start && at < end);
    if (index < 0) continue;
    const start = text.lastIndexOf('\n', at) + 1;
    // A step begins the line of its statement. Other texts are one line, unless they were wrapped.
    const step = units.findIndex((unit, place) => depths[place] !== null && unit.start >= start && unit.start <= at);
    if (step < 0 && isWrapped(text, at)) continue;
    const end = step < 0 ? endOfLine(text, at) : units[lastOfStep(units, depths, step)]!.end;
    text = text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end);
    blanked.add(one);
  }
  return { text, blanked };
}

/** Whether the line at an offset may continue on the line before or behind it. */
function isWrapped(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at);
  const isEnd = (line: string): boolean => /(?:^|[.:;!?)\]])\s*$/u.test(line) || line.includes(' | ');
  const before = text.slice(text.lastIndexOf('\n', Math.max(0, start - 1)) + 1, Math.max(0, start));
  return !isEnd(before) || !isEnd(text.slice(start + 1, endOfLine(text, at)));
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** Index of the last unit of a step: sub-steps and sentences that follow belong to it, a notice to the next step. */
function lastOfStep(units: readonly SourceUnit[], depths: readonly (number | null)[], index: number): number {
  let last = index;
  for (const [offset, unit] of units.slice(index + 1).entries()) {
    const depth = depths[index + 1 + offset] ?? null;
    if (unit.kind === 'heading' || isNotice(unit.text) || (depth !== null && depth <= depths[index]!)) break;
    last = index + 1 + offset;
  }
  return last;
}

/** `3.1`, which only S1000D steps begin with. */
const DOTTED = /^\s*\d{1,3}(?:\.\d{1,3})+\s/u;

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
    const marker = kind === 'row' || kind === 'heading' ? null : (markerOf(text) ?? DOTTED.exec(text)?.[0].trim());
    return marker ? enter(marker) : null;
  });
}
