import { stepMarker } from '../notices/markers.js';
import type { BlockKind, PageBlock } from '../document/document.types.js';

/** A stored page with all that typesetting needs. */
export interface TypesettablePage {
  text: string;
  blocks: readonly Pick<PageBlock, 'kind' | 'start' | 'end' | 'level'>[];
}

/** A uniformly set stretch of a page. `running`: text outside blocks, in headers and footers. */
export interface PagePart {
  kind: BlockKind | 'running';
  start: number;
  end: number;
  level: number;
}

export interface Stretch {
  start: number;
  end: number;
}

/** The separator of the cells of a row. */
const CELL_BORDER = /(?<=^| )\|(?= |$)/g;

const LABEL =
  /^[*!⚠\s]*(?:D A N G E R|DANGER|W A R N I N G|WARNING|C A U T I O N|CAUTION|N O T E|NOTE)(?: ?S)?(?:\s+\d{1,2})?\s*[:!]*(?=\s|$)/i;

/** The whole text of a page in order, in blocks and outside of them. */
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

/** The cells of a row without borders; the first and the last may be empty. */
export function cellsOf(text: string, { start, end }: Stretch): Stretch[] {
  const cells: Stretch[] = [];
  let from = start;
  for (const { index } of text.slice(start, end).matchAll(CELL_BORDER)) {
    cells.push({ start: from, end: start + index });
    from = start + index + 1;
  }
  return [...cells, { start: from, end }];
}

/** End of the bold start of a part: of a heading, a caption or the label of a notice. */
export function boldEnd(text: string, { kind, start, end }: PagePart): number {
  if (kind === 'heading' || kind === 'figure') return end;
  if (kind !== 'warning' && kind !== 'caution' && kind !== 'note') return start;
  return start + (LABEL.exec(text.slice(start, Math.min(end, start + 100)))?.[0].length ?? 0);
}

/** End of the number or bullet of a step, without the space after it; otherwise the start. */
export function markerEnd(text: string, { kind, start, end }: PagePart): number {
  if (kind !== 'list_item') return start;
  const beginning = text.slice(start, Math.min(end, start + 100));
  return start + beginning.slice(0, stepMarker(beginning)?.length ?? 0).trimEnd().length;
}
