import { elements, type XmlElement } from '../xml/xml-tree.js';

/** Keeps account of the WARNINGs and CAUTIONs of a module, so that none is lost, whatever element names it or holds it. */
export class NoticeLedger {
  /** Notices, and the attributes that name some: writers copy elements to cut up their content, attributes stay. */
  private readonly settled = new WeakSet<object>();
  private met: XmlElement[] = [];

  /** Whether the element is met for the first time: what it names, or what it is, is to be written now. */
  claim(element: XmlElement): boolean {
    const isFirst = !this.isSettled(element);
    this.settled.add(keyOf(element));
    return isFirst;
  }

  private isSettled(element: XmlElement): boolean {
    return this.settled.has(keyOf(element));
  }

  /** Notes an element in the midst of a text that names notices: they are to stand before the block of that text. */
  meet(element: XmlElement): void {
    if (referencedIds(element).length > 0 && !this.isSettled(element)) this.met.push(element);
  }

  /** Elements met since it was last asked. */
  take(): XmlElement[] {
    if (this.met.length === 0) return [];
    const met = this.met;
    this.met = [];
    return met;
  }

  /** Elements inside of `parent` that are notices or name some, and were never met. What was removed from the module does not count. */
  *forgotten(parent: XmlElement): Generator<XmlElement> {
    for (const element of elements(parent)) {
      if (element.name === 'removed' || NOTICE_COLLECTIONS.includes(element.name)) continue;
      const isNotice = isGrave(element);
      if ((isNotice || referencedIds(element).length > 0) && !this.isSettled(element)) yield element;
      if (!isNotice) yield* this.forgotten(element);
    }
  }
}

function keyOf(element: XmlElement): object {
  return isGrave(element) ? element : element.attributes;
}

/** Where WARNINGs and CAUTIONs stand that are shown where they are referred to. */
export const NOTICE_COLLECTIONS = ['warningsAndCautions', 'warningsAndCautionsRef'];

export function isGrave(element: XmlElement): boolean {
  return /^(?:warning|caution)(?:Ref)?$/.test(element.name);
}

/** The notices that an element names by `warningRefs` and `cautionRefs`. */
export function referencedIds({ attributes }: XmlElement): string[] {
  return [attributes.warningRefs, attributes.cautionRefs].flatMap((ids) => ids?.split(/\s+/).filter(Boolean) ?? []);
}
