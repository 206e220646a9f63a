import type { DiscrepancyPlace } from './discrepancy-place.repository.js';
import { NormalizedText, normalizedQuote } from '../../comments/anchors/normalized-text.js';

type Offsets = Pick<DiscrepancyPlace, 'start_offset' | 'end_offset'>;

/** The first place of the quote in the text of a page; without offsets if it begins or ends within a word. Null if it is not there. */
export function findQuote(text: string, quote: string): Offsets | null {
  const sought = normalizedQuote(quote);
  const page = new NormalizedText(text);
  if (sought === '' || !page.has(sought)) return null;
  const place = page.wholePlaceOf(sought);
  return { start_offset: place?.start ?? null, end_offset: place?.end ?? null };
}
