import { stepMarker } from '../extraction/markers.js';
import type { BlockKind, PageBlock } from '../extraction/extraction.types.js';

/** A page as it is stored: all that typesetting needs. */
export interface TypesettablePage {
  text: string;
  blocks: readonly Pick<PageBlock, 'kind' | 'start' | 'end' | 'level'>[];
}

/** A stretch of a page that is set in one way. `running` is what stands in no block: headers and footers. */
export interface PagePart {
  kind: BlockKind | 'running';
  start: number;
  end: number;
  level: number;
}

/** A stretch of text by its offsets. */
export interface Stretch {
  start: number;
  end: number;
}

/** What stands between the cells of a row. */
const CELL_BORDER = /(?<=^| )\|(?= |$)/g;

const LABEL =
  /^[*!⚠\s]*(?:D A N G E R|DANGER|W A R N I N G|WARNING|C A U T I O N|CAUTION|N O T E|NOTE)(?: ?S)?(?:\s+\d{1,2})?\s*[:!]*(?=\s|$)/i;

/** All of the text of a page in its order, in blocks and outside of them. */
export function partsOf({ text, blocks }: TypesettablePage): PagePart[] {
  const parts: PagePart[] = [];
  let at = 0;
  const runUpTo = (end: number): void => {
    for (const line of linesOf(text, { start: at, end })) parts.push({ kind: 'running', level: 1, ...line });
  };
  for (const { kind, start, end, level = 1 } of blocks) {
    runUpTo(start);
    parts.push({ kind, start, end, level });
    at = end;
  }
  runUpTo(text.length);
  return parts;
}

/** The lines of a stretch that have something on them. */
export function linesOf(text: string, { start, end }: Stretch): Stretch[] {
  const lines: Stretch[] = [];
  for (let from = start; from < end;) {
    const feed = text.indexOf('\n', from);
    const to = feed === -1 || feed > end ? end : feed;
    if (text.slice(from, to).trim() !== '') lines.push({ start: from, end: to });
    from = to + 1;
  }
  return lines;
}

/** The cells of a row, borders left out; the first and the last may be empty. */
export function cellsOf(text: string, { start, end }: Stretch): Stretch[] {
  const cells: Stretch[] = [];
  let from = start;
  for (const { index } of text.slice(start, end).matchAll(CELL_BORDER)) {
    cells.push({ start: from, end: start + index });
    from = start + index + 1;
  }
  return [...cells, { start: from, end }];
}

/** Where the bold beginning of a part ends: a heading's or caption's end, or that of the label of a notice. */
export function boldEnd(text: string, { kind, start, end }: PagePart): number {
  if (kind === 'heading' || kind === 'figure') return end;
  if (kind !== 'warning' && kind !== 'caution' && kind !== 'note') return start;
  return start + (LABEL.exec(text.slice(start, Math.min(end, start + 100)))?.[0].length ?? 0);
}

/** Where the number or bullet of a step ends, without the space behind it; the start when it has none. */
export function markerEnd(text: string, { kind, start, end }: PagePart): number {
  if (kind !== 'list_item') return start;
  const beginning = text.slice(start, Math.min(end, start + 100));
  return start + beginning.slice(0, stepMarker(beginning)?.length ?? 0).trimEnd().length;
}
