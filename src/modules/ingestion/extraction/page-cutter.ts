import type { MarkupBlock } from './page-source.js';

/** Characters after which a page of a file without pages ends: about what a printed one holds. */
const PAGE_CHARACTERS = 3_000;

/** A page may be this long so that no heading, and no notice, is parted from what follows it. */
const MAX_PAGE_CHARACTERS = 2 * PAGE_CHARACTERS;

/** Cuts blocks into pages of about 3,000 characters. No block is cut: a longer one has a page of its own. */
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

/** How many blocks of a page may stay when it ends here: those behind introduce what comes next. */
function endOf(page: readonly MarkupBlock[]): number {
  return page.findLastIndex(({ kind }) => kind !== 'heading' && kind !== 'warning' && kind !== 'caution') + 1;
}

function lengthOf(page: readonly MarkupBlock[]): number {
  return page.reduce((sum, { text }) => sum + text.length + 1, 0);
}
