import { joinCellLines, oneLine } from '../cell-lines.js';
import type { BlockKind } from '../extraction.types.js';
import { isBareLabel, isLabelRun, type NoticeKind } from '../markers.js';
import { noticeOfItem, type MarkupItem } from '../markup-builder.js';
import { listMarker } from '../list-marker.js';
import type { Doubt } from '../doubts.js';
import { lowered, raised } from '../raised-text.js';
import { mathText } from './mathml.js';
import { beginsPage, isHidden, isStruck, noticeHint } from './html-hints.js';
import { tableRows, isLayoutTable } from './html-table.js';
import { attribute, isElement, type HtmlElement, type HtmlNode } from './html-tree.js';

/** Elements that begin a line of their own. */
const BLOCK =
  /^(?:address|article|aside|blockquote|body|center|dd|details|dialog|dir|div|dl|dt|fieldset|figure|footer|form|frameset|header|hgroup|hr|html|legend|li|main|menu|nav|optgroup|option|p|search|section|summary|tbody|td|tfoot|th|thead|tr)$/;
const HEADING = /^h[1-6]$/;
const LIST = /^(?:ul|ol|menu|dir)$/;

/** Where the items of a document go. */
export interface ItemSink {
  add(item: MarkupItem): void;
  endNotice(): void;
  breakPage(): void;
  doubt(doubt: Doubt): void;
}

/** What the element around says of the text in it. */
interface Context {
  kind: BlockKind;
  notice?: NoticeKind;
  /** Lists around. */
  depth: number;
}

/** What a cell says, and the notice that it is. */
interface CellContent {
  text: string;
  notice?: NoticeKind;
}

/** Walks the tree of a document and hands on what stands in it, in order. */
export class HtmlBlocks {
  private text: string[] = [];
  /** With what the text begins in an element of its own, when that is a label. */
  private label: string | undefined;
  /** Marker of a list item whose text has not come yet. */
  private marker: string | null = null;

  constructor(private readonly sink: ItemSink) {}

  read(root: { childNodes: HtmlNode[] }): void {
    const context: Context = { kind: 'paragraph', depth: 0 };
    this.children(root, context);
    this.flush(context);
  }

  private children(parent: { childNodes: HtmlNode[] }, context: Context): void {
    for (const node of parent.childNodes) {
      if (isElement(node)) this.element(node, context);
      else if (node.nodeName === '#text' && 'value' in node) this.text.push(node.value.replace(/[\t\n\f\r ]+/g, ' '));
    }
  }

  private element(element: HtmlElement, context: Context): void {
    if (isHidden(element)) return;
    if (isStruck(element)) {
      if (plainText(element).trim() !== '') this.sink.doubt('removed');
      return;
    }
    if (beginsPage(element)) {
      this.flush(context);
      this.sink.breakPage();
    }
    const hint = noticeHint(element);
    if (!hint || hint === context.notice) return this.visit(element, context);
    this.flush(context);
    this.sink.endNotice();
    const inside = { ...context, notice: hint };
    this.visit(element, inside);
    this.flush(inside);
    this.sink.endNotice();
  }

  private visit(element: HtmlElement, context: Context): void {
    const { tagName: name } = element;
    if (name === 'br') this.text.push('\n');
    else if (name === 'img') this.text.push(labelOf(element));
    else if (name === 'sup' || name === 'sub') this.shifted(element, name === 'sup' ? raised : lowered, context);
    else if (name === 'math') this.formula(element);
    else if (HEADING.test(name)) this.block(element, context, { ...context, kind: 'heading' }, Number(name.charAt(1)));
    else if (name === 'figcaption' || name === 'caption') this.block(element, context, { ...context, kind: 'figure' });
    else if (name === 'pre') this.preformatted(element, context);
    else if (name === 'table') this.table(element, context);
    else if (LIST.test(name)) this.list(element, context);
    else if (BLOCK.test(name)) this.block(element, context);
    else this.inline(element, context);
  }

  /** An element within a line; one that begins it may set a label apart: `<b>WARNING</b> …`. */
  private inline(element: HtmlElement, context: Context): void {
    const isFirst = this.label === undefined && this.text.join('').trim() === '';
    this.children(element, context);
    const text = isFirst ? this.text.join('').trim() : '';
    if (text !== '' && isLabelRun(text)) this.label ??= text;
  }

  private shifted(element: HtmlElement, mark: (text: string) => string, context: Context): void {
    const around = this.text;
    this.text = [];
    this.children(element, context);
    this.text = [...around, mark(this.text.join(''))];
  }

  private formula(element: HtmlElement): void {
    const text = mathText(element, () => this.sink.doubt('formula'));
    this.text.push(/\d$/.test(this.text.at(-1) ?? '') && /^\d/.test(text) ? ` ${text}` : text);
  }

  /** An element on lines of its own. */
  private block(element: HtmlElement, around: Context, inside = around, level?: number): void {
    this.flush(around);
    this.children(element, inside);
    this.flush(inside, level);
  }

  private list(element: HtmlElement, context: Context): void {
    this.flush(context);
    const inside: Context = { ...context, kind: 'list_item', depth: context.depth + 1 };
    let number = Number.parseInt(attribute(element, 'start') ?? '1', 10) || 1;
    for (const node of element.childNodes) {
      if (!isElement(node) || node.tagName !== 'li') {
        if (isElement(node)) this.element(node, inside);
        continue;
      }
      number = Number.parseInt(attribute(node, 'value') ?? String(number), 10) || number;
      this.marker = element.tagName === 'ol' ? listMarker(number, attribute(element, 'type') ?? '1') : '•';
      number += 1;
      this.element(node, inside);
      this.flush(inside);
      this.marker = null;
    }
  }

  private table(element: HtmlElement, context: Context): void {
    this.flush(context);
    if (isLayoutTable(element)) return this.block(element, context);
    /** What the cells of the row above say, some of which go on. */
    let read = new Map<HtmlElement, CellContent>();
    for (const { caption, cells } of tableRows(element)) {
      if (caption) this.element(caption, context);
      const known = new Map<HtmlElement, CellContent>();
      const contents = cells.map((cell) => {
        if (!cell) return { text: '' };
        const content = read.get(cell) ?? this.readCell(cell, context);
        known.set(cell, content);
        return content;
      });
      read = known;
      const texts = contents.map(({ text }) => text);
      const hinted = cells.map((cell, i) => (cell && noticeHint(cell)) ?? contents[i]!.notice);
      const hint = hinted.find(Boolean) ?? context.notice;
      if (texts.some(Boolean))
        this.sink.add({
          kind: 'table_row',
          text: texts.join(' | '),
          ...(hint && { notice: hint }),
          ...(cells.every((cell) => cell?.tagName === 'th') && { header: true as const }),
        });
    }
  }

  /** What a cell says, its paragraphs and list items behind each other. */
  private readCell(cell: HtmlElement, context: Context): CellContent {
    if (isStruck(cell) || (isElementNode(cell.parentNode) && isStruck(cell.parentNode))) {
      if (plainText(cell).trim() !== '') this.sink.doubt('removed');
      return { text: '' };
    }
    const items: MarkupItem[] = [];
    const inner = new HtmlBlocks({
      add: (item) => items.push(item),
      endNotice: () => undefined,
      breakPage: () => undefined,
      doubt: (doubt) => this.sink.doubt(doubt),
    });
    const inside: Context = { kind: 'paragraph', depth: 0, ...(context.notice && { notice: context.notice }) };
    inner.children(cell, inside);
    inner.flush(inside);
    const text = joinCellLines(items.flatMap((item) => item.text.split('\n').map(oneLine)));
    const notice = items.map(noticeOfItem).find(Boolean);
    return { text, ...(notice && { notice }) };
  }

  /** Text whose lines are meant as they are; blank lines part its paragraphs. */
  private preformatted(element: HtmlElement, context: Context): void {
    this.flush(context);
    for (const paragraph of plainText(element).split(/\n[ \t]*\n/)) {
      this.text.push(paragraph);
      this.flush(context);
    }
  }

  private flush({ kind, notice, depth }: Context, level?: number): void {
    const text = this.text.join('').trim();
    const { label } = this;
    this.text = [];
    this.label = undefined;
    if (text === '') return;
    const details = { ...(notice && { notice }), ...(label !== undefined && { label }) };
    if (kind !== 'list_item') return this.sink.add({ kind, text, ...(level && { level }), ...details });
    // Further paragraphs of an item belong to it without being one.
    if (this.marker === null) return this.sink.add({ kind: 'paragraph', text, ...details });
    this.sink.add({ kind, text: `${this.marker} ${text}`, level: depth, ...details });
    this.marker = null;
  }
}

/** What a picture says when it is the sign of a notice; other pictures are no text. */
function labelOf(image: HtmlElement): string {
  const alternative = (attribute(image, 'alt') ?? '').trim();
  return isBareLabel(alternative) ? `${alternative}\n` : '';
}

function isElementNode(node: HtmlElement['parentNode']): node is HtmlElement {
  return node !== null && 'tagName' in node;
}

function plainText(element: HtmlElement): string {
  return element.childNodes
    .map((node) => {
      if (isElement(node))
        return isHidden(node)
          ? ''
          : node.tagName === 'sup'
            ? raised(plainText(node))
            : node.tagName === 'sub'
              ? lowered(plainText(node))
              : node.tagName === 'br'
                ? '\n'
                : plainText(node);
      return 'value' in node ? node.value : '';
    })
    .join('');
}
