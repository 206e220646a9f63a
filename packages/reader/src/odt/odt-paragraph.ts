import type { Caveat } from '../document/caveats.js';
import type { MarkupItem } from '../markup/markup-builder.js';
import { isLabelRun } from '../notices/markers.js';
import { lowered, raised } from '../text/raised-text.js';
import { UNKNOWN_CHARACTER, withDrawnHyphens } from '../text/text-cleanup.js';
import type { OdtStyle } from './odt-styles.js';

export type FlowItem = MarkupItem | 'page_break';

/** In place of text that is not shown. */
export function hiddenText(): MarkupItem {
  return { kind: 'paragraph', text: '', caveats: ['hidden'] };
}

/** A paragraph or heading being read. */
export class OdtParagraph {
  /** Notes, text boxes and tables anchored in it. */
  readonly after: FlowItem[] = [];
  /** Whether it is left out with what is anchored in it. */
  isHidden = false;
  private readonly pieces: string[] = [];
  private readonly caveats = new Set<Caveat>();
  /** Length of the bold start, fixed when other text or a tab follows. */
  private lead = { length: 0, isEnded: false };

  /**
   * @param level of headings
   * @param list marker and level of a list item; an empty marker for its further paragraphs
   */
  constructor(
    private readonly style: OdtStyle,
    private readonly level: number | undefined,
    private readonly list: { marker: string; level: number } | null,
    private readonly flow: object,
  ) {}

  /** Whether it is in the flow, and not around it. */
  isIn(flow: object): boolean {
    return this.flow === flow;
  }

  /** @param styles of the spans around the text, outermost first */
  write(text: string, styles: readonly OdtStyle[]): void {
    if (text === '') return;
    const of = <K extends keyof OdtStyle>(key: K): OdtStyle[K] =>
      styles.findLast((style) => style[key] !== undefined)?.[key] ?? this.style[key];
    const isBlank = text.trim() === '';
    if (of('isHidden') || of('isStruck')) {
      if (!isBlank) this.caveats.add(of('isHidden') ? 'hidden' : 'removed');
      return;
    }
    const isApart = (of('isBold') ?? false) && !this.style.isBold;
    if (!isBlank && !isApart) this.lead.isEnded = true;
    const written = withDrawnHyphens(text.replace(/\s+/g, ' '));
    const shift = of('shift');
    this.push(shift === 'up' ? raised(written) : shift === 'down' ? lowered(written) : written);
  }

  tab(): void {
    this.lead.length ||= this.pieces.join('').length;
    this.lead.isEnded = true;
    this.push(' ');
  }

  lineBreak(): void {
    this.push('\n');
  }

  /** An object that is not read, such as a formula. */
  writeObject(): void {
    this.push(UNKNOWN_CHARACTER);
    this.caveats.add('formula');
  }

  addCaveat(caveat: Caveat): void {
    this.caveats.add(caveat);
  }

  finish(): FlowItem[] {
    const text = this.pieces.join('');
    const { breakBefore, breakAfter } = this.style;
    const items = [...(text.trim() === '' && this.caveats.size === 0 ? [] : [this.item(text)]), ...this.after];
    return [
      ...(breakBefore ? ['page_break' as const] : []),
      ...(this.isHidden ? [hiddenText()] : items),
      ...(breakAfter ? ['page_break' as const] : []),
    ];
  }

  private push(text: string): void {
    this.pieces.push(text);
    if (!this.lead.isEnded) this.lead.length += text.length;
  }

  private item(text: string): MarkupItem {
    const { level, list, style } = this;
    const { marker = '' } = list ?? {};
    const label = text.slice(0, this.lead.length).trim();
    const kind = style.role ?? (level !== undefined ? 'heading' : list && marker !== '' ? 'list_item' : 'paragraph');
    return {
      kind,
      text: text.trim() === '' ? '' : marker === '' ? text : `${marker} ${text}`,
      ...(kind === 'heading' && { level: level! }),
      ...(kind === 'list_item' && { level: list!.level }),
      ...(list && marker === '' && kind === 'paragraph' && { inItem: true as const }),
      ...(style.notice && { notice: style.notice }),
      ...(isLabelRun(label) && { label }),
      ...(this.caveats.size > 0 && { caveats: [...this.caveats] }),
    };
  }
}
