import { pageRanges } from '../page-ranges.js';

/** What of a file could not be written as it is meant, or was left out on purpose. */
export type Doubt = 'removed' | 'formula' | 'symbol' | 'unit' | 'picture' | 'hidden' | 'columns';

const SENTENCES: Readonly<Record<Doubt, (pages: string) => string>> = {
  removed: (pages) => `Struck or deleted text was left out on page(s) ${pages}.`,
  hidden: (pages) => `Text that is not shown was left out on page(s) ${pages}.`,
  formula: (pages) =>
    `Formulas that cannot be written faithfully on one line stand on page(s) ${pages}: check them against the file.`,
  symbol: (pages) => `Characters of symbol fonts that are not known are shown as \ufffd on page(s) ${pages}.`,
  unit: (pages) => `Units of measure are codes of the project, shown as written, on page(s) ${pages}.`,
  picture: (pages) => `Symbols that are pictures were left out of the text on page(s) ${pages}.`,
  columns: (pages) =>
    `Cells of tables hold lists of values that do not pair up line by line on page(s) ${pages}: check them against the file.`,
};

/** One sentence for each kind of doubt about the blocks of pages, which have the numbers from `first` on. */
export function doubtWarnings(doubts: ReadonlyMap<Doubt, ReadonlySet<number>>): string[] {
  return (Object.keys(SENTENCES) as Doubt[]).flatMap((kind) => {
    const pages = [...(doubts.get(kind) ?? [])].sort((a, b) => a - b);
    return pages.length > 0 ? [SENTENCES[kind](pageRanges(pages))] : [];
  });
}

/** Adds the doubts of the blocks of one page to those of a file. */
export function noteDoubts(
  doubts: Map<Doubt, Set<number>>,
  pageNumber: number,
  blocks: readonly { doubts?: readonly Doubt[] }[],
): void {
  for (const kind of blocks.flatMap((block) => block.doubts ?? [])) {
    doubts.set(kind, (doubts.get(kind) ?? new Set()).add(pageNumber));
  }
}
