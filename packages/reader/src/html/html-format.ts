import type { Prolog } from '../detection/xml-prolog.js';
import type { Format } from '../format.js';

/** First elements of HTML without an `<html>` tag. */
const FIRST_ELEMENT =
  /^(?:html|head|body|title|meta|link|base|h[1-6]|p|div|table|ul|ol|dl|article|section|main|header|nav|center|script|style|iframe)$/i;

export const HTML_FORMAT: Format = {
  mediaType: 'text/html',
  name: 'HTML',
  extensions: ['.html', '.htm', '.xhtml'],
  detection: { by: 'prolog', matches: isHtml },
  pages: 'typeset',
  open: async (file, { limits }) => (await import('./html-reader.js')).openHtml(file, limits),
};

function isHtml({ declared, doctype, root }: Prolog): boolean {
  if (doctype?.toLowerCase() === 'html' || root?.toLowerCase() === 'html') return true;
  return !declared && doctype === null && root !== null && FIRST_ELEMENT.test(root);
}
