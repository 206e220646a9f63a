import { beside, fraction, index, power, root } from '../math-text.js';
import { attribute, isElement, type HtmlElement } from './html-tree.js';

const PASSED = /^(?:math|mrow|mstyle|mpadded|mi|mn|mo|mtext|ms|semantics|mtd)$/;
const UNSEEN = /^(?:annotation|annotation-xml|mphantom|maligngroup|malignmark|none|mprescripts)$/;
const INVISIBLE: Readonly<Record<string, string>> = { '\u2061': ' ', '\u2062': '·', '\u2063': ',', '\u2064': ' ' };

/** A formula (MathML 4) as text; `doubt` is called where some of it may be read wrongly. */
export function mathText(element: HtmlElement, doubt: () => void): string {
  const { tagName: name } = element;
  const parts = element.childNodes.filter(isElement);
  const of = (at: number): string => (parts[at] ? mathText(parts[at], doubt) : '');
  switch (name) {
    case 'mfrac':
      if (/^0(?:\.0*)?(?:\D|$)/.test(attribute(element, 'linethickness')?.trim() ?? '')) doubt();
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
      return root(all(element, doubt));
    case 'mroot':
      return root(of(0), of(1));
    case 'mfenced':
      return `(${parts.map((part) => mathText(part, doubt)).join(',')})`;
    case 'mspace':
      return ' ';
    case 'mtable':
      return `[${parts
        .map((row) =>
          row.childNodes
            .filter(isElement)
            .map((cell) => mathText(cell, doubt))
            .join(', '),
        )
        .join('; ')}]`;
  }
  if (UNSEEN.test(name)) return '';
  if (PASSED.test(name)) return all(element, doubt);
  doubt();
  return ` ${parts.length > 0 ? parts.map((part) => mathText(part, doubt)).join(' ') : all(element, doubt)} `;
}

function all(element: HtmlElement, doubt: () => void): string {
  const parts = element.childNodes.map((node) => {
    if (isElement(node)) return mathText(node, doubt);
    return 'value' in node ? node.value.replace(/\s+/g, ' ').trim() : '';
  });
  return beside(parts).replace(/[\u2061-\u2064]/g, (sign) => INVISIBLE[sign]!);
}
