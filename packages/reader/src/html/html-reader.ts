import { readFile } from 'node:fs/promises';
import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { MarkupBuilder } from '../markup/markup-builder.js';
import { markupSource } from '../markup/markup-source.js';
import type { MarkupSource } from '../document/page-source.js';
import { cleanLine } from '../text/text-cleanup.js';
import { HtmlBlocks } from './html-blocks.js';
import { decodeHtml } from './html-encoding.js';
import { inlineStyles } from './html-styles.js';
import { attribute, descendants, isElement, parseHtml, type HtmlElement } from './html-tree.js';

const NOTHING = /^$/;

const STYLES_ELSEWHERE = 'The file uses external style sheets: text that they strike out or hide was read.';

/**
 * Opens an HTML file (WHATWG HTML). Scripts, styles, templates, comments and hidden content are not text. Nothing is fetched.
 * @throws ExtractionError `empty`, `encoding`, `html_nesting`, `html_elements`, `too_much_text`, `too_many_pages`
 */
export async function openHtml(file: string, limits: ExtractionLimits): Promise<MarkupSource> {
  const bytes = await readFile(file);
  if (bytes.length === 0) throw new ExtractionError('empty');
  const { text, warnings } = decodeHtml(bytes);
  const document = parseHtml(text, limits.html);
  inlineStyles(document);
  const builder = new MarkupBuilder(limits.max_file_text_bytes);
  new HtmlBlocks(builder).read(document);
  const [title] = descendants(document, /^title$/, /^(?:svg|body)$/);
  const root = document.childNodes.find((node): node is HtmlElement => isElement(node) && node.tagName === 'html');
  return markupSource(
    builder,
    {
      title: title ? cleanLine(title.childNodes.map((node) => ('value' in node ? node.value : '')).join('')) : null,
      language: (root && (attribute(root, 'lang') ?? attribute(root, 'xml:lang'))) ?? declaredLanguage(document),
      warnings: [...warnings, ...(linksStyles(document) ? [STYLES_ELSEWHERE] : [])],
    },
    limits,
  );
}

function linksStyles(document: Parameters<typeof descendants>[0]): boolean {
  for (const link of descendants(document, /^link$/, NOTHING))
    if (/\bstylesheet\b/i.test(attribute(link, 'rel') ?? '')) return true;
  return false;
}

function declaredLanguage(document: Parameters<typeof descendants>[0]): string | undefined {
  for (const meta of descendants(document, /^meta$/, NOTHING)) {
    if (attribute(meta, 'http-equiv')?.toLowerCase() === 'content-language') return attribute(meta, 'content');
  }
  return undefined;
}
