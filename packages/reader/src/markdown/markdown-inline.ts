import type { Caveat } from '../document/caveats.js';
import { DEFAULT_HTML_LIMITS } from '../limits/extraction-limits.js';
import { descendants, parseHtml } from '../html/html-tree.js';
import { mathText } from '../html/mathml.js';
import { lowered, raised, settleRaised } from '../text/raised-text.js';
import { CHARACTER_ENTITIES } from '../xml/character-entities.js';

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text that remains of a construct. Groups are bounded, so that a line of marks takes linear time. */
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

const STRUCK = /~~(?=\S)(?:[^~]|~(?!~)){1,2000}?(?<=\S)~~/g;

/** A tag. Its length is bounded, so that a text of brackets takes linear time. */
const TAG = /<(\/?)([a-z][a-z\d]{0,20})((?:\s[^<>]{0,2000})?)>/gi;
const STRUCK_TAG = /^(?:del|s|strike)$/i;
const STRUCK_STYLE = /text-decoration(?:-line)?\s*:[^;"']*line-through/i;
const HIDDEN_ATTRIBUTE = /\shidden(?=[\s=/]|$)|(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const VOID = /^(?:br|hr|img|input|wbr|col)$/i;

const MATH = /<math\b[^<>]{0,200}>(?:(?!<math\b|<\/math)[\s\S]){0,5000}<\/math>/gi;

/** The text of a paragraph (CommonMark, chapter 6), without emphasis marks, link addresses and tags. */
export function inlineText(markdown: string, addCaveat: (caveat: Caveat) => void): string {
  // Literal text is replaced by a NUL and its index; files contain no NUL.
  const literals: string[] = [];
  const keep = (text: string): string => `\0${literals.push(text) - 1};`;
  let text = withFormulas(markdown, keep, addCaveat)
    .replace(/(?<!`)(`{1,3})(?!`)([^\n]{1,2000}?)(?<!`)\1(?!`)/g, (_, _ticks, code: string) => keep(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) => keep(character));
  text = withoutElements(text, addCaveat)
    .replace(STRUCK, () => {
      addCaveat('removed');
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

/** Removes struck or hidden elements with their content. An unclosed one extends to the end. */
function withoutElements(text: string, addCaveat: (caveat: Caveat) => void): string {
  let kept = '';
  let from = 0;
  let cut: { name: string; depth: number; start: number; caveat: Caveat } | null = null;
  const end = (at: number): void => {
    if (cut && /[^\s<>]/.test(text.slice(cut.start, at).replace(TAG, ''))) addCaveat(cut.caveat);
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
      cut = { name: lower, depth: 1, start: index + tag.length, caveat: isStruck ? 'removed' : 'hidden' };
    }
  }
  if (cut === null) return kept + text.slice(from);
  end(text.length);
  return kept;
}

function withFormulas(text: string, keep: (text: string) => string, addCaveat: (caveat: Caveat) => void): string {
  return text.replace(MATH, (formula: string, at: number) => {
    const [element] = descendants(parseHtml(formula, DEFAULT_HTML_LIMITS), /^math$/, /^math$/);
    const written = element ? settleRaised(mathText(element, () => addCaveat('formula'))) : '';
    return (/\d$/.test(text.slice(Math.max(0, at - 1), at)) && /^\d/.test(written) ? ' ' : '') + keep(written);
  });
}

function characterOf(reference: string, decimal?: string, hex?: string, name = ''): string {
  if (name !== '') return PREDEFINED[name] ?? CHARACTER_ENTITIES.get(name) ?? reference;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
