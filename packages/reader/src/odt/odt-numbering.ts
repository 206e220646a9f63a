import type { Attribute } from '../office/part-xml.js';
import { formatNumber } from '../text/list-marker.js';

/** One level of a list style (ODF 1.3-3, 16.31). */
export interface OdtLevel {
  isBullet: boolean;
  /** `1`, `a`, `A`, `i`, `I`; empty for none. */
  format: string;
  prefix: string;
  suffix: string;
  start: number;
  /** Levels whose numbers are shown: two for `1.2`. */
  displayed: number;
}

interface List {
  style: string;
  level: number;
  counts: number[];
}

interface Item {
  list: List;
  start: number | null;
  /** Whether its number is still to be written; false for headers of lists and further paragraphs. */
  isNew: boolean;
}

/** The lists around a paragraph. Counts, because the file has no numbers. */
export class OdtLists {
  private readonly lists: List[] = [];
  private readonly items: Item[] = [];

  constructor(
    private readonly styles: ReadonlyMap<string, OdtLevel[]>,
    private readonly known: Map<string, number[]>,
  ) {}

  openList(attribute: Attribute): void {
    const outer = this.lists.at(-1);
    const style = attribute('style-name') ?? outer?.style ?? '';
    const continued = attribute('continue-list');
    const last = attribute('continue-numbering') === 'true' ? this.known.get(`style ${style}`) : undefined;
    const earlier = continued === undefined ? last : this.known.get(`id ${continued}`);
    const counts = outer?.counts ?? earlier ?? [];
    this.lists.push({ style, level: (outer?.level ?? 0) + 1, counts });
    this.known.set(`style ${style}`, counts);
    const id = attribute('xml:id');
    if (id !== undefined) this.known.set(`id ${id}`, counts);
  }

  closeList(): void {
    this.lists.pop();
  }

  openItem(attribute: Attribute, isHeader: boolean): void {
    const list = this.lists.at(-1);
    const start = attribute('start-value');
    if (list) this.items.push({ list, start: start === undefined ? null : Number(start) || 0, isNew: !isHeader });
  }

  closeItem(): void {
    this.items.pop();
  }

  /** The marker and level of the next paragraph: an empty marker for a further paragraph of an item, null outside of lists. */
  next(): { marker: string; level: number } | null {
    const item = this.items.at(-1);
    if (!item) return null;
    const { list, start, isNew } = item;
    item.isNew = false;
    return {
      marker: isNew ? markerOf(this.styles.get(list.style) ?? [], list.level, list.counts, start) : '',
      level: list.level,
    };
  }
}

/** Counts a paragraph on a level. Without a style, lists have bullets. */
export function markerOf(
  levels: readonly (OdtLevel | undefined)[],
  level: number,
  counts: number[],
  start: number | null = null,
): string {
  const own = levels[level - 1];
  counts.length = Math.min(counts.length, level);
  counts[level - 1] = start ?? (counts[level - 1] ?? (own?.start ?? 1) - 1) + 1;
  if (!own || own.isBullet) return '•';
  if (own.format === '') return `${own.prefix}${own.suffix}`.trim();
  const numbers = Array.from({ length: level }, (_, i) => ({
    count: counts[i] ?? levels[i]?.start ?? 1,
    format: levels[i]?.format ?? '1',
  }));
  const shown = numbers.filter(({ format }) => format !== '').slice(-own.displayed);
  const text = shown.map(({ count, format }) => formatNumber(count, format)).join('.');
  return `${own.prefix}${text}${own.suffix}`.trim();
}
