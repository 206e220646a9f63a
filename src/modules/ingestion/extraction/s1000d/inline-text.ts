import type { Doubt } from '../doubts.js';
import { noticeKind } from '../markers.js';
import { lowered, raised, settleRaised } from '../raised-text.js';
import { descendants, elements, plainText, type XmlElement } from '../xml/xml-tree.js';
import { readPmCode } from './dm-code.js';
import { referencedCode, type ModuleIndex } from './module-index.js';
import { QuantityText } from './quantities.js';
import type { Library } from './writer.js';

/** Elements that stand in the middle of a sentence. Everything else in a paragraph is a block of its own. */
const INLINE =
  /^(?:emphasis|internalRef|dmRef|pmRef|externalPubRef|dmTitle|superScript|subScript|quantity|quantityGroup|quantityValue|quantityTolerance|acronym|acronymTerm|acronymDefinition|inlineSignificantData|inlinesignificantdata|changeInline|change|verbatimText|indxflag|indexFlag|footnote|footnoteRef|symbol|removed|functionalItemRef|circuitBreakerRef|controlIndicatorRef|zoneRef|accessPointRef|partRef|supplyRef|toolRef|simplePara|ein|zone|accpnl|caption|captionLine)$/;

export function isInline(element: XmlElement): boolean {
  return INLINE.test(element.name);
}

/** Told what is met in a text besides its words. */
interface Met {
  doubt(doubt: Doubt): void;
  /** Any element. */
  meet(element: XmlElement): void;
  /** A footnote that is a WARNING or CAUTION. */
  notice(kind: 'warning' | 'caution', text: string): void;
}

/** Text of elements with their references in words. */
export class InlineText {
  private readonly quantities: QuantityText;

  constructor(
    private readonly index: ModuleIndex,
    private readonly library: Library,
    private readonly met: Met,
  ) {
    this.quantities = new QuantityText({
      text: (element) => this.content(element),
      doubt: (doubt) => this.met.doubt(doubt),
    });
  }

  /** All of the element on one line; of a reference, what it refers to. */
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
        this.met.doubt('removed');
        return '';
      case 'symbol': {
        const text = this.content(element);
        if (text.trim() === '') this.met.doubt('picture');
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
        // Blocks inside of a cell or a choice follow each other with a space between.
        return isInline(element) ? this.content(element) || numberOf(element) : ` ${this.content(element)} `;
    }
  }

  /** In brackets; a notice in one stands before its block as well. */
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

/** What an empty reference to an item, part, tool or breaker names by an attribute only. */
function numberOf({ name, attributes }: XmlElement): string {
  const number = /Ref$/.test(name) && Object.keys(attributes).find((key) => /Number(?:Value)?$/.test(key));
  return number ? attributes[number]! : '';
}

/** Folds white space and takes it away where the markup left it before a stop or behind a bracket. */
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
