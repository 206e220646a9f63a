import { beside, fraction, index, power, root } from '../text/math-text.js';
import type { Attribute } from '../office/part-xml.js';

interface Part {
  name: string;
  attributes: Readonly<Record<string, string | undefined>>;
  parts: (Part | string)[];
}

const PASSED =
  /^m:(?:oMath|oMathPara|r|t|e|num|den|sub|sup|deg|fName|lim|box|mr)$|^w:(?:r|ins|moveTo|smartTag|sdt|sdtContent|hyperlink)$/;
const PROPERTIES = /Pr$/;

/** One formula (ECMA-376-1, 22.1) as text. */
export class OmmlFormula {
  private readonly top: Part = { name: 'm:oMath', attributes: {}, parts: [] };
  private readonly open_ = [this.top];
  private isDoubtful = false;

  open(name: string, attribute: Attribute): void {
    const part: Part = { name, attributes: { val: attribute('val') }, parts: [] };
    this.open_.at(-1)!.parts.push(part);
    this.open_.push(part);
  }

  text(text: string): void {
    this.open_.at(-1)!.parts.push(text);
  }

  close(): boolean {
    this.open_.pop();
    return this.open_.length === 0;
  }

  /** The formula, and whether some of it may be misread. */
  finish(): { text: string; isDoubtful: boolean } {
    return { text: this.all(this.top), isDoubtful: this.isDoubtful };
  }

  private all(part: Part | undefined): string {
    return beside((part?.parts ?? []).map((inner) => (typeof inner === 'string' ? inner : this.one(inner))));
  }

  private one(part: Part): string {
    const of = (name: string): string => this.all(child(part, name));
    const property = (name: string): string | undefined => child(child(part, `${part.name}Pr`), name)?.attributes.val;
    switch (part.name) {
      case 'm:f':
        if (property('m:type') === 'noBar') this.isDoubtful = true;
        return fraction(of('m:num'), of('m:den'));
      case 'm:sSup':
        return power(of('m:e'), of('m:sup'));
      case 'm:sSub':
        return index(of('m:e'), of('m:sub'));
      case 'm:sSubSup':
        return power(index(of('m:e'), of('m:sub')), of('m:sup'));
      case 'm:rad':
        return root(of('m:e'), of('m:deg'));
      case 'm:d':
        return `${property('m:begChr') ?? '('}${elements(part, 'm:e')
          .map((inner) => this.all(inner))
          .join(property('m:sepChr') ?? '|')}${property('m:endChr') ?? ')'}`;
      case 'm:func':
        return `${of('m:fName')} ${of('m:e')}`;
      case 'm:nary':
        return `${power(index(property('m:chr') ?? '∫', of('m:sub')), of('m:sup'))} ${of('m:e')}`;
      case 'm:limLow':
        return index(of('m:e'), of('m:lim'));
      case 'm:eqArr':
        return elements(part, 'm:e')
          .map((inner) => this.all(inner))
          .join('; ');
      case 'm:m':
        return `[${elements(part, 'm:mr')
          .map((row) =>
            elements(row, 'm:e')
              .map((inner) => this.all(inner))
              .join(', '),
          )
          .join('; ')}]`;
      case 'w:br':
      case 'w:tab':
        return ' ';
      default:
        if (PROPERTIES.test(part.name)) return '';
        if (PASSED.test(part.name)) return this.all(part);
        // Joins the parts with spaces, so that numbers do not merge.
        this.isDoubtful = true;
        return ` ${part.parts.map((inner) => (typeof inner === 'string' ? inner : this.one(inner))).join(' ')} `;
    }
  }
}

function elements(part: Part, name: string): Part[] {
  return part.parts.filter((inner): inner is Part => typeof inner !== 'string' && inner.name === name);
}

function child(part: Part | undefined, name: string): Part | undefined {
  return part && elements(part, name)[0];
}
