import { pageRanges } from '@amks/language/text/page-ranges.js';

/** Stored pages of a revision, from all runs. */
export interface PagesRead {
  pages: number;
  /** Of all pages. */
  passages: number;
  /** Readable pages without any text. */
  without_text: number;
  /** Numbers of pages the parser could not read, ascending. */
  unreadable: number[];
  /** Numbers of pages with uncertain OCR, ascending. */
  low_confidence: number[];
  /** Numbers of picture pages of which only a little embedded text is searched, ascending. */
  unread_pictures: number[];
  /** Lines with uncertain numbers from OCR, by page, ascending. */
  doubtful: { page: number; lines: string[] }[];
}

/** OCR confidence below which a warning is shown, 0–100. */
export const LOW_OCR_CONFIDENCE = 70;

const MAX_LINES = 10;

/** Sentences about pages that are missing from the searched text. */
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
