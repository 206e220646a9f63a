import type { Doubt } from '../doubts.js';
import { isLabelRun } from '../markers.js';
import type { MarkupItem } from '../markup-builder.js';
import type { DocxNumbering } from './docx-numbering.js';
import type { DocxStyles, NumberingReference } from './docx-styles.js';
import { equation } from './eq-field.js';

/** What stands in a flow of text: items and the ends of pages. */
export type FlowItem = MarkupItem | 'page_break';

/** A paragraph under construction. */
export class DocxParagraph {
  style: string | undefined;
  numbering: NumberingReference = {};
  /** Its own heading level, null when it says that it is none. */
  level: number | null | undefined;
  breakBefore = false;
  breakAfter = false;
  /** Whether its end was deleted, so that the next paragraph goes on with it. */
  isMerged = false;
  /** Footnotes and text boxes that are anchored in it. */
  readonly after: FlowItem[] = [];
  private readonly items: FlowItem[] = [];
  /** How the text it begins with is set, and where that ends; a tab ends it too. */
  private lead: { look: string; length: number | null } | null = null;
  private marker: string | null = null;
  private readonly doubts = new Set<Doubt>();

  /** @param pieces text of a paragraph before, whose end was deleted */
  constructor(private pieces: string[]) {}

  /** @param look how the text is set: bold, coloured, …; empty as the paragraph is */
  write(text: string, look = ''): void {
    if (text.trim() !== '') {
      this.lead ??= { look, length: null };
      if (look !== this.lead.look) this.endLead();
    }
    this.pieces.push(text);
  }

  /** A tab sets what stands before it apart. */
  tab(): void {
    this.endLead();
    this.write(' ');
  }

  /** Something in it is not as the file means it. */
  doubt(doubt: Doubt): void {
    this.doubts.add(doubt);
  }

  /** Writes a formula: a number in it is not the end of one before it. */
  writeFormula(text: string): void {
    this.write(/\d$/.test(this.pieces.at(-1) ?? '') && /^\d/.test(text) ? ` ${text}` : text);
  }

  /** Writes what a field shows by its instruction: one that draws a formula has no text of its own. */
  writeField(instruction: string): void {
    const formula = equation(instruction);
    if (formula) this.writeFormula(formula.text);
    if (formula?.isDoubtful) this.doubt('formula');
  }

  private endLead(): void {
    if (this.lead) this.lead.length ??= this.pieces.join('').length;
  }

  /** Gives up its text, for the paragraph that it is merged with. */
  takePieces(): string[] {
    return this.pieces.splice(0);
  }

  breakPage(styles: DocxStyles, numbering: DocxNumbering): void {
    this.endPart(styles, numbering);
    this.items.push('page_break');
  }

  /** All that the paragraph brings, in order. */
  finish(styles: DocxStyles, numbering: DocxNumbering): FlowItem[] {
    this.endPart(styles, numbering);
    // In a cell an empty line keeps those after it beside their neighbours.
    if ((this.items.length === 0 && !this.isMerged) || this.doubts.size > 0)
      this.items.push({ kind: 'paragraph', text: '', ...this.doubted() });
    return [
      ...(this.breakBefore ? ['page_break' as const] : []),
      ...this.items,
      ...this.after,
      ...(this.breakAfter ? ['page_break' as const] : []),
    ];
  }

  private endPart(styles: DocxStyles, numbering: DocxNumbering): void {
    const style = styles.of(this.style);
    const { id = '0', level: depth = 0 } = { ...style.numbering, ...this.numbering };
    // Counted once, and even where nothing is written: Word numbers empty steps as well.
    this.marker ??= id === '0' ? '' : numbering.next(id, depth).trim();
    const text = this.pieces.join('');
    const label = text.slice(0, this.lead?.length ?? 0).trim();
    this.pieces = [];
    this.lead = null;
    if (text.trim() === '') return;
    const level = this.level === undefined ? style.level : (this.level ?? undefined);
    const isListItem = this.marker !== '';
    const kind = style.role ?? (level === undefined ? (isListItem ? 'list_item' : 'paragraph') : 'heading');
    this.items.push({
      kind,
      text: isListItem ? `${this.marker} ${text}` : text,
      ...(kind === 'heading' && { level }),
      ...(kind === 'list_item' && { level: depth + 1 }),
      ...(style.notice && { notice: style.notice }),
      ...(isLabelRun(label) && { label }),
      ...this.doubted(),
    });
    this.marker = '';
  }

  /** Doubts that no item has told yet. */
  private doubted(): { doubts?: Doubt[] } {
    const doubts = [...this.doubts];
    this.doubts.clear();
    return doubts.length > 0 ? { doubts } : {};
  }
}
