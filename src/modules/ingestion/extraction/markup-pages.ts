import type { ExtractedPage, PageBlock } from './extraction.types.js';
import type { MarkupPage } from './page-source.js';

/** The page as text, a block a line, with the place of each block in it. */
export function writePage({ page_number, label, blocks }: MarkupPage): ExtractedPage {
  let offset = 0;
  const written = blocks.map(({ doubts: _told, ...block }): PageBlock => {
    const start = offset;
    offset += block.text.length + 1;
    return { ...block, start, end: start + block.text.length };
  });
  return { page_number, label, text: blocks.map(({ text }) => text).join('\n'), blocks: written };
}
