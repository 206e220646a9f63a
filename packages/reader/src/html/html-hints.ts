import type { NoticeKind } from '../notices/markers.js';
import { styleOf } from './html-styles.js';
import { attribute, type HtmlElement } from './html-tree.js';

/** Elements without page text. */
const DROPPED =
  /^(?:script|style|template|noscript|head|title|iframe|object|embed|applet|audio|video|canvas|svg|select|datalist|textarea|input|dialog|rp)$/;

const WORD = '(warning|caution|danger|note)';
/** Class names of notices: `warning`, `caution-box`, `alert-danger`, `admonition-note`; not `footnote` or `btn-warning`. */
const NOTICE_CLASS = new RegExp(
  `^(?:(?:admonition|alert|callout|notice|hazard|safety|note|msg|message|box)[-_]+)?${WORD}(?:[-_]?(?:box|block|text|para|paragraph|body|content|notice))?$`,
  'i',
);

/** Blocks whose class may mark them as a notice. On inline elements the class may only set a color. */
const NOTICE_ELEMENT = /^(?:div|section|aside|p|table|tr|td|blockquote|dl|ul|ol|li|fieldset|figure)$/;

export function isDropped(element: HtmlElement): boolean {
  return DROPPED.test(element.tagName) && (element.tagName !== 'dialog' || attribute(element, 'open') === undefined);
}

export function isHidden(element: HtmlElement): boolean {
  if (isDropped(element) || attribute(element, 'hidden') !== undefined) return true;
  if (attribute(element, 'style') === undefined) return false;
  return (
    /^none\b/.test(styleOf(element, /^display$/i) ?? '') ||
    /^(?:hidden|collapse)\b/.test(styleOf(element, /^visibility$/i) ?? '') ||
    [/^opacity$/i, /^font-size$/i].some((property) => /^0(?:\.0+)?(?![.\d])/.test(styleOf(element, property) ?? ''))
  );
}

export function shiftOf(element: HtmlElement): 'up' | 'down' | null {
  if (element.tagName === 'sup') return 'up';
  if (element.tagName === 'sub') return 'down';
  const value = styleOf(element, /^vertical-align$/i) ?? '';
  if (/^(?:super|text-top)\b/.test(value) || /^\+?(?:[1-9]|0?\.0*[1-9])/.test(value)) return 'up';
  return /^(?:sub|text-bottom)\b/.test(value) || /^-(?:[1-9]|0?\.0*[1-9])/.test(value) ? 'down' : null;
}

export function noticeHint(element: HtmlElement): NoticeKind | undefined {
  if (!NOTICE_ELEMENT.test(element.tagName)) return undefined;
  const names = [...(attribute(element, 'class') ?? '').split(/\s+/), attribute(element, 'data-type') ?? ''];
  const word = names.map((name) => NOTICE_CLASS.exec(name)?.[1]?.toLowerCase()).find(Boolean);
  if (word === 'danger' || word === 'warning') return 'warning';
  if (word === 'caution' || word === 'note') return word;
  return attribute(element, 'role') === 'note' ? 'note' : undefined;
}

/** Word processors write page breaks into HTML this way. */
export function beginsPage(element: HtmlElement): boolean {
  return /(?:page-break-before\s*:\s*always|break-before\s*:\s*page)/i.test(attribute(element, 'style') ?? '');
}

/** Whether the text is struck out and no longer applies. */
export function isStruck(element: HtmlElement): boolean {
  return (
    /^(?:del|s|strike)$/.test(element.tagName) ||
    /line-through/.test(styleOf(element, /^text-decoration(?:-line)?$/i) ?? '')
  );
}
