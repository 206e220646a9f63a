import { withDrawnHyphens } from '../text/text-cleanup.js';
import { lowered, raised } from '../text/raised-text.js';
import { isOn, type Attribute } from '../office/part-xml.js';

export interface CellText {
  text: string;
  /** Whether struck text was left out. */
  isCut: boolean;
}

/** Characters that XML does not permit (ECMA-376-1, 22.9.2.19). */
const ESCAPED = /_x([\dA-Fa-f]{4})_/g;

/** Reads a string with its runs (ECMA-376-1, 18.4.8). Phonetic hints are no text. */
export class RichText {
  private readonly pieces: string[] = [];
  private isCut = false;
  private hints = 0;
  private run: { isStruck?: boolean; shift?: string } = {};

  /** Characters so far. */
  length = 0;

  open(name: string, attribute: Attribute): void {
    if (name === 'x:rPh') this.hints += 1;
    else if (name === 'x:r') this.run = {};
    else if (name === 'x:strike') this.run.isStruck = isOn(attribute('val'));
    else if (name === 'x:vertAlign') this.run.shift = attribute('val') ?? '';
  }

  /** @param name of the element around the text */
  text(name: string | undefined, text: string): void {
    if (name !== 'x:t' || this.hints > 0) return;
    this.length += text.length;
    const written = withDrawnHyphens(text);
    const { isStruck, shift } = this.run;
    if (isStruck) this.isCut ||= text.trim() !== '';
    else
      this.pieces.push(shift === 'superscript' ? raised(written) : shift === 'subscript' ? lowered(written) : written);
  }

  close(name: string): void {
    if (name === 'x:rPh') this.hints -= 1;
    else if (name === 'x:r') this.run = {};
  }

  finish(): CellText {
    const text = this.pieces.join('');
    return { text: text.includes('_x') ? text.replace(ESCAPED, unescaped) : text, isCut: this.isCut };
  }
}

function unescaped(_: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}
