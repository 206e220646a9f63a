import { attribute, descendants, isElement, type HtmlElement } from './html-tree.js';

/** Declarations that hide, strike out or raise text. */
const TELLING = /(?:^|;)\s*(?:display|visibility|opacity|font-size|text-decoration(?:-line)?|vertical-align)\s*:/i;

const COMPOUND = /^(?:[a-z][\w-]*)?(?:[.#][\w-]+)*$/i;

/** Bounds: characters of style sheets, rules, and rules that end in the same element, class or id. */
const MAX_CSS = 2_000_000;
const MAX_RULES = 20_000;
const MAX_ALIKE = 50;

interface Rule {
  /** The element first, then its ancestors. */
  path: Compound[];
  declarations: string;
}

interface Compound {
  tag: string;
  marks: string[];
}

/**
 * Copies the rules of embedded style sheets into the `style` attributes of the elements that they select, before
 * existing declarations. Supports selectors of elements, classes, ids and descendants, without conditions on
 * attributes and states; ignores media other than screen.
 */
export function inlineStyles(document: Parameters<typeof descendants>[0]): void {
  const rules = rulesOf([...descendants(document, /^style$/, /^$/)].map(textOf).join('\n').slice(0, MAX_CSS));
  if (rules.size === 0) return;
  for (const element of descendants(document, /./, /^$/)) {
    const found = [element.tagName, ...marksOf(element)].flatMap((key) => rules.get(key) ?? []);
    const declarations = found.filter((rule) => applies(rule, element)).map((rule) => rule.declarations);
    if (declarations.length === 0) continue;
    const style = element.attrs.find(({ name }) => name === 'style');
    if (style) style.value = `${declarations.join(';')};${style.value}`;
    else element.attrs.push({ name: 'style', value: declarations.join(';') });
  }
}

/** The last value of a property in a `style` attribute counts. */
export function styleOf(element: HtmlElement, property: RegExp): string | undefined {
  return attribute(element, 'style')
    ?.split(';')
    .map((declaration) => declaration.split(':', 2))
    .findLast(([name = '']) => property.test(name.trim()))?.[1]
    ?.trim()
    .toLowerCase();
}

/** Rules by the last name of their selector: an id or class of the element, else its tag. */
function rulesOf(css: string): ReadonlyMap<string, Rule[]> {
  const rules = new Map<string, Rule[]>();
  let count = 0;
  for (const { selectors, declarations } of blocksOf(css)) {
    if (!TELLING.test(declarations)) continue;
    for (const selector of selectors.split(',')) {
      const path = pathOf(selector);
      const key = path && (path[0]!.marks[0] ?? path[0]!.tag);
      if (!key || (count += 1) > MAX_RULES) continue;
      const alike = rules.get(key) ?? [];
      if (alike.length < MAX_ALIKE) alike.push({ path, declarations });
      rules.set(key, alike);
    }
  }
  return rules;
}

/** Innermost blocks of a style sheet that apply to the screen. */
function* blocksOf(given: string): Generator<{ selectors: string; declarations: string }> {
  const css = given.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  const open: { prelude: string; isOff: boolean }[] = [];
  let from = 0;
  for (const { 0: sign, index } of css.matchAll(/[{};]/g)) {
    const text = css.slice(from, index).trim();
    if (sign === '{') {
      const isOff = /^@(?:media(?![^{]*\b(?:screen|all)\b)|font-face|keyframes|-\w+-keyframes|page)/i.test(text);
      open.push({ prelude: text, isOff: isOff || (open.at(-1)?.isOff ?? false) });
    } else if (sign === '}') {
      const { prelude = '', isOff = true } = open.pop() ?? {};
      if (!isOff && !prelude.startsWith('@')) yield { selectors: prelude, declarations: text };
    } else if (open.length > 0) continue;
    from = index + 1;
  }
}

/** A selector such as `td span.old` as the element and its ancestors; null if unsupported. */
function pathOf(selector: string): Compound[] | null {
  const compounds = selector.trim().split(/\s*>\s*|\s+/);
  if (!compounds.every((compound) => compound !== '' && COMPOUND.test(compound))) return null;
  return compounds.reverse().map((compound) => ({
    tag: /^[\w-]*/.exec(compound)![0].toLowerCase(),
    marks: compound.match(/[.#][\w-]+/g) ?? [],
  }));
}

function applies({ path: [own, ...around] }: Rule, element: HtmlElement): boolean {
  if (!matches(own!, element)) return false;
  let at = element.parentNode;
  for (const compound of around) {
    while (at && !('tagName' in at && matches(compound, at))) at = 'parentNode' in at ? at.parentNode : null;
    if (!at) return false;
    at = 'parentNode' in at ? at.parentNode : null;
  }
  return true;
}

function matches({ tag, marks }: Compound, element: HtmlElement): boolean {
  if (tag !== '' && tag !== element.tagName) return false;
  const own = marks.length > 0 ? marksOf(element) : [];
  return marks.every((mark) => own.includes(mark));
}

function marksOf(element: HtmlElement): string[] {
  const classes = attribute(element, 'class')?.split(/\s+/, 100).filter(Boolean) ?? [];
  const id = attribute(element, 'id');
  return [...classes.map((name) => `.${name}`), ...(id === undefined ? [] : [`#${id}`])];
}

function textOf(element: HtmlElement): string {
  return element.childNodes.map((node) => (!isElement(node) && 'value' in node ? node.value : '')).join('');
}
