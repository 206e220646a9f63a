import { AND_ALSO, THAT_IS } from '@amks/language/applicability/conditions.js';
import type { Expression } from '@amks/language/applicability/expression.js';
import { readStatement } from '@amks/language/applicability/statement.js';
import { cutText } from '@amks/language/text/cut-text.js';
import { child, descendants, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';

/** Real conditions fit on two lines. */
const MAX_CHARACTERS = 1_000;

/** The name of a product attribute or condition in the cross-reference tables (ACT, CCT); undefined if they are not there. */
export type NameOfProperty = (ident: string) => string | undefined;

const unnamed: NameOfProperty = () => undefined;

/**
 * The display text of an `applic`, else its conditions (S1000D chapter 7.8) or the ranges of older issues. Null if empty. Conditions follow a
 * display text that is not understood, or that is not the same.
 */
export function applicabilityText(applic: XmlElement | undefined, nameOf: NameOfProperty = unnamed): string | null {
  if (!applic) return null;
  const display = child(applic, 'displayText');
  const conditions = elements(applic)
    .filter(({ name }) => CONDITIONS.includes(name))
    .map((one) => conditionText(one, nameOf));
  const computed = conditions.join(AND_ALSO);
  const text = display ? withComputed(paragraphs(display), computed) : computed || listed(applic);
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
function conditionText(condition: XmlElement, nameOf: NameOfProperty): string {
  const { andOr, applicPropertyIdent = '', applicPropertyValues = '' } = condition.attributes;
  if (condition.name === 'assert') {
    const text = plainText(condition);
    if (text !== '') return text;
    if (applicPropertyIdent === '') return UNREADABLE;
    return `${nameOf(applicPropertyIdent) ?? applicPropertyIdent}=${applicPropertyValues}`;
  }
  if (condition.name !== 'evaluate') return UNREADABLE;
  const parts = elements(condition).map((part) => {
    const text = conditionText(part, nameOf);
    return part.name === 'evaluate' && elements(part).length > 1 ? `(${text})` : text;
  });
  return parts.length > 1 && andOr === undefined ? UNREADABLE : parts.join(` ${andOr} `);
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
