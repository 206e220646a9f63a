import type { BlockKind } from '../document/document.types.js';
import { labelAt } from './labels.js';
import { follows, stepMarker } from './markers.js';
import { isNoticeItem } from './notice-items.js';

/** The list of a notice so far. Properties that the markup does not state are unknown. */
export interface NoticeList {
  style: string;
  number: string;
  items: number;
  kind?: BlockKind;
  level?: number;
}

interface Item {
  kind: BlockKind;
  text: string;
  level?: number;
}

/** First numbers of lists in notices. */
const FIRST = /^(?:1|a|A|i|I)$/;

/** The list of a notice that starts with an item, or null. An instruction, or a step that continues earlier numbers, starts none. */
export function listFrom({ kind, text, level }: Item): NoticeList | null {
  const marker = kind === 'list_item' || kind === 'paragraph' ? stepMarker(text) : null;
  if (!marker || (marker.style !== '•' && !FIRST.test(marker.number))) return null;
  if (!isNoticeItem(text, 0)) return null;
  return { style: marker.style, number: marker.number, items: 1, kind, ...(level !== undefined && { level }) };
}

/** The unfinished list at the end of a notice: `WARNING: (1) RELEASE THE PRESSURE.` */
export function listAtEnd(notice: string): NoticeList | null {
  const line = notice.slice(notice.lastIndexOf('\n') + 1);
  const label = labelAt(line)?.length ?? 0;
  // A number before the label is that of the notice.
  const marker = label > 0 || line.length < notice.length ? stepMarker(line.slice(label).trimStart()) : null;
  return marker && { style: marker.style, number: marker.number, items: 1 };
}

/** The list with the next item, or null if the item is not part of it. */
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
  // Roman numerals of several letters are not step markers.
  if (!marker) return kind === 'list_item' && /^\(?[ivxIVX]{2,6}[.)]/.test(text) ? list : null;
  const isNext = marker.style === list.style && follows(marker.number, list.number);
  return isNext ? { ...list, number: marker.number } : null;
}
