import { isSerialNumber, MAX_PRODUCTS } from '@amks/language/applicability/conditions.js';
import { cutText } from '@amks/language/text/cut-text.js';
import { child, descendants, plainText, type XmlElement } from '../../xml/xml-tree.js';
import type { Properties, PropertyType } from './applicability.js';

/** Characters of the name of a property. */
const MAX_NAME = 80;
/** Values that can mean several, or none. */
const UNCLEAR = /^$|[|~/,;&]|\b(?:AND|OR|ALL|ANY|NONE)\b/i;
const MODEL = /MODEL/i;

/** Null for an attribute that a product has twice. */
type Product = ReadonlyMap<string, string | null>;

/**
 * The cross-reference tables of a package: of attributes (ACT), conditions (CCT) and products (PCT), S1000D chapter 4.14. What several tables
 * of one kind say does not count: the same id can mean something else there.
 */
export class PropertyTables implements Properties {
  private readonly attributes = new Map<string, string | null>();
  private readonly conditions = new Map<string, string | null>();
  private readonly products: Product[] = [];
  private readonly tables = { attributes: 0, products: 0 };
  private identified?: { serial: string; product: Product }[];
  private readonly found = new Map<string, ReturnType<Properties['productsWith']>>();

  /** Before any question. @param root of a module */
  add(root: XmlElement): void {
    const attributes = descendants(root, 'productAttribute');
    const products = descendants(root, 'product');
    if (attributes.length > 0) this.tables.attributes += 1;
    if (products.length > 0) this.tables.products += 1;
    for (const one of attributes) addName(this.attributes, one);
    for (const one of descendants(root, 'cond')) addName(this.conditions, one);
    for (const one of products) this.products.push(attributesOf(one));
  }

  nameOf(ident: string, type: PropertyType): string | undefined {
    const [attribute, condition] = [this.attributes.get(ident), this.conditions.get(ident)];
    if (type === 'prodattr') return attribute ?? undefined;
    if (type === 'condition') return condition ?? undefined;
    return (attribute === undefined ? condition : condition === undefined ? attribute : null) ?? undefined;
  }

  productsWith(ident: string, values: readonly string[]): { having: string[]; lacking: string[] } | null {
    if (this.tables.attributes > 1 || this.tables.products !== 1) return null;
    const key = JSON.stringify([ident, values]);
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const found = this.find(ident, values);
    this.found.set(key, found);
    return found;
  }

  /** Each value must be in the table as it stands: another notation, such as `Carbon` or a list, is not a product without it. */
  private find(ident: string, values: readonly string[]): { having: string[]; lacking: string[] } | null {
    if (values.some((value) => UNCLEAR.test(value))) return null;
    this.identified ??= this.identify();
    const [wanted, missing, similar] = [new Set(values), new Set(values), new Set(values.map(formOf))];
    const [having, lacking] = [new Set<string>(), new Set<string>()];
    for (const { serial, product } of this.identified) {
      const value = product.get(ident);
      if (value === undefined || value === null || UNCLEAR.test(value)) continue;
      missing.delete(value);
      if (wanted.has(value)) having.add(serial);
      else if (!similar.has(formOf(value))) lacking.add(serial);
      // A statement does not list more. This bounds the work of each condition.
      if (having.size + lacking.size > MAX_PRODUCTS) return null;
    }
    return missing.size > 0 ? null : { having: [...having], lacking: [...lacking] };
  }

  /** Products with one serial number each; none for several models, because serial numbers are unique in a type only. */
  private identify(): { serial: string; product: Product }[] {
    if (!this.hasOneModel()) return [];
    return this.products.flatMap((product) => {
      const serial = this.serialOf(product);
      return serial === undefined ? [] : [{ serial, product }];
    });
  }

  /** Undefined for a product with several. */
  private serialOf(product: Product): string | undefined {
    const serials = [...product].flatMap(([ident, value]) =>
      isSerialNumber(this.attributeName(ident)) ? [value] : [],
    );
    return serials.length === 1 ? (serials[0] ?? undefined) : undefined;
  }

  private hasOneModel(): boolean {
    const models = new Set<string | null>();
    for (const product of this.products)
      for (const [ident, value] of product) if (MODEL.test(this.attributeName(ident))) models.add(value);
    return models.size <= 1;
  }

  private attributeName(ident: string): string {
    return this.nameOf(ident, 'prodattr') ?? ident;
  }
}

/** Null for several names. */
function addName(names: Map<string, string | null>, property: XmlElement): void {
  const [{ id = '' }, written] = [property.attributes, plainText(child(property, 'name'))];
  if (id === '' || written === '') return;
  const name = cutText(written, MAX_NAME);
  names.set(id, (names.get(id) ?? name) === name && names.get(id) !== null ? name : null);
}

function attributesOf(product: XmlElement): Product {
  const values = new Map<string, string | null>();
  for (const { attributes } of descendants(product, 'assign')) {
    const { applicPropertyIdent: ident, applicPropertyType: type, applicPropertyValue: value } = attributes;
    if (type !== 'prodattr' || ident === undefined || value === undefined) continue;
    const known = values.get(ident);
    values.set(ident, known === undefined || known === value.trim() ? value.trim() : null);
  }
  return values;
}

/** What people can write in several ways: `01` and `1`, `Carbon` and `CARBON`. */
function formOf(value: string): string {
  return value
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '');
}
