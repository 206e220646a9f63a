import type { BlockKind } from './extraction.types.js';
import { labelAt } from './labels.js';
import { follows, stepMarker } from './markers.js';
import { isNoticeItem } from './notice-items.js';

/** A list in a notice, as far as it has come. What its markup does not say is unknown. */
export interface NoticeList {
  style: string;
  number: string;
  /** Of items, so far. */
  items: number;
  kind?: BlockKind;
  level?: number;
}

interface Item {
  kind: BlockKind;
  text: string;
  level?: number;
}

/** Numbers with which lists begin, in the ways in which notices number. */
const FIRST = /^(?:1|a|A|i|I)$/;

/**
 * The list of a notice that begins with an item, or null: a step that goes on counting from those before it begins none,
 * nor does work to be done.
 */
export function listFrom({ kind, text, level }: Item): NoticeList | null {
  const marker = kind === 'list_item' || kind === 'paragraph' ? stepMarker(text) : null;
  if (!marker || (marker.style !== '•' && !FIRST.test(marker.number))) return null;
  if (!isNoticeItem(text, 0)) return null;
  return { style: marker.style, number: marker.number, items: 1, kind, ...(level !== undefined && { level }) };
}

/** The list in whose midst the text of a notice ends: `WARNING: (1) RELEASE THE PRESSURE.` */
export function listAtEnd(notice: string): NoticeList | null {
  const line = notice.slice(notice.lastIndexOf('\n') + 1);
  const label = labelAt(line)?.length ?? 0;
  // In front of its label a number is that of the notice itself.
  const marker = label > 0 || line.length < notice.length ? stepMarker(line.slice(label).trimStart()) : null;
  return marker && { style: marker.style, number: marker.number, items: 1 };
}

/** The list with the item that comes next, or null for what is none of it. */
export function continued(list: NoticeList, item: Item): NoticeList | null {
  const next = isNoticeItem(item.text, list.items) ? counted(list, item) : null;
  return next && { ...next, items: list.items + 1 };
}

function counted(list: NoticeList, { kind, text, level }: Item): NoticeList | null {
  if (kind !== 'list_item' && kind !== 'paragraph') return null;
  const marker = stepMarker(text);
  if (marker?.style === '•') return list;
  if (kind === 'list_item' && list.level !== undefined && (level ?? 1) > list.level) return list;
  if ((list.kind ?? kind) !== kind || (list.level ?? level) !== level || list.style === '•') return null;
  // Roman numbers of several letters are no markers of steps.
  if (!marker) return kind === 'list_item' && /^\(?[ivxIVX]{2,6}[.)]/.test(text) ? list : null;
  const isNext = marker.style === list.style && follows(marker.number, list.number);
  return isNext ? { ...list, number: marker.number } : null;
}
