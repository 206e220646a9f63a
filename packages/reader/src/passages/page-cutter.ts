import type { MarkupBlock } from '../document/page-source.js';

/** Characters of a page in files without pages: about those of a printed page. */
export const PAGE_CHARACTERS = 3_000;

/** Maximum length of a page that keeps headings and notices with the text after them. */
const MAX_PAGE_CHARACTERS = 2 * PAGE_CHARACTERS;

/** Cuts blocks into pages of about 3,000 characters. Blocks are never cut: a longer one fills a page. */
export function cutPages(blocks: readonly MarkupBlock[]): MarkupBlock[][] {
  const pages: MarkupBlock[][] = [];
  let page: MarkupBlock[] = [];
  let length = 0;
  for (const block of blocks) {
    if (page.length > 0 && length + block.text.length > PAGE_CHARACTERS) {
      const end = endOf(page) || (length + block.text.length > MAX_PAGE_CHARACTERS ? page.length : 0);
      if (end > 0) {
        pages.push(page.slice(0, end));
        page = page.slice(end);
        length = lengthOf(page);
      }
    }
    page.push(block);
    length += block.text.length + 1;
  }
  if (page.length > 0) pages.push(page);
  return pages;
}

/** Number of blocks that stay if a page ends here: the last ones may introduce the next page. */
function endOf(page: readonly MarkupBlock[]): number {
  return page.findLastIndex(({ kind }) => kind !== 'heading' && kind !== 'warning' && kind !== 'caution') + 1;
}

function lengthOf(page: readonly MarkupBlock[]): number {
  return page.reduce((sum, { text }) => sum + text.length + 1, 0);
}
