import { joinCellLines, oneLine } from '../markup/cell-lines.js';
import type { BlockKind } from '../document/document.types.js';
import { isLabelRun, type NoticeKind } from '../notices/markers.js';
import { noticeOfItem, type MarkupItem } from '../markup/markup-builder.js';
import { listMarker } from '../text/list-marker.js';
import type { Caveat } from '../document/caveats.js';
import { lowered, raised } from '../text/raised-text.js';
import { mathText } from './mathml.js';
import { beginsPage, isDropped, isHidden, isStruck, noticeHint, shiftOf } from './html-hints.js';
import { tableRows, isLayoutTable } from './html-table.js';
import { labelOf, plainText } from './html-text.js';
import { attribute, descendants, isElement, type HtmlElement, type HtmlNode } from './html-tree.js';

const BLOCK =
  /^(?:address|article|aside|blockquote|body|center|dd|details|dialog|dir|div|dl|dt|fieldset|figure|footer|form|frameset|header|hgroup|hr|html|legend|li|main|menu|nav|optgroup|option|p|search|section|summary|tbody|td|tfoot|th|thead|tr)$/;
const HEADING = /^h[1-6]$/;
const LIST = /^(?:ul|ol|menu|dir)$/;

export interface ItemSink {
  add(item: MarkupItem): void;
  endNotice(): void;
  breakPage(): void;
  addCaveat(caveat: Caveat): void;
}

interface Context {
  kind: BlockKind;
  notice?: NoticeKind;
  depth: number;
}

interface CellContent {
  text: string;
  notice?: NoticeKind;
}

/** Walks the tree of a document and passes its content to a sink in order. */
export class HtmlBlocks {
  private text: string[] = [];
  /** The label in a separate element at the start of the text. */
  private label: string | undefined;
  /** Marker of a list item that has no text yet. */
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
    if (isHidden(element)) return this.hidden(element);
    if (isStruck(element)) {
      if (plainText(element).trim() !== '') this.sink.addCaveat('removed');
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

  /** Hidden text may be text that a page shows on a click, so it is a caveat. */
  private hidden(element: HtmlElement): void {
    if (!isDropped(element) && plainText(element).trim() !== '') this.sink.addCaveat('hidden');
  }

  private visit(element: HtmlElement, context: Context): void {
    const { tagName: name } = element;
    if (name === 'br') this.text.push('\n');
    else if (name === 'img') this.text.push(labelOf(element));
    else if (name === 'math') this.formula(element);
    else if (name === 'rt') this.aside(element, context);
    else if (HEADING.test(name)) this.block(element, context, { ...context, kind: 'heading' }, Number(name.charAt(1)));
    else if (name === 'figcaption' || name === 'caption') this.block(element, context, { ...context, kind: 'figure' });
    else if (name === 'pre') this.preformatted(element, context);
    else if (name === 'table') this.table(element, context);
    else if (LIST.test(name)) this.list(element, context);
    else if (BLOCK.test(name)) this.block(element, context);
    else this.inline(element, context);
  }

  /** An inline element. At the start of a block it may separate a label: `<b>WARNING</b> …`. */
  private inline(element: HtmlElement, context: Context): void {
    const shift = shiftOf(element);
    if (shift) return this.shifted(element, shift === 'up' ? raised : lowered, context);
    const isFirst = this.label === undefined && this.text.every((text) => text.trim() === '');
    // Leading white space is dropped: every later element would scan it again.
    if (isFirst) this.text = [];
    this.children(element, context);
    const text = isFirst ? this.text.join('').trim() : '';
    if (text !== '' && isLabelRun(text)) this.label ??= text;
  }

  private shifted(element: HtmlElement, mark: (text: string) => string, context: Context): void {
    const around = this.text;
    this.text = [];
    this.children(element, context);
    around.push(mark(this.text.join('')));
    this.text = around;
  }

  /** Ruby text, in brackets after its word. */
  private aside(element: HtmlElement, context: Context): void {
    this.text.push(' (');
    this.children(element, context);
    this.text.push(')');
  }

  private formula(element: HtmlElement): void {
    const text = mathText(element, () => this.sink.addCaveat('formula'));
    this.text.push(/\d$/.test(this.text.at(-1) ?? '') && /^\d/.test(text) ? ` ${text}` : text);
  }

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
    for (const part of descendants(element, /^t[rdh]$/, /^table$/)) if (isHidden(part)) this.hidden(part);
    /** Content of the cells of the row above, some of which span further rows. */
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
          ...(cells[0] && cells.every((cell) => !cell || cell.tagName === 'th') && { header: true as const }),
        });
    }
  }

  /** Content of a cell on one line. */
  private readCell(cell: HtmlElement, context: Context): CellContent {
    if (isStruck(cell) || (isElementNode(cell.parentNode) && isStruck(cell.parentNode))) {
      if (plainText(cell).trim() !== '') this.sink.addCaveat('removed');
      return { text: '' };
    }
    const items: MarkupItem[] = [];
    const inner = new HtmlBlocks({
      add: (item) => items.push(item),
      endNotice: () => undefined,
      breakPage: () => undefined,
      addCaveat: (caveat) => this.sink.addCaveat(caveat),
    });
    const inside: Context = { kind: 'paragraph', depth: 0, ...(context.notice && { notice: context.notice }) };
    inner.children(cell, inside);
    inner.flush(inside);
    const text = joinCellLines(
      items.flatMap(({ kind, text: said }) => (kind === 'table_row' ? `${said};` : said).split('\n').map(oneLine)),
    );
    const notice = items.map(noticeOfItem).find(Boolean);
    return { text, ...(notice && { notice }) };
  }

  /** Text with significant line breaks; blank lines separate paragraphs. */
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
    // Further paragraphs of an item belong to it but are not items.
    if (this.marker === null) return this.sink.add({ kind: 'paragraph', text, inItem: true, ...details });
    this.sink.add({ kind, text: `${this.marker} ${text}`, level: depth, ...details });
    this.marker = null;
  }
}

function isElementNode(node: HtmlElement['parentNode']): node is HtmlElement {
  return node !== null && 'tagName' in node;
}
