import type { NoticeKind } from '../markers.js';
import { attribute, type HtmlElement } from './html-tree.js';

/** Elements of which no text is page text. */
const DROPPED =
  /^(?:script|style|template|noscript|head|title|iframe|object|embed|applet|audio|video|canvas|svg|select|datalist|textarea|input|dialog|rp)$/;

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

const WORD = '(warning|caution|danger|note)';
/** Class names of notices: `warning`, `caution-box`, `alert-danger`, `admonition-note`; not `footnote` or `btn-warning`. */
const NOTICE_CLASS = new RegExp(
  `^(?:(?:admonition|alert|callout|notice|hazard|safety|note|msg|message|box)[-_]+)?${WORD}(?:[-_]?(?:box|block|text|para|paragraph|body|content|notice))?$`,
  'i',
);

/** Blocks whose class may say that they are a notice; a word in the middle of a line may have it for its colour. */
const NOTICE_ELEMENT = /^(?:div|section|aside|p|table|tr|td|blockquote|dl|ul|ol|li|fieldset|figure)$/;

/** Whether readers do not see the element. */
export function isHidden(element: HtmlElement): boolean {
  if (DROPPED.test(element.tagName)) return element.tagName !== 'dialog' || attribute(element, 'open') === undefined;
  return attribute(element, 'hidden') !== undefined || HIDDEN_STYLE.test(attribute(element, 'style') ?? '');
}

/** What the class or role of a block says it is. */
export function noticeHint(element: HtmlElement): NoticeKind | undefined {
  if (!NOTICE_ELEMENT.test(element.tagName)) return undefined;
  const names = [...(attribute(element, 'class') ?? '').split(/\s+/), attribute(element, 'data-type') ?? ''];
  const word = names.map((name) => NOTICE_CLASS.exec(name)?.[1]?.toLowerCase()).find(Boolean);
  if (word === 'danger' || word === 'warning') return 'warning';
  if (word === 'caution' || word === 'note') return word;
  return attribute(element, 'role') === 'note' ? 'note' : undefined;
}

/** Whether the element begins a page when printed, as word processors write page breaks into HTML. */
export function beginsPage(element: HtmlElement): boolean {
  return /(?:page-break-before\s*:\s*always|break-before\s*:\s*page)/i.test(attribute(element, 'style') ?? '');
}

/** Whether the text of the element is struck out: no longer what applies. */
export function isStruck(element: HtmlElement): boolean {
  return (
    /^(?:del|s|strike)$/.test(element.tagName) ||
    /text-decoration(?:-line)?\s*:[^;]*line-through/i.test(attribute(element, 'style') ?? '')
  );
}
