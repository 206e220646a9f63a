import type { Doubt } from '../doubts.js';
import { DEFAULT_HTML_LIMITS } from '../html/html-limits.js';
import { descendants, parseHtml } from '../html/html-tree.js';
import { mathText } from '../html/mathml.js';
import { lowered, raised, settleRaised } from '../raised-text.js';
import { CHARACTER_ENTITIES } from '../xml/character-entities.js';

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What is left of a construct in the text; groups are bounded, so that a line of nothing but marks takes no longer. */
const REMOVED: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^[\]]{0,500})\](?:\([^()\s]{0,2000}(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'))?\)|\[[^[\]]{0,200}\])/g, '$1'],
  [/\[\^([\w-]{1,40})\]/g, '[$1]'],
  [/<((?:https?|mailto|ftp):[^\s<>]{1,2000})>/g, '$1'],
  [/<br\s*\/?>/gi, '\n'],
  [/<\/?[a-z][\w-]{0,40}(?:\s[^<>]{0,2000})?\/?>/gi, ''],
  [/(\*\*|__)(?=\S)([^\n]{1,2000}?)(?<=\S)\1/g, '$2'],
  [/(?<![\w*])\*(?=\S)([^*\n]{1,2000}?)(?<=\S)\*(?![\w*])/g, '$1'],
  [/(?<![\w_])_(?=\S)([^_\n]{1,2000}?)(?<=\S)_(?![\w_])/g, '$1'],
];

/** What no longer applies. */
const STRUCK = /~~(?=\S)(?:[^~]|~(?!~)){1,2000}?(?<=\S)~~/g;

/** A tag; what is in it is bounded, so that a text of nothing but brackets takes no longer. */
const TAG = /<(\/?)([a-z][a-z\d]{0,20})((?:\s[^<>]{0,2000})?)>/gi;
const STRUCK_TAG = /^(?:del|s|strike)$/i;
const STRUCK_STYLE = /text-decoration(?:-line)?\s*:[^;"']*line-through/i;
const HIDDEN_ATTRIBUTE = /\shidden(?=[\s=/]|$)|(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const VOID = /^(?:br|hr|img|input|wbr|col)$/i;

/** Formulas as tags. */
const MATH = /<math\b[^<>]{0,200}>(?:(?!<math\b|<\/math)[\s\S]){0,5000}<\/math>/gi;

/** The text of a paragraph as readers see it (CommonMark, chapter 6): without marks of emphasis, addresses of links, and tags. */
export function inlineText(markdown: string, doubt: (doubt: Doubt) => void): string {
  // What is to be left as it is stands behind a NUL meanwhile, which no text has.
  const literals: string[] = [];
  const keep = (text: string): string => `\0${literals.push(text) - 1};`;
  let text = withFormulas(markdown, keep, doubt)
    .replace(/(?<!`)(`{1,3})(?!`)([^\n]{1,2000}?)(?<!`)\1(?!`)/g, (_, _ticks, code: string) => keep(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) => keep(character));
  text = withoutElements(text, doubt)
    .replace(STRUCK, () => {
      doubt('removed');
      return '';
    })
    .replace(/<sup\b[^<>]{0,200}>([^<>]{0,200})<\/sup>/gi, (_, inside: string) => raised(inside))
    .replace(/<sub\b[^<>]{0,200}>([^<>]{0,200})<\/sub>/gi, (_, inside: string) => lowered(inside))
    .replace(/<\/?(?:td|th|tr|li|p|div)(?:\s[^<>]{0,200})?\/?>/gi, ' ');
  for (const [pattern, replacement] of REMOVED) text = text.replace(pattern, replacement);
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,32}));/gi, characterOf)
    .replace(/\0(\d+);/g, (_, index: string) => literals[Number(index)]!);
}

/** Without elements that are struck out or hidden, whatever is in them. One that does not end reaches to the end. */
function withoutElements(text: string, doubt: (doubt: Doubt) => void): string {
  let kept = '';
  let from = 0;
  let cut: { name: string; depth: number; start: number; doubt: Doubt } | null = null;
  const end = (at: number): void => {
    if (cut && /[^\s<>]/.test(text.slice(cut.start, at).replace(TAG, ''))) doubt(cut.doubt);
    cut = null;
  };
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of text.matchAll(TAG)) {
    const lower = name.toLowerCase();
    if (cut !== null) {
      const open: { name: string; depth: number } = cut;
      if (lower !== open.name) continue;
      open.depth += slash ? -1 : 1;
      if (open.depth > 0) continue;
      end(index);
      from = index + tag.length;
    } else if (!slash && !VOID.test(lower)) {
      const isStruck = STRUCK_TAG.test(lower) || STRUCK_STYLE.test(attributes);
      if (!isStruck && !HIDDEN_ATTRIBUTE.test(attributes)) continue;
      kept += text.slice(from, index);
      cut = { name: lower, depth: 1, start: index + tag.length, doubt: isStruck ? 'removed' : 'hidden' };
    }
  }
  if (cut === null) return kept + text.slice(from);
  end(text.length);
  return kept;
}

/** Formulas as text, kept as it is. */
function withFormulas(text: string, keep: (text: string) => string, doubt: (doubt: Doubt) => void): string {
  return text.replace(MATH, (formula: string, at: number) => {
    const [element] = descendants(parseHtml(formula, DEFAULT_HTML_LIMITS), /^math$/, /^math$/);
    const written = element ? settleRaised(mathText(element, () => doubt('formula'))) : '';
    return (/\d$/.test(text.slice(Math.max(0, at - 1), at)) && /^\d/.test(written) ? ' ' : '') + keep(written);
  });
}

function characterOf(reference: string, decimal?: string, hex?: string, name = ''): string {
  if (name !== '') return PREDEFINED[name] ?? CHARACTER_ENTITIES.get(name) ?? reference;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
