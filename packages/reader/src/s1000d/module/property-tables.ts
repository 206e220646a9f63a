import { isSerialNumber } from '@amks/language/applicability/conditions.js';
import { cutText } from '@amks/language/text/cut-text.js';
import { child, descendants, plainText, type XmlElement } from '../../xml/xml-tree.js';
import type { Properties } from './applicability.js';

/** Characters of the name of a property. */
const MAX_NAME = 80;

/** The cross-reference tables of a package: of attributes (ACT), conditions (CCT) and products (PCT), S1000D chapter 4.14. */
export class PropertyTables implements Properties {
  private readonly names = new Map<string, string>();
  /** Values of the attributes of each product. A value that differs between tables is there twice. */
  private readonly products: Map<string, string>[] = [];
  private serials?: (string | undefined)[];
  private readonly found = new Map<string, ReturnType<Properties['productsWith']>>();

  /** Before any question. @param root of a module */
  add(root: XmlElement): void {
    for (const property of descendants(root, 'productAttribute', 'cond')) {
      const [{ id = '' }, name] = [property.attributes, plainText(child(property, 'name'))];
      if (id !== '' && name !== '') this.names.set(id, cutText(name, MAX_NAME));
    }
    for (const product of descendants(root, 'product')) {
      const values = new Map<string, string>();
      for (const { attributes } of descendants(product, 'assign')) {
        const { applicPropertyIdent: ident, applicPropertyType: type, applicPropertyValue: value } = attributes;
        if (type === 'prodattr' && ident !== undefined && value !== undefined) values.set(ident, value.trim());
      }
      this.products.push(values);
    }
  }

  nameOf(ident: string): string | undefined {
    return this.names.get(ident);
  }

  /** Null for a range of values, whose order is not known. */
  productsWith(ident: string, values: readonly string[]): { having: string[]; lacking: string[] } | null {
    if (values.some((value) => value.includes('~'))) return null;
    const key = JSON.stringify([ident, values]);
    const known = this.found.get(key) ?? this.find(ident, values);
    this.found.set(key, known);
    return known;
  }

  private find(ident: string, values: readonly string[]): { having: string[]; lacking: string[] } {
    this.serials ??= this.products.map((product) => this.serialOf(product));
    const [having, lacking] = [new Set<string>(), new Set<string>()];
    for (const [i, product] of this.products.entries()) {
      const [value, serial] = [product.get(ident), this.serials[i]];
      if (value !== undefined && serial !== undefined) (values.includes(value) ? having : lacking).add(serial);
    }
    return { having: [...having], lacking: [...lacking] };
  }

  private serialOf(product: ReadonlyMap<string, string>): string | undefined {
    for (const [ident, value] of product) if (isSerialNumber(this.nameOf(ident) ?? ident)) return value;
    return undefined;
  }
}
