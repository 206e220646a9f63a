import type { DocxNumbering } from './docx-numbering.js';
import { DocxParagraph, type FlowItem } from './docx-paragraph.js';
import { DocxRun } from './docx-run.js';
import { headingLevel, type DocxStyles } from './docx-styles.js';
import { DocxTable } from './docx-table.js';
import { OmmlFormula } from './omml.js';
import { symbolOf } from '../text/symbol-fonts.js';
import { UNKNOWN_CHARACTER, withDrawnHyphens } from '../text/text-cleanup.js';
import { isOn as isSet, type Attribute, type PartHandler } from '../office/part-xml.js';

/** Deleted or moved text, properties before a change, field instructions, and fallbacks that repeat text boxes. */
const SKIPPED = /^(?:w:(?:del|moveFrom|delText|delInstrText|\w+Change|rt)|mc:Fallback)$/;

export interface DocxContext {
  styles: DocxStyles;
  numbering: DocxNumbering;
  /** Text of a footnote or endnote, by its reference element and id. */
  notes: ReadonlyMap<string, string>;
  noteCount: { footnote: number; endnote: number };
  found: { changes: boolean; embedded: boolean };
}

/** Reads paragraphs, tables and text boxes (ECMA-376-1, 17.3, 17.4) into items in reading order. Deleted text is skipped. */
export class DocxBody implements PartHandler {
  private skipped = 0;
  /** Innermost last. Items go to the innermost flow: the document, a cell, a text box, a note. */
  private readonly flows: { add(item: FlowItem): void; merged: string[] }[];
  private readonly paragraphs: DocxParagraph[] = [];
  private readonly tables: DocxTable[] = [];
  private readonly names: string[] = [];
  /** Innermost last: runs contain text boxes. */
  private readonly runs: DocxRun[] = [];
  private formula: OmmlFormula | null = null;
  /** Instructions of the enclosing fields, innermost last. */
  private readonly fields: string[] = [];

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
    if (this.formula) return this.formula.open(name, attribute);
    switch (name) {
      case 'm:oMath':
        this.formula = new OmmlFormula();
        break;
      case 'w:p':
        this.paragraphs.push(new DocxParagraph(this.flows.at(-1)!.merged.splice(0)));
        break;
      case 'w:r':
        this.runs.push(new DocxRun());
        break;
      case 'w:ins':
        this.context.found.changes = true;
        break;
      case 'w:altChunk':
        this.context.found.embedded = true;
        break;
      case 'w:tbl':
        this.tables.push(new DocxTable());
        break;
      case 'w:gridCol':
        if (this.tables.length > 0) this.tables.at(-1)!.columns += 1;
        break;
      case 'w:tc':
      case 'w:txbxContent': {
        const items: FlowItem[] = [];
        if (name === 'w:tc') this.tables.at(-1)?.openCell(items);
        const anchor = name === 'w:tc' ? items : (this.paragraphs.at(-1)?.after ?? items);
        this.flows.push({ add: (item) => anchor.push(item), merged: [] });
        break;
      }
      default:
        if (!this.tables.at(-1)?.set(name, attribute('val'), parent)) this.inParagraph(name, attribute, parent);
    }
  }

  text(text: string): void {
    const name = this.names.at(-1);
    if (this.skipped > 0) return;
    if (this.formula) {
      if (name === 'm:t' || name === 'w:t') this.formula.text(text);
    } else if (name === 'w:t') this.write(withDrawnHyphens(text));
    else if (name === 'w:instrText' && this.fields.length > 0) this.fields.push(this.fields.pop()! + text);
  }

  close(name: string): void {
    this.names.pop();
    if (this.skipped > 0) {
      this.skipped -= 1;
      return;
    }
    if (this.formula) return this.inFormula();
    if (name === 'w:r') this.runs.pop();
    else if (name === 'w:p') this.endParagraph();
    else if (name === 'w:tr') this.tables.at(-1)?.endRow((item) => this.flows.at(-1)!.add(item));
    else if (name === 'w:tbl') this.tables.pop();
    else if (name === 'w:tc' || name === 'w:txbxContent') this.flows.pop();
  }

  /** Writes the text of a run, as its properties require. */
  private write(given: string, isSymbol = false): void {
    const paragraph = this.paragraphs.at(-1);
    const run = this.runs.at(-1);
    if (!paragraph) return;
    if (run?.isHidden(this.context.styles, paragraph.style)) {
      if (given.trim() !== '') paragraph.addCaveat('hidden');
      return;
    }
    const { text, caveat } = run?.read(given, this.context.styles, paragraph.style, isSymbol) ?? { text: given };
    if (text !== '') paragraph.write(text, run?.formatting);
    if (caveat) paragraph.addCaveat(caveat);
  }

  private inFormula(): void {
    if (!this.formula!.close()) return;
    const { text, isDoubtful } = this.formula!.finish();
    this.formula = null;
    this.paragraphs.at(-1)?.writeFormula(text);
    if (isDoubtful) this.paragraphs.at(-1)?.addCaveat('formula');
  }

  private inParagraph(name: string, attribute: Attribute, parent: string | undefined): void {
    const paragraph = this.paragraphs.at(-1);
    if (!paragraph) return;
    const value = attribute('val');
    const isOn = isSet(value);
    if (parent === 'w:rPr' && this.names.at(-3) === 'w:r') return this.runs.at(-1)?.set(name, attribute, isOn);
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
      default:
        if (!this.runs.at(-1)?.isHidden(this.context.styles, paragraph.style))
          this.writeSpecial(name, attribute, paragraph);
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
      case 'w:fldChar':
        if (attribute('fldCharType') === 'begin') this.fields.push('');
        else if (attribute('fldCharType') === 'end') paragraph.writeField(this.fields.pop() ?? '');
        break;
      case 'w:fldSimple':
        paragraph.writeField(attribute('instr') ?? '');
        break;
      case 'w:object':
        paragraph.writeFormula(UNKNOWN_CHARACTER);
        paragraph.addCaveat('formula');
        break;
      case 'w:sym':
        this.writeSymbol(attribute, paragraph);
        break;
      case 'w:footnoteReference':
        this.refer('footnote', attribute('id'), paragraph);
        break;
      case 'w:endnoteReference':
        this.refer('endnote', attribute('id'), paragraph);
    }
  }

  private writeSymbol(attribute: Attribute, paragraph: DocxParagraph): void {
    const text = symbolOf(attribute('font'), Number.parseInt(attribute('char') ?? '', 16) || 0);
    if (text === UNKNOWN_CHARACTER) paragraph.addCaveat('symbol');
    this.write(text, true);
  }

  /** Writes a note after the paragraph that refers to it, so that it is read and found there. */
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
    // In the properties of a paragraph, this is its deleted end mark.
    else if (parent === 'w:rPr' && this.names.at(-3) === 'w:pPr' && this.paragraphs.length > 0)
      this.paragraphs.at(-1)!.isMerged = true;
  }

  private endParagraph(): void {
    const paragraph = this.paragraphs.pop()!;
    const flow = this.flows.at(-1)!;
    if (paragraph.isMerged) flow.merged = paragraph.takePieces();
    for (const item of paragraph.finish(this.context.styles, this.context.numbering)) flow.add(item);
  }
}
