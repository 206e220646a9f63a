import type { TableLimits } from '../limits/extraction-limits.js';
import type { Attribute } from '../office/part-xml.js';
import { markerOf, OdtLists } from './odt-numbering.js';
import { hiddenText, OdtParagraph, type FlowItem } from './odt-paragraph.js';
import type { OdtStyle, OdtStyles } from './odt-styles.js';
import { OdtTable } from './odt-table.js';

/** Deleted text, comments, pronunciation, programs, forms, descriptions of pictures and cells under others. */
const SKIPPED =
  /^(?:text:(?:tracked-changes|note-citation|ruby-text|script)|table:covered-table-cell|office:(?:annotation|forms|event-listeners)|title|desc)$/;

export interface OdtContext {
  styles: OdtStyles;
  limits: TableLimits;
  found: { changes: boolean };
  /** Counts of notes and headings. */
  notes: { footnote: number; endnote: number };
  headings: number[];
  /** Counts of lists, by style and id. */
  lists: Map<string, number[]>;
}

interface Flow {
  add(item: FlowItem): void;
  lists: OdtLists;
  spans: OdtStyle[];
}

/** Reads text, tables and text boxes (ODF 1.3-3, 5) into items in reading order. Deleted text is skipped. */
export class OdtBody {
  private skipped = 0;
  /** Whether a cell under another one is skipped, until text is found in it. */
  private isCovered = false;
  /** Innermost last. Items go to the innermost flow: the document, a cell, a note. */
  private readonly flows: Flow[] = [];
  private readonly paragraphs: OdtParagraph[] = [];
  private readonly tables: OdtTable[] = [];
  private readonly notes: { kind: 'footnote' | 'endnote'; items: FlowItem[] }[] = [];

  constructor(
    private readonly context: OdtContext,
    add: (item: FlowItem) => void,
  ) {
    this.startFlow(add);
  }

  open(name: string, attribute: Attribute): void {
    if (this.skipped > 0 || this.isSkipped(name, attribute)) {
      this.skipped += 1;
      return;
    }
    switch (name) {
      case 'text:h':
      case 'text:p':
        this.openParagraph(name, attribute);
        break;
      case 'text:span':
        this.flow.spans.push(this.context.styles.of('text', attribute('style-name')));
        break;
      case 'text:list':
        this.flow.lists.openList(attribute);
        break;
      case 'text:list-item':
      case 'text:list-header':
        this.flow.lists.openItem(attribute, name === 'text:list-header');
        break;
      case 'text:note':
        this.notes.push({ kind: attribute('note-class') === 'endnote' ? 'endnote' : 'footnote', items: [] });
        this.startFlow((item) => void this.notes.at(-1)!.items.push(item));
        break;
      case 'table:table':
        this.tables.push(new OdtTable(this.context.limits));
        break;
      case 'table:table-cell': {
        const items: FlowItem[] = [];
        this.tables.at(-1)?.openCell(attribute, items);
        this.startFlow((item) => void items.push(item));
        break;
      }
      default:
        this.tables.at(-1)?.open(name, attribute);
        this.writeSpecial(name, attribute);
    }
  }

  text(text: string): void {
    if (this.skipped === 0) this.paragraphs.at(-1)?.write(text, this.flow.spans);
    else if (this.isCovered && text.trim() !== '') {
      this.isCovered = false;
      this.emit(hiddenText());
    }
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped -= 1;
      return;
    }
    switch (name) {
      case 'text:h':
      case 'text:p':
        for (const item of this.paragraphs.pop()!.finish()) this.emit(item);
        break;
      case 'text:span':
        this.flow.spans.pop();
        break;
      case 'text:list':
        this.flow.lists.closeList();
        break;
      case 'text:list-item':
      case 'text:list-header':
        this.flow.lists.closeItem();
        break;
      case 'text:note':
        this.flows.pop();
        this.endNote();
        break;
      case 'table:table':
        this.tables.pop();
        break;
      case 'table:table-cell':
        this.flows.pop();
        break;
      default:
        this.tables.at(-1)?.close(name, (item) => this.emit(item));
    }
  }

  private get flow(): Flow {
    return this.flows.at(-1)!;
  }

  private startFlow(add: (item: FlowItem) => void): void {
    const { styles, lists } = this.context;
    this.flows.push({ add, lists: new OdtLists(styles.lists, lists), spans: [] });
  }

  /** What is anchored in a paragraph follows it. */
  private emit(item: FlowItem): void {
    const around = this.paragraphs.at(-1);
    if (around?.isIn(this.flow)) around.after.push(item);
    else this.flow.add(item);
  }

  private isSkipped(name: string, attribute: Attribute): boolean {
    if (name === 'text:tracked-changes') this.context.found.changes = true;
    const paragraph = this.paragraphs.at(-1);
    if (name === 'office:annotation') paragraph?.addCaveat('comment');
    this.isCovered = name === 'table:covered-table-cell';
    const isHidden = this.isHidden(name, attribute);
    if (isHidden) this.emit(hiddenText());
    return isHidden || SKIPPED.test(name);
  }

  private isHidden(name: string, attribute: Attribute): boolean {
    if (name === 'table:table') return this.context.styles.of('table', attribute('style-name')).isHidden === true;
    if (/^(?:text|draw):/.test(name) && attribute('display') === 'none') return true;
    return /^text:(?:section|hidden-text)$/.test(name) && attribute('is-hidden') === 'true';
  }

  private openParagraph(name: string, attribute: Attribute): void {
    const style = this.context.styles.of('paragraph', attribute('style-name'));
    const isHeading = name === 'text:h';
    const level = isHeading ? Math.max(1, Number(attribute('outline-level') ?? style.level ?? 1) || 1) : style.level;
    const list = this.flow.lists.next();
    const isNumbered = isHeading && list === null && attribute('is-list-header') !== 'true';
    const marker = isNumbered ? this.headingNumber(level!, attribute('start-value')) : '';
    const placed = marker === '' ? list : { marker, level: 1 };
    this.paragraphs.push(new OdtParagraph(style, level, placed, this.flow));
  }

  private headingNumber(level: number, start: string | undefined): string {
    const levels = this.context.styles.lists.get('') ?? [];
    const own = levels[level - 1];
    if (!own || (own.format === '' && own.prefix + own.suffix === '')) return '';
    return markerOf(levels, level, this.context.headings, start === undefined ? null : Number(start) || 0);
  }

  private writeSpecial(name: string, attribute: Attribute): void {
    const paragraph = this.paragraphs.at(-1);
    if (!paragraph) return;
    if (name === 'text:s') paragraph.write(' ', this.flow.spans);
    else if (name === 'text:tab') paragraph.tab();
    else if (name === 'text:line-break') paragraph.lineBreak();
    else if (name === 'draw:object' || name === 'draw:object-ole') paragraph.writeObject();
    else if (name === 'text:change') paragraph.addCaveat('removed');
    else if (name === 'text:hidden-paragraph' && attribute('is-hidden') === 'true') paragraph.isHidden = true;
  }

  /** Writes a note after the paragraph that refers to it, so that it is read and found there. */
  private endNote(): void {
    const { kind, items } = this.notes.pop()!;
    const texts = items.map((item) => (item === 'page_break' ? '' : item.text.replace(/\s+/g, ' ').trim()));
    const text = texts.filter(Boolean).join(' ');
    const paragraph = this.paragraphs.at(-1);
    if (!paragraph || text === '') return;
    const number = (this.context.notes[kind] += 1);
    paragraph.write(` [${number}]`, this.flow.spans);
    const title = kind === 'footnote' ? 'Footnote' : 'Endnote';
    paragraph.after.push({ kind: 'paragraph', text: `${title} ${number}: ${text}` });
  }
}
