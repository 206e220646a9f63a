import type { Caveat } from '../document/caveats.js';
import { isLabelRun } from '../notices/markers.js';
import type { MarkupItem } from '../markup/markup-builder.js';
import type { DocxNumbering } from './docx-numbering.js';
import type { DocxStyles, NumberingReference } from './docx-styles.js';
import { equation } from './eq-field.js';

export type FlowItem = MarkupItem | 'page_break';

export class DocxParagraph {
  style: string | undefined;
  numbering: NumberingReference = {};
  /** Its own heading level; null if it explicitly has none. */
  level: number | null | undefined;
  breakBefore = false;
  breakAfter = false;
  /** Whether its paragraph mark was deleted, so that the next paragraph continues it. */
  isMerged = false;
  /** Footnotes and text boxes anchored in it. */
  readonly after: FlowItem[] = [];
  private readonly items: FlowItem[] = [];
  /** Formatting of the first text, and its length. A tab ends it too. */
  private lead: { formatting: string; length: number | null } | null = null;
  private marker: string | null = null;
  private readonly caveats = new Set<Caveat>();

  /** @param pieces text of the previous paragraph, if its end was deleted */
  constructor(private pieces: string[]) {}

  /** @param formatting bold, color, …; empty for that of the paragraph */
  write(text: string, formatting = ''): void {
    if (text.trim() !== '') {
      this.lead ??= { formatting, length: null };
      if (formatting !== this.lead.formatting) this.endLead();
    }
    this.pieces.push(text);
  }

  /** A tab separates the text before it. */
  tab(): void {
    this.endLead();
    this.write(' ');
  }

  addCaveat(caveat: Caveat): void {
    this.caveats.add(caveat);
  }

  /** Separate from `write`, so that a number in a formula does not continue one before it. */
  writeFormula(text: string): void {
    this.write(/\d$/.test(this.pieces.at(-1) ?? '') && /^\d/.test(text) ? ` ${text}` : text);
  }

  /** Writes a field without text whose instruction describes its result: a formula. */
  writeField(instruction: string): void {
    const formula = equation(instruction);
    if (formula) this.writeFormula(formula.text);
    if (formula?.isDoubtful) this.addCaveat('formula');
  }

  private endLead(): void {
    if (this.lead) this.lead.length ??= this.pieces.join('').length;
  }

  takePieces(): string[] {
    return this.pieces.splice(0);
  }

  breakPage(styles: DocxStyles, numbering: DocxNumbering): void {
    this.endPart(styles, numbering);
    this.items.push('page_break');
  }

  finish(styles: DocxStyles, numbering: DocxNumbering): FlowItem[] {
    this.endPart(styles, numbering);
    // In a cell, an empty line keeps later lines aligned with those of neighboring cells.
    if ((this.items.length === 0 && !this.isMerged) || this.caveats.size > 0)
      this.items.push({ kind: 'paragraph', text: '', ...this.pendingCaveats() });
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
    // Counted once, even if nothing is written: Word numbers empty steps too.
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
      ...this.pendingCaveats(),
    });
    this.marker = '';
  }

  private pendingCaveats(): { caveats?: Caveat[] } {
    const caveats = [...this.caveats];
    this.caveats.clear();
    return caveats.length > 0 ? { caveats } : {};
  }
}
