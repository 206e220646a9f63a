import { noticeOfItem, type MarkupItem } from '../markup-builder.js';
import type { DocxNumbering } from './docx-numbering.js';
import { DocxParagraph, type FlowItem } from './docx-paragraph.js';
import { headingLevel, type DocxStyles } from './docx-styles.js';
import { rowTexts, symbol } from './docx-text.js';
import type { Attribute, WordHandler } from './word-xml.js';

/** Deleted or moved away, properties of before a change, instructions of fields, and what repeats a text box for old programs. */
const SKIPPED = /^(?:w:(?:del|moveFrom|delText|instrText|delInstrText|\w+Change|rt)|mc:Fallback)$/;

/** What the parts of a document share. */
export interface DocxContext {
  styles: DocxStyles;
  numbering: DocxNumbering;
  /** Text of a foot- or endnote: by the name of its reference element and its id. */
  notes: ReadonlyMap<string, string>;
  /** Counts notes as they are met. */
  noteCount: { footnote: number; endnote: number };
  /** What the reader of the document should know. */
  found: { changes: boolean; embedded: boolean };
}

/** What sets a run apart from its neighbours. */
const LOOK = /^w:(?:rStyle|b|i|u|color|caps|highlight|shd)$/;

interface Table {
  columns: number;
  cells: FlowItem[][];
  isDeleted: boolean;
}

/**
 * Reads the running text of a part: paragraphs, tables, text boxes (ECMA-376 part 1, 17.3 and 17.4), into items in
 * reading order. Deleted text is no text, inserted text is.
 */
export class DocxBody implements WordHandler {
  private skipped = 0;
  /** Innermost last. Items go to the innermost flow: the document, a cell, a text box, a note. */
  private readonly flows: { add(item: FlowItem): void; merged: string[] }[];
  private readonly paragraphs: DocxParagraph[] = [];
  private readonly tables: Table[] = [];
  private readonly names: string[] = [];
  private isHidden = false;
  /** How the present run is set. */
  private look = '';

  constructor(
    private readonly context: DocxContext,
    add: (item: FlowItem) => void,
  ) {
    this.flows = [{ add, merged: [] }];
  }

  open(name: string, attribute: Attribute): void {
    const parent = this.names.at(-1);
    this.names.push(name);
    if (this.skipped > 0 || SKIPPED.test(name)) {
      this.skipped += 1;
      if (this.skipped === 1) this.noteDeletion(name, parent);
      return;
    }
    switch (name) {
      case 'w:p':
        this.paragraphs.push(new DocxParagraph(this.flows.at(-1)!.merged.splice(0)));
        break;
      case 'w:r':
        this.isHidden = false;
        this.look = '';
        break;
      case 'w:ins':
        this.context.found.changes = true;
        break;
      case 'w:altChunk':
        this.context.found.embedded = true;
        break;
      case 'w:tbl':
        this.tables.push({ columns: 0, cells: [], isDeleted: false });
        break;
      case 'w:gridCol':
        if (this.tables.length > 0) this.tables.at(-1)!.columns += 1;
        break;
      case 'w:tc':
      case 'w:txbxContent': {
        const items: FlowItem[] = [];
        if (name === 'w:tc') this.tables.at(-1)?.cells.push(items);
        const anchor = name === 'w:tc' ? items : (this.paragraphs.at(-1)?.after ?? items);
        this.flows.push({ add: (item) => anchor.push(item), merged: [] });
        break;
      }
      default:
        this.inParagraph(name, attribute, parent);
    }
  }

  text(text: string): void {
    const name = this.names.at(-1);
    if (this.skipped === 0 && !this.isHidden && (name === 'w:t' || name === 'm:t'))
      this.paragraphs.at(-1)?.write(text, this.look);
  }

  close(name: string): void {
    this.names.pop();
    if (this.skipped > 0) {
      this.skipped -= 1;
      return;
    }
    if (name === 'w:p') this.endParagraph();
    else if (name === 'w:tr') this.endRow();
    else if (name === 'w:tbl') this.tables.pop();
    else if (name === 'w:tc' || name === 'w:txbxContent') this.flows.pop();
  }

  private inParagraph(name: string, attribute: Attribute, parent: string | undefined): void {
    const paragraph = this.paragraphs.at(-1);
    if (!paragraph) return;
    const value = attribute('val');
    const isOn = value === undefined || !/^(?:0|false|off)$/.test(value);
    switch (name) {
      case 'w:pStyle':
        paragraph.style = value;
        break;
      case 'w:numId':
        paragraph.numbering.id = value ?? '0';
        break;
      case 'w:ilvl':
        paragraph.numbering.level = Number(value);
        break;
      case 'w:outlineLvl':
        paragraph.level = headingLevel(Number(value)) ?? null;
        break;
      case 'w:pageBreakBefore':
        paragraph.breakBefore = isOn;
        break;
      case 'w:sectPr':
        paragraph.breakAfter = true;
        break;
      case 'w:type':
        if (parent === 'w:sectPr' && value === 'continuous') paragraph.breakAfter = false;
        break;
      case 'w:vanish':
        if (this.names.at(-3) === 'w:r') this.isHidden = isOn;
        break;
      default:
        if (LOOK.test(name) && this.names.at(-3) === 'w:r') this.look += `${name}=${value ?? ''};`;
        else if (!this.isHidden) this.writeSpecial(name, attribute, paragraph);
    }
  }

  private writeSpecial(name: string, attribute: Attribute, paragraph: DocxParagraph): void {
    switch (name) {
      case 'w:tab':
        if (this.names.at(-2) === 'w:r') paragraph.tab();
        break;
      case 'w:ptab':
        paragraph.tab();
        break;
      case 'w:cr':
        paragraph.write(' ');
        break;
      case 'w:br':
        if (attribute('type') === 'page') paragraph.breakPage(this.context.styles, this.context.numbering);
        else paragraph.write('\n');
        break;
      case 'w:noBreakHyphen':
        paragraph.write('-');
        break;
      case 'w:sym':
        paragraph.write(symbol(attribute('font'), attribute('char')));
        break;
      case 'w:footnoteReference':
        this.refer('footnote', attribute('id'), paragraph);
        break;
      case 'w:endnoteReference':
        this.refer('endnote', attribute('id'), paragraph);
    }
  }

  /** A note comes after the paragraph that refers to it: there it is read, and found with it. */
  private refer(kind: 'footnote' | 'endnote', id: string | undefined, paragraph: DocxParagraph): void {
    const text = this.context.notes.get(`${kind} ${id}`);
    if (text === undefined || text === '') return;
    const number = (this.context.noteCount[kind] += 1);
    paragraph.write(` [${number}]`);
    paragraph.after.push({
      kind: 'paragraph',
      text: `${kind === 'footnote' ? 'Footnote' : 'Endnote'} ${number}: ${text}`,
    });
  }

  private noteDeletion(name: string, parent: string | undefined): void {
    if (name !== 'w:del' && name !== 'w:moveFrom') return;
    this.context.found.changes = true;
    if (parent === 'w:trPr' && this.tables.length > 0) this.tables.at(-1)!.isDeleted = true;
    // In the properties of a paragraph it is the mark at its end that was deleted.
    else if (parent === 'w:rPr' && this.names.at(-3) === 'w:pPr' && this.paragraphs.length > 0)
      this.paragraphs.at(-1)!.isMerged = true;
  }

  private endParagraph(): void {
    const paragraph = this.paragraphs.pop()!;
    const flow = this.flows.at(-1)!;
    if (paragraph.isMerged) flow.merged = paragraph.takePieces();
    for (const item of paragraph.finish(this.context.styles, this.context.numbering)) flow.add(item);
  }

  /** One row as one line; in a table of one column, which is a frame around text, what its cell holds. */
  private endRow(): void {
    const table = this.tables.at(-1);
    const cells = table?.cells.splice(0) ?? [];
    if (!table || table.isDeleted) {
      if (table) table.isDeleted = false;
      return;
    }
    const flow = this.flows.at(-1)!;
    if (cells.length === 1 && table.columns <= 1) {
      for (const item of cells[0]!) flow.add(item);
      return;
    }
    const items = cells.map((cell) => cell.filter((item): item is MarkupItem => item !== 'page_break'));
    const notice = items.flat().map(noticeOfItem).find(Boolean);
    for (const text of rowTexts(items.map((cell) => cell.map((item) => item.text)))) {
      flow.add({ kind: 'table_row', text, ...(notice && { notice }) });
    }
  }
}
