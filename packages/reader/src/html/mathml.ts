import { beside, fraction, index, power, root } from '../text/math-text.js';
import { attribute, isElement, type HtmlElement } from './html-tree.js';

const PASSED = /^(?:math|mrow|mstyle|mpadded|mi|mn|mo|mtext|ms|semantics|mtd)$/;
const UNSEEN = /^(?:annotation|annotation-xml|mphantom|maligngroup|malignmark|none|mprescripts)$/;
const INVISIBLE: Readonly<Record<string, string>> = { '\u2061': ' ', '\u2062': '·', '\u2063': ',', '\u2064': ' ' };

/** A formula (MathML 4) as text. Calls `addCaveat` if some of it may be misread. */
export function mathText(element: HtmlElement, addCaveat: () => void): string {
  const { tagName: name } = element;
  const parts = element.childNodes.filter(isElement);
  const of = (at: number): string => (parts[at] ? mathText(parts[at], addCaveat) : '');
  switch (name) {
    case 'mfrac':
      if (/^0(?:\.0*)?(?:\D|$)/.test(attribute(element, 'linethickness')?.trim() ?? '')) addCaveat();
      return fraction(of(0), of(1));
    case 'msup':
      return power(of(0), of(1));
    case 'msub':
    case 'munder':
      return index(of(0), of(1));
    case 'msubsup':
    case 'munderover':
      return power(index(of(0), of(1)), of(2));
    case 'msqrt':
      return root(all(element, addCaveat));
    case 'mroot':
      return root(of(0), of(1));
    case 'mfenced':
      return `(${parts.map((part) => mathText(part, addCaveat)).join(',')})`;
    case 'mspace':
      return ' ';
    case 'mtable':
      return `[${parts
        .map((row) =>
          row.childNodes
            .filter(isElement)
            .map((cell) => mathText(cell, addCaveat))
            .join(', '),
        )
        .join('; ')}]`;
  }
  if (UNSEEN.test(name)) return '';
  if (PASSED.test(name)) return all(element, addCaveat);
  addCaveat();
  return ` ${parts.length > 0 ? parts.map((part) => mathText(part, addCaveat)).join(' ') : all(element, addCaveat)} `;
}

function all(element: HtmlElement, addCaveat: () => void): string {
  const parts = element.childNodes.map((node) => {
    if (isElement(node)) return mathText(node, addCaveat);
    return 'value' in node ? node.value.replace(/\s+/g, ' ').trim() : '';
  });
  return beside(parts).replace(/[\u2061-\u2064]/g, (sign) => INVISIBLE[sign]!);
}
