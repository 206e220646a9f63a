import { AND_ALSO, productsText, THAT_IS } from '@amks/language/applicability/conditions.js';
import type { Expression } from '@amks/language/applicability/expression.js';
import { readStatement } from '@amks/language/applicability/statement.js';
import { cutText } from '@amks/language/text/cut-text.js';
import { child, descendants, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';

/** Real conditions fit on two lines. */
const MAX_CHARACTERS = 1_000;

/** `prodattr` or `condition`; missing in some modules. */
export type PropertyType = string | undefined;

/** The properties in conditions, as the cross-reference tables of a package describe them (S1000D chapter 4.14). */
export interface Properties {
  /** Of a product attribute or condition (ACT, CCT); undefined if it is not there, or has several names. */
  nameOf(ident: string, type: PropertyType): string | undefined;
  /** Serial numbers of products with one of the values of a product attribute, and with others (PCT); null if the table does not tell for certain. */
  productsWith(ident: string, values: readonly string[]): { having: string[]; lacking: string[] } | null;
}

const UNKNOWN: Properties = { nameOf: () => undefined, productsWith: () => null };

/**
 * The display text of an `applic`, else its conditions (S1000D chapter 7.8) or the ranges of older issues. Null if empty. Conditions follow a
 * display text that is not understood, or that is not the same.
 */
export function applicabilityText(applic: XmlElement | undefined, properties = UNKNOWN): string | null {
  if (!applic) return null;
  const display = child(applic, 'displayText');
  const conditions = elements(applic)
    .filter(({ name }) => CONDITIONS.includes(name))
    .map((one) => conditionText(one, properties));
  const computed = conditions.join(AND_ALSO);
  const text = display
    ? withComputed(withoutBraces(paragraphs(display)), computed)
    : computed || withoutBraces(listed(applic));
  if (text.length <= MAX_CHARACTERS) return text === '' ? null : text;
  // The dots keep a statement without its end from being understood.
  return `${cutText(text, MAX_CHARACTERS - 2)} …`;
}

const CONDITIONS = ['assert', 'evaluate'];
const UNREADABLE = 'a condition that cannot be read';

function withComputed(words: string, computed: string): string {
  if (words === '' || computed === '') return words || computed;
  const [said, meant] = [readStatement(words), readStatement(computed)];
  if (!('expression' in meant)) return words;
  const isSame = 'expression' in said && formOf(said.expression) === formOf(meant.expression);
  return isSame ? words : `${words}${THAT_IS}${computed}`;
}

/** Without the words of the terms. */
function formOf(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) => (key === 'text' ? undefined : value));
}

function paragraphs(display: XmlElement): string {
  const texts = elements(display).map(plainText);
  return texts.length > 0 ? texts.filter(Boolean).join('; ') : plainText(display);
}

/** `serialno=5001~5048|5060 and (model=TR46-100 or model=TR46-200)` */
function conditionText(condition: XmlElement, properties: Properties): string {
  const { andOr, applicPropertyIdent = '' } = condition.attributes;
  if (condition.name === 'assert') {
    const text = plainText(condition);
    if (text !== '') return withoutBraces(text);
    if (applicPropertyIdent === '') return UNREADABLE;
    return assertionText(condition.attributes, properties);
  }
  if (condition.name !== 'evaluate') return UNREADABLE;
  const parts = elements(condition).map((part) => {
    const text = conditionText(part, properties);
    return part.name === 'evaluate' && elements(part).length > 1 ? `(${text})` : text;
  });
  return parts.length > 1 && andOr === undefined ? UNREADABLE : parts.join(` ${andOr} `);
}

/** With the serial numbers of the product table, unless the register can tell. Conditions change in service: what a table says of them does not count. */
function assertionText(attributes: XmlElement['attributes'], properties: Properties): string {
  const { applicPropertyIdent: ident = '', applicPropertyType: type, applicPropertyValues: values = '' } = attributes;
  const text = withoutBraces(`${properties.nameOf(ident, type) ?? ident}=${values}`);
  if (type !== 'prodattr' || 'expression' in readStatement(text)) return text;
  const products = properties.productsWith(ident, values.split('|').map((value) => value.trim())); // prettier-ignore
  const decided = products && productsText(text, products.having, products.lacking);
  return decided !== null && 'expression' in readStatement(decided) ? decided : text;
}

/** Braces stand around what this reader adds. */
function withoutBraces(text: string): string {
  return text.replace(/[{}]/g, ' ');
}

/** `<model model="FALCON"/><versrank><range from="001" to="040"/></versrank>` of issue 2. */
function listed(applic: XmlElement): string {
  const own = applic.content
    .filter((node) => typeof node === 'string')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  const parts = descendants(applic, 'type', 'model', 'range', 'single', 'version').map((element) => {
    const { from, to, model, version } = element.attributes;
    if (from !== undefined) return `${from} to ${to ?? 'on'}`;
    return model ?? version ?? (elements(element).length === 0 ? plainText(element) : '');
  });
  return [own, ...parts].filter(Boolean).join(' ') || plainText(applic);
}
