import type { Quantity, QuantityKind } from '@amks/language/facts/passage-facts.js';
import { findQuantities } from '@amks/language/quantities/quantities.js';
import { quantityKey } from '@amks/language/quantities/quantity-key.js';
import { normalizeTypography } from '@amks/language/text/typography.js';
import type { EvidencePassage } from '../answer.types.js';
import type { SourceUnit } from './source-units.js';
import { quantitiesUnderHeader } from './table-cells.js';

const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|half|quarter|third|double|twice|dozen)\b/giu;

/** Letters are identifiers only after these words: "Type B", "Figure C", "step D". */
const LABELED =
  /\b(?:type|class|grade|group|category|condition|method|step|item|figure|fig\.|table|zone|panel|detail|view|position|p\/n|part number)\s+([A-Z]{1,3}|[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)(?![\p{L}\p{N}])/giu;

/** Identifiers and plain numbers: `AT72-4021-3`, `3,000`, `1/4-28`, `±5`. */
const CODE =
  /(?<![\p{L}\p{N}_])(?:[<>≤≥±≈~+-]{1,2} ?)?(?=[\p{L}\p{N}/_-]*\p{N})[\p{L}\p{N}](?:[-/_]?[\p{L}\p{N}]|(?<=\d)[.,:](?=\d))*/gu;

/** Keys of statements that an answer must not change. Equal keys state the same: `27 N·m` differs from `127 N·m` and `27`. */
export function factsIn(text: string): Set<string> {
  const normalized = normalizeTypography(text);
  const quantities = findQuantities(normalized, null);
  return new Set([...quantities.map(quantityKey), ...factsBeside(normalized, quantities)]);
}

/** The facts of a unit, including cells with the unit of their column. */
export function factsOf(unit: SourceUnit, passage: EvidencePassage): Set<string> {
  const own = ownQuantities(unit, passage);
  const offset = passage.start + unit.start;
  const placed = own.map(({ start, end }) => ({ start: start - offset, end: end - offset }));
  const quantities = [...own, ...columnQuantities(unit)];
  return new Set([...quantities.map(quantityKey), ...factsBeside(unit.text, placed)]);
}

/** The kinds of quantity in a unit. */
export function quantityKindsOf(unit: SourceUnit, passage: EvidencePassage): Set<QuantityKind> {
  return new Set([...ownQuantities(unit, passage), ...columnQuantities(unit)].map(({ kind }) => kind));
}

export function ownQuantities(unit: SourceUnit, { start, facts }: EvidencePassage): Quantity[] {
  return (facts.quantities ?? []).filter((one) => one.start >= start + unit.start && one.end <= start + unit.end);
}

function columnQuantities({ text, header }: SourceUnit): Quantity[] {
  return header === null ? [] : quantitiesUnderHeader(text, header);
}

function factsBeside(text: string, quantities: readonly { start: number; end: number }[]): string[] {
  const rest = quantities.reduce(
    (masked, { start, end }) => `${masked.slice(0, start)}${' '.repeat(end - start)}${masked.slice(end)}`,
    text,
  );
  const normalized = normalizeTypography(rest);
  const codes = (normalized.match(CODE) ?? []).map((code) => code.replace(/\s/gu, ''));
  const words = (normalized.match(NUMBER_WORDS) ?? []).map((word) => word.toLowerCase());
  const labels = [...normalized.matchAll(LABELED)].flatMap(([, label = '']) =>
    label === label.toUpperCase() ? label : [],
  );
  return [...codes, ...words, ...labels];
}
