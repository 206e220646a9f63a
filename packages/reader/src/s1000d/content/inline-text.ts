import type { Caveat } from '../../document/caveats.js';
import { noticeKind } from '../../notices/markers.js';
import { lowered, raised, settleRaised } from '../../text/raised-text.js';
import { descendants, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';
import { readPmCode } from '../module/dm-code.js';
import { referencedCode, type ModuleIndex } from '../module/module-index.js';
import { QuantityText } from './quantities.js';
import type { Library } from './writer.js';

/** Inline elements. Everything else in a paragraph is a separate block. */
const INLINE =
  /^(?:emphasis|internalRef|dmRef|pmRef|externalPubRef|dmTitle|superScript|subScript|quantity|quantityGroup|quantityValue|quantityTolerance|acronym|acronymTerm|acronymDefinition|inlineSignificantData|inlinesignificantdata|changeInline|change|verbatimText|indxflag|indexFlag|footnote|footnoteRef|symbol|removed|functionalItemRef|circuitBreakerRef|controlIndicatorRef|zoneRef|accessPointRef|partRef|supplyRef|toolRef|simplePara|ein|zone|accpnl|caption|captionLine)$/;

export function isInline(element: XmlElement): boolean {
  return INLINE.test(element.name);
}

interface Met {
  addCaveat(caveat: Caveat): void;
  meet(element: XmlElement): void;
  /** A footnote with a WARNING or CAUTION. */
  notice(kind: 'warning' | 'caution', text: string): void;
}

export class InlineText {
  private readonly quantities: QuantityText;

  constructor(
    private readonly index: ModuleIndex,
    private readonly library: Library,
    private readonly met: Met,
  ) {
    this.quantities = new QuantityText({
      text: (element) => this.content(element),
      addCaveat: (caveat) => this.met.addCaveat(caveat),
    });
  }

  /** The element on one line. For a reference, its target. */
  of(element: XmlElement | undefined): string {
    return element ? tidy(settleRaised(this.one(element))) : '';
  }

  /** `DMC-FALCON-A-32-11-00-00A-520A-A (Main wheel - Removal)` */
  module(reference: XmlElement): string {
    const dmc = referencedCode(reference);
    if (dmc === null) return plainText(reference);
    const title = this.index.titleOfModule(dmc) ?? this.library.titleOf(dmc);
    return title === undefined ? `DMC-${dmc}` : `DMC-${dmc} (${title})`;
  }

  private content(element: XmlElement): string {
    return element.content.map((node) => (typeof node === 'string' ? node : this.one(node))).join('');
  }

  private one(element: XmlElement): string {
    const { attributes } = element;
    this.met.meet(element);
    switch (element.name) {
      case 'internalRef':
        return plainText(element) || this.index.label(attributes.internalRefId ?? '');
      case 'dmRef':
        return this.module(element);
      case 'pmRef':
        return this.publication(element);
      case 'externalPubRef':
        return this.external(element);
      case 'superScript':
        return raised(this.content(element));
      case 'subScript':
        return lowered(this.content(element));
      case 'acronymDefinition':
        return ` (${this.content(element)})`;
      case 'footnote':
        return this.footnote(this.content(element));
      case 'footnoteRef':
        return '';
      case 'removed':
        this.met.addCaveat('removed');
        return '';
      case 'symbol': {
        const text = this.content(element);
        if (text.trim() === '') this.met.addCaveat('picture');
        return text;
      }
      case 'quantity':
      case 'quantityGroup':
      case 'quantityValue':
      case 'quantityTolerance':
        return this.quantities.of(element);
      case 'zoneRef':
        return this.content(element).trim() || `zone ${attributes.zoneNumber ?? ''}`;
      default:
        // Blocks inside a cell or a choice are separated by a space.
        return isInline(element) ? this.content(element) || numberOf(element) : ` ${this.content(element)} `;
    }
  }

  /** In parentheses; a notice in a footnote precedes its block too. */
  private footnote(content: string): string {
    const text = tidy(settleRaised(content));
    const kind = noticeKind(text);
    if (kind === 'warning' || kind === 'caution') this.met.notice(kind, text);
    return ` [${content}]`;
  }

  /** `CMM 32-40-01, Main wheel, Rev 3` */
  private external(reference: XmlElement): string {
    const parts = descendants(reference, 'externalPubCode', 'externalPubTitle', 'externalPubIssueInfo');
    const texts = parts.map((part) => this.of(part)).filter(Boolean);
    return texts.length > 0 ? texts.join(', ') : plainText(reference);
  }

  private publication(reference: XmlElement): string {
    const [code] = descendants(reference, 'pmCode');
    const title = plainText(descendants(reference, 'pmTitle')[0]);
    if (!code) return plainText(reference);
    return `PMC-${readPmCode(code)}${title === '' ? '' : ` (${title})`}`;
  }
}

/** What an empty reference to an item, part, tool or breaker names by an attribute. */
function numberOf({ name, attributes }: XmlElement): string {
  const number = /Ref$/.test(name) && Object.keys(attributes).find((key) => /Number(?:Value)?$/.test(key));
  return number ? attributes[number]! : '';
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?)\]])(?=\s|$|[)\].,;])/g, '$1')
    .replace(/([([]) /g, '$1')
    .trim();
}

export function hasOwnText(element: XmlElement): boolean {
  return element.content.some((node) => (typeof node === 'string' ? node.trim() !== '' : false));
}

export function isAllInline(element: XmlElement): boolean {
  return elements(element).every(isInline);
}
