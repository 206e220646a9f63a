import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { titlesOf } from '@amks/language/text/section-path.js';
import type { EvidencePassage } from '../answer.types.js';
import { cellsOf } from './table-cells.js';
import { splitUnits, type SourceUnit } from './source-units.js';

const known = new WeakMap<EvidencePassage, SourceUnit[]>();

/** The sentences, steps and rows of a passage. If it continues a table with known titles, its first row is not a header. */
export function unitsOf(passage: EvidencePassage): SourceUnit[] {
  const found = known.get(passage) ?? readUnits(passage);
  known.set(passage, found);
  return found;
}

/** The column titles of a row, separated by bars: of the header above it, or of the table's start in another passage. Null if unknown. */
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

/** The source of a passage, as text for matching. */
export function sourceText({ title, document_type, aircraft_type, section }: EvidencePassage): string {
  return [title, document_type, aircraft_type, section].join('\n');
}

/** The task, data module or bulletin: headings down to the last one with an identifier; else the section without the last of three. */
export function taskOf({ revision_id, section }: Pick<EvidencePassage, 'revision_id' | 'section'>): string {
  const path = titlesOf(section);
  const named = path.findLastIndex((heading) => extractIdentifiers(heading).length > 0);
  const depth = named >= 0 ? named + 1 : path.length > 2 ? path.length - 1 : path.length;
  return [revision_id, ...path.slice(0, depth)].join('\n');
}
