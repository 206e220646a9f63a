import { lowered, raised } from '../raised-text.js';
import type { Doubt } from '../doubts.js';
import { UNKNOWN_CHARACTER } from '../text-cleanup.js';
import { inFont } from './symbol-fonts.js';
import type { DocxStyles } from './docx-styles.js';
import type { Attribute } from './word-xml.js';

/** What sets a run apart from its neighbours. */
const LOOK = /^w:(?:rStyle|b|i|u|color|caps|highlight|shd)$/;

/** Properties of a run of text that decide what it says (ECMA-376 part 1, 17.3.2). */
export class DocxRun {
  private hidden: boolean | undefined;
  /** How it is set: bold, coloured, …; empty as the paragraph is. */
  look = '';
  private isStruck: boolean | undefined;
  private shift: 'up' | 'down' | 'none' | undefined;
  private font: string | undefined;
  private style: string | undefined;

  /** Takes a property of the run. */
  set(name: string, attribute: Attribute, isOn: boolean): void {
    const value = attribute('val');
    if (LOOK.test(name)) this.look += `${name}=${value ?? ''};`;
    if (name === 'w:vanish') this.hidden = isOn;
    else if (name === 'w:strike' || name === 'w:dstrike') this.isStruck = isOn || this.isStruck === true;
    else if (name === 'w:vertAlign')
      this.shift = value === 'superscript' ? 'up' : value === 'subscript' ? 'down' : 'none';
    else if (name === 'w:position' && Number(value) !== 0) this.shift ??= Number(value) > 0 ? 'up' : 'down';
    else if (name === 'w:rFonts') this.font = attribute('ascii') ?? attribute('hAnsi') ?? attribute('cs');
    else if (name === 'w:rStyle') this.style = value;
  }

  /** The text as it is to be read, and what is doubtful about it. */
  read(
    text: string,
    styles: DocxStyles,
    paragraphStyle: string | undefined,
    isSymbol = false,
  ): { text: string; doubt?: Doubt } {
    const [own, around] = [styles.runOf(this.style), styles.runOf(paragraphStyle)];
    if (this.isStruck ?? own.isStruck ?? around.isStruck)
      return { text: '', ...(text.trim() !== '' && { doubt: 'removed' as const }) };
    const written = isSymbol ? text : inFont(this.font ?? own.font ?? around.font, text);
    const shift = this.shift ?? own.shift;
    return {
      text: shift === 'up' ? raised(written) : shift === 'down' ? lowered(written) : written,
      ...(written.includes(UNKNOWN_CHARACTER) && !text.includes(UNKNOWN_CHARACTER) && { doubt: 'symbol' as const }),
    };
  }

  /** Whether nobody is to see the text, by its own properties or those of its styles. */
  isHidden(styles: DocxStyles, paragraphStyle: string | undefined): boolean {
    return this.hidden ?? styles.runOf(this.style).isHidden ?? styles.runOf(paragraphStyle).isHidden ?? false;
  }

  /** What the properties mean in a style. */
  get inStyle(): RunStyle {
    return { isHidden: this.hidden, isStruck: this.isStruck, shift: this.shift, font: this.font };
  }
}

/** What a style says of its text; undefined where it says nothing. */
export interface RunStyle {
  isHidden?: boolean | undefined;
  isStruck?: boolean | undefined;
  shift?: 'up' | 'down' | 'none' | undefined;
  font?: string | undefined;
}
