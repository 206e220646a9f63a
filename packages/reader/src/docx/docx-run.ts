import { lowered, raised } from '../text/raised-text.js';
import type { Caveat } from '../document/caveats.js';
import { UNKNOWN_CHARACTER } from '../text/text-cleanup.js';
import { inFont } from '../text/symbol-fonts.js';
import type { DocxStyles } from './docx-styles.js';
import type { Attribute } from '../office/part-xml.js';

/** Properties that distinguish a run from its neighbors. */
const FORMATTING = /^w:(?:rStyle|b|i|u|color|caps|highlight|shd)$/;

/** Properties of a run that change its text (ECMA-376-1, 17.3.2). */
export class DocxRun {
  private hidden: boolean | undefined;
  /** Formatting: bold, color, …; empty for that of the paragraph. */
  formatting = '';
  private isStruck: boolean | undefined;
  private shift: 'up' | 'down' | 'none' | undefined;
  private font: string | undefined;
  private style: string | undefined;

  set(name: string, attribute: Attribute, isOn: boolean): void {
    const value = attribute('val');
    if (FORMATTING.test(name)) this.formatting += `${name}=${value ?? ''};`;
    if (name === 'w:vanish') this.hidden = isOn;
    else if (name === 'w:strike' || name === 'w:dstrike') this.isStruck = isOn || this.isStruck === true;
    else if (name === 'w:vertAlign')
      this.shift = value === 'superscript' ? 'up' : value === 'subscript' ? 'down' : 'none';
    else if (name === 'w:position' && Number(value) !== 0) this.shift ??= Number(value) > 0 ? 'up' : 'down';
    else if (name === 'w:rFonts') this.font = attribute('ascii') ?? attribute('hAnsi') ?? attribute('cs');
    else if (name === 'w:rStyle') this.style = value;
  }

  read(
    text: string,
    styles: DocxStyles,
    paragraphStyle: string | undefined,
    isSymbol = false,
  ): { text: string; caveat?: Caveat } {
    const [own, around] = [styles.runOf(this.style), styles.runOf(paragraphStyle)];
    if (this.isStruck ?? own.isStruck ?? around.isStruck)
      return { text: '', ...(text.trim() !== '' && { caveat: 'removed' as const }) };
    const written = isSymbol ? text : inFont(this.font ?? own.font ?? around.font, text);
    const shift = this.shift ?? own.shift;
    return {
      text: shift === 'up' ? raised(written) : shift === 'down' ? lowered(written) : written,
      ...(written.includes(UNKNOWN_CHARACTER) && !text.includes(UNKNOWN_CHARACTER) && { caveat: 'symbol' as const }),
    };
  }

  /** Whether the text is hidden, by its own properties or its styles. */
  isHidden(styles: DocxStyles, paragraphStyle: string | undefined): boolean {
    return this.hidden ?? styles.runOf(this.style).isHidden ?? styles.runOf(paragraphStyle).isHidden ?? false;
  }

  get inStyle(): RunStyle {
    return { isHidden: this.hidden, isStruck: this.isStruck, shift: this.shift, font: this.font };
  }
}

/** Properties of a style; undefined if not set. */
export interface RunStyle {
  isHidden?: boolean | undefined;
  isStruck?: boolean | undefined;
  shift?: 'up' | 'down' | 'none' | undefined;
  font?: string | undefined;
}
