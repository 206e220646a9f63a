import { cutText } from '../../../common/cut-text.js';
import { ExtractionError } from './extraction-error.js';
import { doubtWarnings, noteDoubts, type Doubt } from './doubts.js';
import type { ExtractionLimits, OutlineEntry } from './extraction.types.js';
import type { MarkupBuilder } from './markup-builder.js';
import { cutPages } from './page-cutter.js';
import type { MarkupBlock, MarkupPage, MarkupSource } from './page-source.js';

/** A page that a file ends itself may hold this much before it is cut: the densest printed ones do. */
const MAX_DECLARED_PAGE = 6_000;

const MAX_OUTLINE_ENTRIES = 5_000;
const MAX_OUTLINE_TITLE = 300;

/** What a reader found out about a file besides its blocks. */
export interface MarkupFacts {
  title: string | null;
  /** As the file says it. */
  language: string | null | undefined;
  warnings: string[];
}

/**
 * A source of what a builder holds: the file's own pages, long ones cut between blocks, with an outline of its headings.
 *
 * @throws ExtractionError `too_many_pages`
 */
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
  const doubts = new Map<Doubt, Set<number>>();
  pages.forEach((page, i) => noteDoubts(doubts, i + 1, page));
  if (builder.undecided.length > 0) noteDoubts(doubts, pages.length, [{ doubts: builder.undecided }]);
  return {
    kind: 'markup',
    document: {
      page_count: pages.length,
      title: title === null || title.trim() === '' ? null : title.trim(),
      outline: outlineOf(pages),
      language: languageTag(language),
    },
    warnings: [...warnings, ...doubtWarnings(doubts)],
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

/** The tag in its canonical form (BCP 47), or null for what is none. */
function languageTag(language: string | null | undefined): string | null {
  try {
    return Intl.getCanonicalLocales(language?.trim().replaceAll('_', '-') || undefined)[0] ?? null;
  } catch {
    return null;
  }
}
