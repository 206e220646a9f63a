import type { Caveat } from '../document/caveats.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { BlockKind } from '../document/document.types.js';
import { captionOf } from '../facts/figures.js';
import { MAX_NOTICE_CHARACTERS } from '../notices/governing-notices.js';
import { cutAtNotices, isNoticeKind } from '../notices/inline-notices.js';
import {
  apartLabel,
  capitalsNotice,
  isBareLabel,
  noticeKind,
  smallNotice,
  stepMarker,
  type NoticeKind,
} from '../notices/markers.js';
import { isNoticeItem } from '../notices/notice-items.js';
import { CELL_SEPARATOR } from '../layout/lines.js';
import { continued, listAtEnd, listFrom, type NoticeList } from '../notices/notice-list.js';
import type { MarkupBlock } from '../document/page-source.js';
import { settleRaised } from '../text/raised-text.js';
import { characterCaveats, cleanLine } from '../text/text-cleanup.js';

/** A piece of a file, named by its markup, before analysis of its wording. */
export interface MarkupItem {
  kind: BlockKind;
  text: string;
  /** Of headings and list items, outermost 1. */
  level?: number;
  /** Kind from its style or class. Consecutive items of one kind are one notice. */
  notice?: NoticeKind;
  /** Start of the text, after its number, that is set in another type or before a tab. */
  label?: string;
  /** Set on a further paragraph of a list item: a notice there governs the item too. */
  inItem?: true;
  /** Set on a heading that is a name, for example of a sheet: its wording does not make it a notice. */
  isName?: true;
  /** Set on a table row that names the columns. */
  header?: true;
  /** Set on a row of several cells: cut at a notice inside of one, its cells would lose their columns. */
  isWhole?: true;
  /** Differences between its text and the file. */
  caveats?: readonly Caveat[];
}

const MAX_LEVEL = 8;

/** Turns items into blocks, by the same rules as pages with a layout: finds notices by wording, joins separate labels, levels steps. */
export class MarkupBuilder {
  /** Blocks by the pages of the file. */
  readonly pages: MarkupBlock[][] = [[]];
  private label: MarkupItem | null = null;
  /** What may still join the last notice: items of the same style, its list, or the section it is the title of. */
  private open: { declared: boolean; section: boolean; list: NoticeList | null } | null = null;
  private steps: string[] = [];
  private characters = 0;
  private caveats = new Set<Caveat>();

  /** @param maxBytes of text; a character has at least one */
  constructor(private readonly maxBytes: number) {}

  /** @throws ExtractionError `too_much_text` */
  add(given: MarkupItem): void {
    for (const caveat of given.caveats ?? []) this.caveats.add(caveat);
    const text = settleRaised(given.text).split('\n').map(cleanLine).filter(Boolean).join('\n');
    if (text === '') return;
    for (const caveat of characterCaveats(given.text)) this.caveats.add(caveat);
    this.characters += text.length;
    if (this.characters > this.maxBytes) throw new ExtractionError('too_much_text', 'file');
    this.take({ ...given, text });
    if (!this.label) this.settleCaveats();
  }

  /** Adds a caveat about the next text, or about content left out here. */
  addCaveat(caveat: Caveat): void {
    this.caveats.add(caveat);
  }

  /** Caveats with no text after them. */
  get undecided(): Caveat[] {
    return [...this.caveats];
  }

  /** Starts a new page. Empty pages do not count. */
  breakPage(): void {
    this.endNotice();
    this.settleCaveats();
    if (this.pages.at(-1)!.length > 0) this.pages.push([]);
  }

  /** Ends all open notices. */
  endNotice(): void {
    if (this.label) this.push(this.label, noticeKind(this.label.text) ?? this.label.kind);
    this.label = null;
    this.open = null;
  }

  private take(item: MarkupItem): void {
    if (item.isName) {
      this.endNotice();
      return this.push(item, item.kind);
    }
    if (this.label && this.joinLabel(this.label, item)) return;
    if (this.joinNotice(item)) return;
    this.open = null;
    if (isBareLabel(item.text) && item.kind !== 'figure') this.label = item;
    else this.push(item, kindOf(item));
  }

  /** Assigns caveats to the block written last, whose page reports them. */
  private settleCaveats(): void {
    const block = this.pages.at(-1)!.at(-1);
    if (!block || this.caveats.size === 0) return;
    block.caveats = [...new Set([...(block.caveats ?? []), ...this.caveats])];
    this.caveats.clear();
  }

  private joinLabel(label: MarkupItem, item: MarkupItem): boolean {
    const list = listFrom(item);
    const isPlain = item.kind === 'paragraph' && !isStep(item.text);
    const isText = isPlain || list !== null || item.notice !== undefined;
    if (!isText || wordedNotice(item) !== null) {
      this.endNotice();
      return false;
    }
    this.label = null;
    const kind = noticeKind(label.text)!;
    this.push({ ...label, text: `${label.text}\n${item.text}` }, kind);
    // A notice with its own title includes the whole section. Notes do not: they have many uses.
    const section = label.kind === 'heading' && kind !== 'note';
    this.open = { declared: (label.notice ?? item.notice) !== undefined, section, list };
    return true;
  }

  private joinNotice(item: MarkupItem): boolean {
    const last = this.pages.at(-1)!.at(-1);
    if (!this.open || !last || wordedNotice(item) !== null) return false;
    const list = this.open.list ? continued(this.open.list, item) : last.text.endsWith(':') ? listFrom(item) : null;
    const isSection = this.open.section && (item.kind === 'paragraph' || isNoticeBullet(item));
    const isDeclared = this.open.declared && item.notice === last.kind;
    if (!(list || isSection || isDeclared) || last.text.length + item.text.length > MAX_NOTICE_CHARACTERS) return false;
    last.text += `\n${item.text}`;
    this.open.list = list ?? this.open.list;
    return true;
  }

  private push(item: MarkupItem, kind: BlockKind): void {
    const level = this.levelOf(item, kind);
    const text = isNoticeKind(kind) && wordedNotice(item) === null ? labelled(item, kind) : item.text;
    const parts =
      item.isWhole && !isNoticeKind(kind) ? [{ kind, text, start: 0, end: text.length }] : cutAtNotices(kind, text);
    const blocks = parts.map(({ start: _start, end: _end, ...part }, i): MarkupBlock => ({
      ...part,
      ...(i === 0 && level && { level }),
      ...(item.inItem && isNoticeKind(part.kind) && { inline: true as const }),
      ...(item.header && part.kind === 'table_row' && { header: true as const }),
    }));
    this.pages.at(-1)!.push(...blocks);
    const isNotice = isNoticeKind(blocks.at(-1)!.kind);
    this.open = isNotice ? { declared: item.notice !== undefined, section: false, list: listAtEnd(text) } : null;
  }

  private levelOf({ text, level }: MarkupItem, kind: BlockKind): number | undefined {
    if (kind === 'heading') {
      this.steps = [];
      return Math.min(level ?? 1, MAX_LEVEL);
    }
    const marker = stepMarker(text);
    if (kind === 'list_item' && level !== undefined) return Math.min(level, MAX_LEVEL);
    if (!marker || (kind !== 'list_item' && !isNoticeKind(kind))) return kind === 'list_item' ? 1 : undefined;
    const known = this.steps.lastIndexOf(marker.style);
    if (known >= 0) this.steps.length = known;
    if (this.steps.length < MAX_LEVEL) this.steps.push(marker.style);
    return this.steps.length;
  }
}

/** The kind of an item by its wording, else its style, else its markup. */
function kindOf(item: MarkupItem): BlockKind {
  const { kind, text, notice } = item;
  if (kind === 'figure') return kind;
  const kindByWording = wordedNotice(item) ?? notice;
  if (kindByWording) return kindByWording;
  if (kind === 'paragraph' && captionOf(text)) return 'figure';
  return kind === 'paragraph' && stepMarker(text) ? 'list_item' : kind;
}

/** The notice kind of an item by its wording and its separate label. */
function wordedNotice({ kind, text, label = '' }: MarkupItem): NoticeKind | null {
  const marker = stepMarker(text);
  const rest = text.slice(marker?.length ?? 0);
  // "3. WARNINGS" is the title of a section, not a label.
  if (marker !== null && kind === 'heading' && isBareLabel(rest)) return null;
  const [firstLine = ''] = rest.split('\n', 1);
  const apart = apartLabel(rest, cleanLine(label));
  const isInCapitals = kind !== 'table_row' && (label !== '' || !/\p{Ll}/u.test(firstLine));
  return (
    noticeKind(text) ??
    noticeKind(rest, apart) ??
    noticeKind(isBareLabel(firstLine) ? firstLine : '') ??
    (isInCapitals ? capitalsNotice(firstLine) : null) ??
    (kind === 'paragraph' || kind === 'list_item' ? smallNotice(firstLine) : null)
  );
}

function isStep(text: string): boolean {
  const style = stepMarker(text)?.style;
  return style !== undefined && style !== '•';
}

/** A bullet that belongs to the notice before it. */
function isNoticeBullet({ kind, text }: MarkupItem): boolean {
  return (kind === 'list_item' || kind === 'paragraph') && stepMarker(text)?.style === '•' && isNoticeItem(text, 0);
}

/** The notice kind that an item declares or has as label. For cells in one row. */
export function noticeOfItem(item: MarkupItem): NoticeKind | undefined {
  return item.notice ?? (item.label === undefined ? undefined : (wordedNotice(item) ?? undefined));
}

/** A cell with its own label. */
const LABELLED_CELL = /^[*!⚠\s]*(?:DANGER|WARNING|CAUTION|NOTE)S?(?![\p{L}\p{N}])/u;

/** Adds a label to a notice marked only by its style: passages and quotations have neither color nor frame. */
function labelled({ text, kind: given }: { text: string; kind: BlockKind }, kind: NoticeKind): string {
  if (given === 'table_row' && text.split(CELL_SEPARATOR).some((cell) => LABELLED_CELL.test(cell))) return text;
  const marker = stepMarker(text)?.length ?? 0;
  return `${text.slice(0, marker)}${kind.toUpperCase()}: ${text.slice(marker)}`;
}
