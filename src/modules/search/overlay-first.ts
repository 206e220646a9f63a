import {
  changesOfPage,
  type TemporaryRevisionMark,
} from '../documents/temporary-revisions/dto/temporary-revision-mark.js';

/** Where a result is, and the temporary revisions on its pages. */
export interface OverlaidResult {
  document_id: string;
  /** Null for a whole document. */
  page_number: number | null;
  marks: readonly TemporaryRevisionMark[];
}

/** The results in their order, except that a page of a temporary revision precedes the page beneath. */
export function overlayFirst<T>(results: readonly T[], describe: (result: T) => OverlaidResult): T[] {
  const places = results.map((result) => ({ result, ...describe(result) }));
  const beneath = places.map(({ marks }) => changesOfPage(marks));
  if (beneath.every((marks) => marks.length === 0)) return [...results];
  const ordered = new Set<T>();
  places.forEach(({ result }, index) => {
    for (const { document_id: id, page_numbers } of beneath[index] ?? []) {
      for (const later of places.slice(index + 1)) {
        const isOverlay = later.page_number === null || page_numbers.includes(later.page_number);
        if (later.document_id === id && isOverlay) ordered.add(later.result);
      }
    }
    ordered.add(result);
  });
  return [...ordered];
}
