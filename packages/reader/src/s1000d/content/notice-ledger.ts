import { elements, type XmlElement } from '../../xml/xml-tree.js';

/** Tracks which WARNINGs and CAUTIONs of a module have been written, so that none is lost. */
export class NoticeLedger {
  /** Notices, and the attributes that name some: writers copy elements, but the attributes stay the same objects. */
  private readonly settled = new WeakSet<object>();
  private met: XmlElement[] = [];

  /** Returns true on the first call for an element: its notices must be written now. */
  claim(element: XmlElement): boolean {
    const isFirst = !this.isSettled(element);
    this.settled.add(keyOf(element));
    return isFirst;
  }

  private isSettled(element: XmlElement): boolean {
    return this.settled.has(keyOf(element));
  }

  /** Records an inline element that references notices: they are written before its block. */
  meet(element: XmlElement): void {
    if (referencedIds(element).length > 0 && !this.isSettled(element)) this.met.push(element);
  }

  take(): XmlElement[] {
    if (this.met.length === 0) return [];
    const met = this.met;
    this.met = [];
    return met;
  }

  /** Elements in `parent` that are notices or reference some, and were never met. Content that was removed does not count. */
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

/** Collections of WARNINGs and CAUTIONs that are shown where they are referenced. */
export const NOTICE_COLLECTIONS = ['warningsAndCautions', 'warningsAndCautionsRef'];

export function isGrave(element: XmlElement): boolean {
  return /^(?:warning|caution)(?:Ref)?$/.test(element.name);
}

/** The notices in `warningRefs` and `cautionRefs`. */
export function referencedIds({ attributes }: XmlElement): string[] {
  return [attributes.warningRefs, attributes.cautionRefs].flatMap((ids) => ids?.split(/\s+/).filter(Boolean) ?? []);
}
