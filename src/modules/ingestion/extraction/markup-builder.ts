import type { Doubt } from './doubts.js';
import { ExtractionError } from './extraction-error.js';
import type { BlockKind } from './extraction.types.js';
import { captionOf } from './facts/figures.js';
import { MAX_NOTICE_CHARACTERS } from './governing-notices.js';
import { cutAtNotices, isNoticeKind } from './inline-notices.js';
import {
  apartLabel,
  capitalsNotice,
  isBareLabel,
  noticeKind,
  smallNotice,
  stepMarker,
  type NoticeKind,
} from './markers.js';
import { isNoticeItem } from './notice-items.js';
import { labelled } from './notice-labels.js';
import { continued, listAtEnd, listFrom, type NoticeList } from './notice-list.js';
import type { MarkupBlock } from './page-source.js';
import { settleRaised } from './raised-text.js';
import { characterDoubts, cleanLine } from './text-cleanup.js';

/** A piece of a file as its markup names it, before its wording is looked at. */
export interface MarkupItem {
  kind: BlockKind;
  /** May have several lines. */
  text: string;
  /** Of headings and list items, outermost 1. */
  level?: number;
  /** What its style or class says it is. Items of one kind that follow each other are one notice. */
  notice?: NoticeKind;
  /** With what its text begins, behind its number, in another type or before a tab. */
  label?: string;
  /** Set on a further paragraph of a list item: a notice there governs the item too. */
  inItem?: true;
  /** Set on a table row that names the columns. */
  header?: true;
  /** What of it is not as the file means it. */
  doubts?: readonly Doubt[];
}

const MAX_LEVEL = 8;

/**
 * Turns the items of a file into blocks: finds WARNINGs, CAUTIONs and NOTEs by their wording, joins a label that stands
 * alone with its text, and gives typed step numbers their level, by the same rules as pages with a layout.
 */
export class MarkupBuilder {
  /** Blocks by the pages that the file itself ends. */
  readonly pages: MarkupBlock[][] = [[]];
  /** A label that waits for its text. */
  private label: MarkupItem | null = null;
  /** What may still join the notice at the end: what its style names the same, its list, or all of the section it is the title of. */
  private open: { declared: boolean; section: boolean; list: NoticeList | null } | null = null;
  private steps: string[] = [];
  private characters = 0;
  private doubts = new Set<Doubt>();

  /** @param maxBytes of text; a character has at least one */
  constructor(private readonly maxBytes: number) {}

  /** @throws ExtractionError `too_much_text` */
  add(given: MarkupItem): void {
    for (const doubt of given.doubts ?? []) this.doubts.add(doubt);
    const text = settleRaised(given.text).split('\n').map(cleanLine).filter(Boolean).join('\n');
    if (text === '') return;
    for (const doubt of characterDoubts(given.text)) this.doubts.add(doubt);
    this.characters += text.length;
    if (this.characters > this.maxBytes) throw new ExtractionError('too_much_text', 'file');
    this.take({ ...given, text });
    if (!this.label) this.settleDoubts();
  }

  /** Something of the text that comes next, or of what would stand here, is not as the file means it. */
  doubt(doubt: Doubt): void {
    this.doubts.add(doubt);
  }

  /** Doubts behind which no text came. */
  get undecided(): Doubt[] {
    return [...this.doubts];
  }

  /** The next item begins on a new page. Pages without anything on them do not count. */
  breakPage(): void {
    this.endNotice();
    this.settleDoubts();
    if (this.pages.at(-1)!.length > 0) this.pages.push([]);
  }

  /** What follows belongs to no notice that was begun. */
  endNotice(): void {
    if (this.label) this.push(this.label, noticeKind(this.label.text) ?? this.label.kind);
    this.label = null;
    this.open = null;
  }

  private take(item: MarkupItem): void {
    if (this.label && this.joinLabel(this.label, item)) return;
    if (this.joinNotice(item)) return;
    this.open = null;
    if (isBareLabel(item.text) && item.kind !== 'figure') this.label = item;
    else this.push(item, kindOf(item));
  }

  /** Doubts belong to the block that was written last: its page is where they are told. */
  private settleDoubts(): void {
    const block = this.pages.at(-1)!.at(-1);
    if (!block || this.doubts.size === 0) return;
    block.doubts = [...new Set([...(block.doubts ?? []), ...this.doubts])];
    this.doubts.clear();
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
    // Under a title of its own a notice has all of the section. Notes are too many things for that.
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
    const blocks = cutAtNotices(kind, text).map(({ start: _start, end: _end, ...part }, i): MarkupBlock => ({
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

/** What an item is by its wording, else by its style, else as the markup says. */
function kindOf(item: MarkupItem): BlockKind {
  const { kind, text, notice } = item;
  if (kind === 'figure') return kind;
  const kindByWording = wordedNotice(item) ?? notice;
  if (kindByWording) return kindByWording;
  if (kind === 'paragraph' && captionOf(text)) return 'figure';
  return kind === 'paragraph' && stepMarker(text) ? 'list_item' : kind;
}

/** The notice that an item is by its wording and by how its label is set. */
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

/** A numbered step, which no bullet is. */
function isStep(text: string): boolean {
  const style = stepMarker(text)?.style;
  return style !== undefined && style !== '•';
}

/** A bullet that is a part of the notice before it. */
function isNoticeBullet({ kind, text }: MarkupItem): boolean {
  return (kind === 'list_item' || kind === 'paragraph') && stepMarker(text)?.style === '•' && isNoticeItem(text, 0);
}

/** The notice that an item declares or labels; of cells, which make one row. */
export function noticeOfItem(item: MarkupItem): NoticeKind | undefined {
  return item.notice ?? (item.label === undefined ? undefined : (wordedNotice(item) ?? undefined));
}
