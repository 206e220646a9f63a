import { pageRanges } from '@amks/language/text/page-ranges.js';

/** A kind of content that is not reproduced faithfully or was left out on purpose. */
export type Caveat =
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
  | 'ragged'
  | 'uncomputed'
  | 'format'
  | 'hidden';

const SENTENCES: Readonly<Record<Caveat, (pages: string) => string>> = {
  removed: (pages) => `Struck or deleted text was left out on page(s) ${pages}.`,
  hidden: (pages) => `Text that is not shown was left out on page(s) ${pages}.`,
  formula: (pages) =>
    `Formulas on page(s) ${pages} cannot be written faithfully on one line: check them against the file.`,
  symbol: (pages) =>
    `Characters that the file does not identify are shown as \ufffd on page(s) ${pages}: check them against the file.`,
  unmapped: (pages) =>
    `The file does not reliably identify the characters on page(s) ${pages}: check the text against the file.`,
  hyphens: (pages) =>
    `Invisible soft hyphens are next to capitals or digits on page(s) ${pages}: check the numbers there.`,
  unit: (pages) => `Units of measure on page(s) ${pages} are project-specific codes, shown as written.`,
  picture: (pages) => `Symbols that are images were left out of the text on page(s) ${pages}.`,
  unseen: (pages) => `Invisible or covered text was left out on page(s) ${pages}.`,
  struck: (pages) => `Lines through text on page(s) ${pages} may strike it out: check it against the file.`,
  covered: (pages) => `Text on page(s) ${pages} may be painted over, but was read: check it against the file.`,
  overlay: (pages) =>
    `Form fields and text boxes on page(s) ${pages} were read as part of the page: check their position.`,
  stamp: (pages) => `Stamps, signatures or fields that are images were not read on page(s) ${pages}.`,
  comment: (pages) => `Comments on page(s) ${pages} were left out.`,
  revision: (pages) => `Revision marks in the margin were left out on page(s) ${pages}.`,
  stacked: (pages) =>
    `Small text above or below a line could not be placed in it on page(s) ${pages}: check it against the file.`,
  columns: (pages) =>
    `Lists of values in table cells on page(s) ${pages} do not correspond line by line: check them against the file.`,
  format: (pages) =>
    `Numbers on page(s) ${pages} are shown as stored, without their number format: check values and units against the file.`,
  ragged: (pages) =>
    `Rows on page(s) ${pages} have more or fewer cells than the first row: check them against the file.`,
  uncomputed: (pages) =>
    `Formulas without a stored result were left out on page(s) ${pages}: open the file in its original program and save it again.`,
};

/** One sentence for each kind of caveat. The sets contain page numbers. */
export function caveatWarnings(caveats: ReadonlyMap<Caveat, ReadonlySet<number>>): string[] {
  return (Object.keys(SENTENCES) as Caveat[]).flatMap((kind) => {
    const pages = [...(caveats.get(kind) ?? [])].sort((a, b) => a - b);
    return pages.length > 0 ? [SENTENCES[kind](pageRanges(pages))] : [];
  });
}

export function addCaveats(
  caveats: Map<Caveat, Set<number>>,
  pageNumber: number,
  blocks: readonly { caveats?: readonly Caveat[] }[],
): void {
  for (const kind of blocks.flatMap((block) => block.caveats ?? [])) {
    caveats.set(kind, (caveats.get(kind) ?? new Set()).add(pageNumber));
  }
}

/** Pages with caveats as ranges, as many as a warning names. Stored in the checkpoint. */
export type CaveatPages = Partial<Record<Caveat, (readonly [from: number, to: number])[]>>;

/** Ranges kept: one more than a warning names. */
const MAX_RANGES = 11;

/** Adds the caveats of a page. Pages come in ascending order. */
export function withPageCaveats(pages: CaveatPages, pageNumber: number, caveats: readonly Caveat[]): CaveatPages {
  const all = { ...pages };
  for (const kind of caveats) {
    const ranges = all[kind] ?? [];
    const last = ranges.at(-1);
    if (last && pageNumber <= last[1] + 1) all[kind] = [...ranges.slice(0, -1), [last[0], pageNumber]];
    else if (ranges.length < MAX_RANGES) all[kind] = [...ranges, [pageNumber, pageNumber]];
  }
  return all;
}

export function caveatPageWarnings(pages: CaveatPages = {}): string[] {
  const numbers = ([from, to]: readonly [number, number]) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const kinds = Object.entries(pages) as [Caveat, readonly (readonly [number, number])[]][];
  return caveatWarnings(new Map(kinds.map(([kind, ranges]) => [kind, new Set(ranges.flatMap(numbers))])));
}
