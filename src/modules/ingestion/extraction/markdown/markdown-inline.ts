import type { Doubt } from '../doubts.js';
import { lowered, raised } from '../raised-text.js';
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
const STRUCK = /~~(?=\S)[^~\n]{1,2000}?(?<=\S)~~|<(del|s|strike)(?:\s[^<>]{0,200})?>[^\n<]{0,2000}<\/\1\s{0,9}>/gi;

/** Formulas as tags. Their parts are kept apart, as this reader knows nothing of elements. */
const MATH = /<math\b[^<>]{0,200}>(?:(?!<math\b|<\/math)[\s\S]){0,2000}<\/math>/gi;

/** The text of a paragraph as readers see it (CommonMark, chapter 6): without marks of emphasis, addresses of links, and tags. */
export function inlineText(markdown: string, doubt: (doubt: Doubt) => void): string {
  // What is to be left as it is stands behind a NUL meanwhile, which no text has.
  const literals: string[] = [];
  const keep = (text: string): string => `\0${literals.push(text) - 1};`;
  let text = markdown
    .replace(/(?<!`)(`{1,3})(?!`)([^\n]{1,2000}?)(?<!`)\1(?!`)/g, (_, _ticks, code: string) => keep(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) => keep(character));
  text = text
    .replace(STRUCK, () => {
      doubt('removed');
      return '';
    })
    .replace(/<sup\b[^<>]{0,200}>([^<>]{0,200})<\/sup>/gi, (_, inside: string) => raised(inside))
    .replace(/<sub\b[^<>]{0,200}>([^<>]{0,200})<\/sub>/gi, (_, inside: string) => lowered(inside))
    .replace(MATH, (formula) => {
      doubt('formula');
      return formula.replace(/<[^<>]{0,200}>/g, ' ');
    })
    .replace(/<\/?(?:td|th|tr|li|p|div)(?:\s[^<>]{0,200})?\/?>/gi, ' ');
  for (const [pattern, replacement] of REMOVED) text = text.replace(pattern, replacement);
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,32}));/gi, characterOf)
    .replace(/\0(\d+);/g, (_, index: string) => literals[Number(index)]!);
}

function characterOf(reference: string, decimal?: string, hex?: string, name = ''): string {
  if (name !== '') return PREDEFINED[name] ?? CHARACTER_ENTITIES.get(name) ?? reference;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
