import type { BlockKind } from './extraction.types.js';
import { CELL_SEPARATOR } from './lines.js';
import { stepMarker, type NoticeKind } from './markers.js';

/** A cell that says itself what notice it is. */
const LABELLED_CELL = /^[*!⚠\s]*(?:DANGER|WARNING|CAUTION|NOTE)S?(?![\p{L}\p{N}])/u;

/**
 * The text of a notice that only its style or class names, with the label that readers of a page see as a colour or a frame:
 * whoever reads a passage of it, or a quote, sees neither.
 */
export function labelled({ text, kind: given }: { text: string; kind: BlockKind }, kind: NoticeKind): string {
  if (given === 'table_row' && text.split(CELL_SEPARATOR).some((cell) => LABELLED_CELL.test(cell))) return text;
  const marker = stepMarker(text)?.length ?? 0;
  return `${text.slice(0, marker)}${kind.toUpperCase()}: ${text.slice(marker)}`;
}
