import { pageRanges } from './page-ranges.js';

/** What is stored of a revision's pages, whichever runs have read them. */
export interface PagesRead {
  pages: number;
  /** Of all its pages. */
  passages: number;
  /** Readable pages without any text. */
  without_text: number;
  /** Numbers of the pages that the parser could not read, ascending. */
  unreadable: number[];
  /** Numbers of the pages that were read from pictures and not surely, ascending. */
  low_confidence: number[];
  /** Numbers of the pages that are pictures of which only a little text of the file's own is searched, ascending. */
  unread_pictures: number[];
  /** Lines with numbers that were not surely read from pictures, by page, ascending. */
  doubtful: { page: number; lines: string[] }[];
}

/** Below this confidence a reading is to be checked, 0–100. */
export const LOW_OCR_CONFIDENCE = 70;

/** Lines quoted. */
const MAX_LINES = 10;

/** Sentences for the reader: which of the pages are not in the text that is searched. */
export function pageWarnings({
  passages,
  without_text: empty,
  unreadable,
  low_confidence: unsure,
  unread_pictures: pictures,
  doubtful,
}: PagesRead): string[] {
  const warnings: string[] = [];
  if (unreadable.length > 0) warnings.push(`These pages could not be read: ${pageRanges(unreadable)}.`);
  if (unsure.length > 0)
    warnings.push(`These pages were read by OCR with low confidence, check against the image: ${pageRanges(unsure)}.`);
  if (doubtful.length > 0)
    warnings.push(
      `Numbers or signs on these pages were not surely read from the picture, check against the image: ` +
        `${pageRanges(doubtful.map(({ page }) => page))}. ${quoted(doubtful)}`,
    );
  if (pictures.length > 0)
    warnings.push(`These pages are pictures with a little text; only that text is searched: ${pageRanges(pictures)}.`);
  if (passages === 0) warnings.push('No legible text was found. The document cannot be searched.');
  else if (empty > 0) warnings.push(`Pages without legible text, such as drawings, are not searched: ${empty}.`);
  return warnings;
}

/** `Page 3: "40 + 2 Nm", "1%". Page 4: …`, the first lines. */
function quoted(doubtful: PagesRead['doubtful']): string {
  let left = MAX_LINES;
  const parts = doubtful.flatMap(({ page, lines }) => {
    const shown = lines.slice(0, left).map((line) => `"${line}"`);
    left -= shown.length;
    return shown.length > 0 ? [`Page ${page}: ${shown.join(', ')}.`] : [];
  });
  const total = doubtful.reduce((sum, { lines }) => sum + lines.length, 0);
  return parts.join(' ') + (total > MAX_LINES ? ' And more.' : '');
}
