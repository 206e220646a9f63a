import type { EvidencePassage } from './answer.types.js';
import { cellsOf } from './facts.js';
import { splitUnits, type SourceUnit } from './sentences.js';

const known = new WeakMap<EvidencePassage, SourceUnit[]>();

/**
 * The sentences, steps and rows of a passage. Where it goes on with a table that began before it, whose titles are known, its first row is
 * a row like the others, and none of them has it for a header.
 */
export function unitsOf(passage: EvidencePassage): SourceUnit[] {
  const found = known.get(passage) ?? readUnits(passage);
  known.set(passage, found);
  return found;
}

/** The titles of the columns of a row, between bars: those above it, or those of the table's beginning elsewhere; null when nobody knows. */
export function headerOf(unit: SourceUnit, { facts }: EvidencePassage): string | null {
  if (unit.kind !== 'row') return null;
  return unit.header ?? (facts.columns && facts.columns.length > 0 ? facts.columns.join(' | ') : null);
}

function readUnits({ text, facts }: EvidencePassage): SourceUnit[] {
  const units = splitUnits(text);
  const titles = (facts.columns ?? []).join(' | ');
  const [first] = units;
  if (first?.kind !== 'heading' || titles === '' || units[1]?.header !== first.text) return units;
  const cells = cellsOf(first.text, titles);
  if (cells.length === 0 || cells.every(({ title, text: cell }) => title === cell)) return units;
  return units.map((unit) => {
    if (unit === first) return { ...unit, kind: 'row' };
    return unit.header === first.text ? { ...unit, leadIn: null, leadIns: [], header: null } : unit;
  });
}
