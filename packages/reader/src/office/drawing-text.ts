import type { Caveat } from '../document/caveats.js';
import { OmmlFormula } from '../docx/omml.js';
import type { MarkupItem } from '../markup/markup-builder.js';
import { isLabelRun } from '../notices/markers.js';
import { formatNumber } from '../text/list-marker.js';
import { lowered, raised } from '../text/raised-text.js';
import { withDrawnHyphens } from '../text/text-cleanup.js';
import { isOn, type Attribute } from './part-xml.js';

/** Number styles `arabicPeriod`, `alphaLcParenBoth`, … by their beginning (ECMA-376-1, 20.1.10.61); others count in digits. */
const NUMBER_STYLES: readonly (readonly [RegExp, string])[] = [
  [/^alphaLc/, 'a'],
  [/^alphaUc/, 'A'],
  [/^romanLc/, 'i'],
  [/^romanUc/, 'I'],
];

interface Paragraph {
  pieces: string[];
  level: number;
  bullet: 'none' | 'mark' | 'number' | null;
  numbering: { style: string; start: number };
  /** Characters at the start that are bold, as long as nothing else follows; then fixed. */
  lead: { length: number; isEnded: boolean };
  caveats: Set<Caveat>;
}

interface Run {
  /** Undefined if the style of its list level says it. */
  isStruck?: boolean;
  isBold: boolean;
  shift: number;
}

const PLAIN: Run = { isBold: false, shift: 0 };

/** Reads the paragraphs of text in drawings (ECMA-376-1, 21.1.2), which are the same in slides and sheets. */
export class DrawingText {
  /** Whether paragraphs without their own bullet have one. */
  hasBullets = false;
  private readonly items: MarkupItem[] = [];
  private paragraph: Paragraph | null = null;
  private run: Run = PLAIN;
  private formula: OmmlFormula | null = null;
  /** Levels that the list style of the text strikes out. */
  private readonly struckLevels = new Set<number>();
  private styledLevel = 0;
  private name = '';
  private isField = false;
  /** Numbers of the list items counted last, by level. */
  private readonly counts: ({ count: number; list: string } | null)[] = [];

  open(name: string, attribute: Attribute): void {
    this.name = name;
    if (this.formula) return this.formula.open(name, attribute);
    if (name === 'a:p') {
      const numbering = { style: '', start: 1 };
      const lead = { length: 0, isEnded: false };
      this.paragraph = { pieces: [], level: 0, bullet: null, numbering, lead, caveats: new Set() };
    }
    if (this.paragraph) this.inParagraph(name, attribute, this.paragraph);
    else this.inListStyle(name, attribute);
  }

  text(text: string): void {
    if (this.formula) {
      if (this.name === 'm:t') this.formula.text(text);
    } else if (this.name === 'a:t' && this.paragraph && !this.isField)
      this.write(withDrawnHyphens(text), this.paragraph);
  }

  close(name: string): void {
    this.name = '';
    if (this.formula) return this.endFormula();
    if (name === 'a:fld') this.isField = false;
    if (name !== 'a:p' || !this.paragraph) return;
    const { paragraph } = this;
    this.paragraph = null;
    this.end(paragraph);
  }

  /** Takes out the paragraphs that are read. */
  take(): MarkupItem[] {
    return this.items.splice(0);
  }

  private inListStyle(name: string, attribute: Attribute): void {
    if (name.endsWith('txBody')) this.struckLevels.clear();
    const level = /^a:lvl(\d)pPr$/.exec(name)?.[1];
    if (level !== undefined) this.styledLevel = Number(level) - 1;
    if (strikes(name, attribute)) this.struckLevels.add(this.styledLevel);
  }

  private inParagraph(name: string, attribute: Attribute, paragraph: Paragraph): void {
    switch (name) {
      case 'a:pPr':
        paragraph.level = Math.min(Number(attribute('lvl') ?? 0) || 0, 8);
        break;
      case 'a:buNone':
        paragraph.bullet = 'none';
        break;
      case 'a:buChar':
      case 'a:buBlip':
        paragraph.bullet = 'mark';
        break;
      case 'a:buAutoNum':
        paragraph.bullet = 'number';
        paragraph.numbering = { style: attribute('type') ?? '', start: Number(attribute('startAt') ?? 1) || 1 };
        break;
      case 'a:fld':
        // Numbers of slides and dates change.
        this.isField = /^(?:slidenum|datetime)/.test(attribute('type') ?? '');
        this.run = PLAIN;
        break;
      case 'a:r':
        this.run = PLAIN;
        break;
      case 'a:rPr':
        this.run = {
          ...(attribute('strike') !== undefined && { isStruck: isStrike(attribute) }),
          isBold: isOn(attribute('b') ?? '0'),
          shift: Number.parseInt(attribute('baseline') ?? '0', 10) || 0,
        };
        break;
      case 'a:br':
        paragraph.pieces.push('\n');
        break;
      case 'm:oMath':
        this.formula = new OmmlFormula();
    }
  }

  private write(text: string, { pieces, level, lead, caveats }: Paragraph): void {
    const { isStruck = this.struckLevels.has(level), isBold, shift } = this.run;
    if (isStruck) {
      if (text.trim() !== '') caveats.add('removed');
      return;
    }
    pieces.push(shift > 0 ? raised(text) : shift < 0 ? lowered(text) : text);
    if (text.trim() !== '' && !isBold) lead.isEnded = true;
    if (!lead.isEnded) lead.length += text.length;
  }

  private endFormula(): void {
    if (!this.formula!.close()) return;
    const { text, isDoubtful } = this.formula!.finish();
    this.formula = null;
    const { pieces, caveats } = this.paragraph!;
    pieces.push(/\d$/.test(pieces.at(-1) ?? '') && /^\d/.test(text) ? ` ${text}` : text);
    if (isDoubtful) caveats.add('formula');
  }

  private end({ pieces, level, bullet, numbering, lead, caveats }: Paragraph): void {
    const text = pieces.join('');
    if (text.trim() === '' && caveats.size === 0) return;
    const label = lead.isEnded ? text.slice(0, lead.length).trim() : '';
    const marker = this.markerOf(bullet ?? (this.hasBullets ? 'mark' : 'none'), level, numbering);
    this.items.push({
      ...(marker === ''
        ? { kind: 'paragraph', text }
        : { kind: 'list_item', text: text.trim() === '' ? '' : `${marker} ${text}`, level: level + 1 }),
      ...(isLabelRun(label) && { label }),
      caveats: [...caveats],
    });
  }

  private markerOf(
    bullet: 'none' | 'mark' | 'number',
    level: number,
    { style, start }: Paragraph['numbering'],
  ): string {
    this.counts.length = Math.min(this.counts.length, level + 1);
    if (bullet !== 'number') {
      this.counts[level] = null;
      return bullet === 'mark' ? '•' : '';
    }
    const list = `${style} ${start}`;
    const last = this.counts[level];
    const count = last?.list === list ? last.count + 1 : start;
    this.counts[level] = { count, list };
    const number = formatNumber(count, NUMBER_STYLES.find(([pattern]) => pattern.test(style))?.[1] ?? '1');
    return style.endsWith('ParenBoth') ? `(${number})` : style.endsWith('ParenR') ? `${number})` : `${number}.`;
  }
}

/** Whether the element gives a style whose text is struck. */
export function strikes(name: string, attribute: Attribute): boolean {
  return name === 'a:defRPr' && isStrike(attribute);
}

function isStrike(attribute: Attribute): boolean {
  return /^(?:sng|dbl)Strike$/.test(attribute('strike') ?? '');
}
