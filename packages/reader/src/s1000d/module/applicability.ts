import { cutText } from '@amks/language/text/cut-text.js';
import { child, descendants, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';

/** Real conditions fit on two lines. */
const MAX_CHARACTERS = 1_000;

/** The display text of an `applic`, else its conditions (S1000D chapter 7.8) or the ranges of older issues. Null if empty. */
export function applicabilityText(applic: XmlElement | undefined): string | null {
  if (!applic) return null;
  const display = child(applic, 'displayText');
  const text = display
    ? paragraphs(display)
    : elements(applic).map(conditionText).filter(Boolean).join('; ') || listed(applic);
  return text === '' ? null : cutText(text, MAX_CHARACTERS);
}

function paragraphs(display: XmlElement): string {
  const texts = elements(display).map(plainText);
  return texts.length > 0 ? texts.filter(Boolean).join('; ') : plainText(display);
}

function conditionText(condition: XmlElement): string {
  const { andOr = 'and', applicPropertyIdent = '', applicPropertyValues = '' } = condition.attributes;
  if (condition.name === 'assert') {
    const text = plainText(condition);
    return text === '' ? `${applicPropertyIdent} ${applicPropertyValues}`.trim() : text;
  }
  if (condition.name !== 'evaluate') return '';
  const parts = elements(condition).map((part) => {
    const text = conditionText(part);
    return part.name === 'evaluate' && elements(part).length > 1 ? `(${text})` : text;
  });
  return parts.filter(Boolean).join(` ${andOr} `);
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
