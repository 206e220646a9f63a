import { pageRanges } from '../page-ranges.js';

/** What of a file could not be written as it is meant, or was left out on purpose. */
export type Doubt =
  | 'removed'
  | 'formula'
  | 'symbol'
  | 'unmapped'
  | 'hyphens'
  | 'unit'
  | 'picture'
  | 'unseen'
  | 'struck'
  | 'covered'
  | 'overlay'
  | 'stamp'
  | 'comment'
  | 'revision'
  | 'stacked'
  | 'columns'
  | 'hidden';

const SENTENCES: Readonly<Record<Doubt, (pages: string) => string>> = {
  removed: (pages) => `Struck or deleted text was left out on page(s) ${pages}.`,
  hidden: (pages) => `Text that is not shown was left out on page(s) ${pages}.`,
  formula: (pages) =>
    `Formulas that cannot be written faithfully on one line stand on page(s) ${pages}: check them against the file.`,
  symbol: (pages) =>
    `Characters that the file or its fonts do not name are shown as \ufffd on page(s) ${pages}: check them against the file.`,
  unmapped: (pages) =>
    `The file does not say surely which characters are printed on page(s) ${pages}: check their text against the file.`,
  hyphens: (pages) =>
    `Soft hyphens, which are not shown, stand beside capitals or digits on page(s) ${pages}: check the numbers there.`,
  unit: (pages) => `Units of measure are codes of the project, shown as written, on page(s) ${pages}.`,
  picture: (pages) => `Symbols that are pictures were left out of the text on page(s) ${pages}.`,
  unseen: (pages) => `Text that is not to be seen, or painted over, was left out on page(s) ${pages}.`,
  struck: (pages) => `Lines run through text and may strike it out on page(s) ${pages}: check it against the file.`,
  covered: (pages) => `Text on page(s) ${pages} may be painted over: it was read, check it against the file.`,
  overlay: (pages) => `Form fields and text boxes laid over the page were read on page(s) ${pages}: check their place.`,
  stamp: (pages) => `Stamps, signatures or fields that are pictures were not read on page(s) ${pages}.`,
  comment: (pages) => `Comments attached to page(s) ${pages} are not part of their text.`,
  revision: (pages) => `Revision marks in the margin were left out on page(s) ${pages}.`,
  stacked: (pages) =>
    `Small text above or below a line could not be placed in it on page(s) ${pages}: check it against the file.`,
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

/** Pages with doubts as ranges, as far as a sentence names them: small, to be kept with the state of a reading. */
export type DoubtfulPages = Partial<Record<Doubt, (readonly [from: number, to: number])[]>>;

/** Ranges kept: one more than a sentence names. */
const MAX_RANGES = 11;

/** With the doubts of one more page, whose number is higher than all before. */
export function withDoubts(pages: DoubtfulPages, pageNumber: number, doubts: readonly Doubt[]): DoubtfulPages {
  const all = { ...pages };
  for (const kind of doubts) {
    const ranges = all[kind] ?? [];
    const last = ranges.at(-1);
    if (last && pageNumber <= last[1] + 1) all[kind] = [...ranges.slice(0, -1), [last[0], pageNumber]];
    else if (ranges.length < MAX_RANGES) all[kind] = [...ranges, [pageNumber, pageNumber]];
  }
  return all;
}

/** The sentences about these pages. */
export function doubtfulPageWarnings(pages: DoubtfulPages = {}): string[] {
  const numbers = ([from, to]: readonly [number, number]) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const kinds = Object.entries(pages) as [Doubt, readonly (readonly [number, number])[]][];
  return doubtWarnings(new Map(kinds.map(([kind, ranges]) => [kind, new Set(ranges.flatMap(numbers))])));
}
