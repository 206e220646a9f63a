import { pageRanges } from './page-ranges.js';

/** What is stored of a revision's pages, whichever runs have read them. */
export interface PagesRead {
  pages: number;
  /** Readable pages without any text. */
  without_text: number;
  /** Numbers of the pages that the parser could not read, ascending. */
  unreadable: number[];
  /** Numbers of the pages that were read from pictures and not surely, ascending. */
  low_confidence: number[];
}

/** Below this confidence a reading is to be checked, 0–100. */
export const LOW_OCR_CONFIDENCE = 70;

/** Sentences for the reader: which of the pages are not in the text that is searched. */
export function pageWarnings(
  { without_text: empty, unreadable, low_confidence: unsure }: PagesRead,
  passages: number,
): string[] {
  const warnings: string[] = [];
  if (unreadable.length > 0) warnings.push(`These pages could not be read: ${pageRanges(unreadable)}.`);
  if (unsure.length > 0)
    warnings.push(`These pages were read by OCR with low confidence, check against the image: ${pageRanges(unsure)}.`);
  if (passages === 0) warnings.push('No legible text was found. The document cannot be searched.');
  else if (empty > 0) warnings.push(`Pages without legible text, such as drawings, are not searched: ${empty}.`);
  return warnings;
}
