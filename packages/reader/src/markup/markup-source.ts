import { cutText } from '@amks/language/text/cut-text.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { caveatWarnings, addCaveats, type Caveat } from '../document/caveats.js';
import type { ExtractedPage, OutlineEntry, PageBlock } from '../document/document.types.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import type { MarkupBuilder } from './markup-builder.js';
import { cutPages } from '../passages/page-cutter.js';
import type { MarkupBlock, MarkupPage, MarkupSource } from '../document/page-source.js';

/** Maximum characters of a page of the file before it is cut: that of the densest printed pages. */
const MAX_DECLARED_PAGE = 6_000;

const MAX_OUTLINE_ENTRIES = 5_000;
const MAX_OUTLINE_TITLE = 300;

export interface MarkupFacts {
  title: string | null;
  /** As declared by the file. */
  language: string | null | undefined;
  warnings: string[];
}

/** Pages of the file, long ones cut between blocks, with an outline of its headings. @throws ExtractionError `too_many_pages` */
export function markupSource(
  builder: MarkupBuilder,
  { title, language, warnings }: MarkupFacts,
  limits: ExtractionLimits,
): MarkupSource {
  builder.endNotice();
  const cut = builder.pages.flatMap((page) => (charactersOf(page) > MAX_DECLARED_PAGE ? cutPages(page) : [page]));
  const full = cut.filter((page) => page.length > 0);
  const pages = full.length > 0 ? full : [[]];
  if (pages.length > limits.max_pages) throw new ExtractionError('too_many_pages', `${pages.length} pages`);
  const caveats = new Map<Caveat, Set<number>>();
  pages.forEach((page, i) => addCaveats(caveats, i + 1, page));
  if (builder.undecided.length > 0) addCaveats(caveats, pages.length, [{ caveats: builder.undecided }]);
  return {
    kind: 'markup',
    document: {
      page_count: pages.length,
      title: title === null || title.trim() === '' ? null : title.trim(),
      outline: outlineOf(pages),
      language: languageTag(language),
    },
    warnings: [...warnings, ...caveatWarnings(caveats)],
    // eslint-disable-next-line @typescript-eslint/require-await -- same shape as readers that read as they go
    async *pages(from) {
      for (let number = Math.max(1, from); number <= pages.length; number += 1)
        yield toPage(pages[number - 1]!, number);
    },
    close: () => Promise.resolve(),
  };
}

function toPage(blocks: MarkupBlock[], pageNumber: number): MarkupPage {
  return { page_number: pageNumber, label: null, blocks };
}

function outlineOf(pages: MarkupBlock[][]): OutlineEntry[] {
  const headings = pages.flatMap((page, i) =>
    page
      .filter(({ kind }) => kind === 'heading')
      .map(({ text, level = 1 }) => ({ title: cutText(text, MAX_OUTLINE_TITLE), page_number: i + 1, level })),
  );
  return headings.slice(0, MAX_OUTLINE_ENTRIES);
}

function charactersOf(page: MarkupBlock[]): number {
  return page.reduce((sum, { text }) => sum + text.length + 1, 0);
}

/** The canonical BCP 47 tag, or null if it is invalid. */
function languageTag(language: string | null | undefined): string | null {
  try {
    return Intl.getCanonicalLocales(language?.trim().replaceAll('_', '-') || undefined)[0] ?? null;
  } catch {
    return null;
  }
}

/** The page as text, one block per line, with the offsets of each block. */
export function writePage({ page_number, label, blocks }: MarkupPage): ExtractedPage {
  let offset = 0;
  const written = blocks.map(({ caveats: _told, ...block }): PageBlock => {
    const start = offset;
    offset += block.text.length + 1;
    return { ...block, start, end: start + block.text.length };
  });
  return { page_number, label, text: blocks.map(({ text }) => text).join('\n'), blocks: written };
}
