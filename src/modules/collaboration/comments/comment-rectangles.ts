import { BoxIndex, type Rectangle } from '@amks/reader/layout/rows/page-boxes.js';
import type { PageRow } from '../../documents/page.service.js';
import { NormalizedText, normalizedQuote, type Span } from './anchors/normalized-text.js';
import type { CommentRow } from './comment.repository.js';

/** Occurrences of one quote, at most. */
const MAX_PLACES = 20;

/** Returns where the quote of a comment is on the page: one rectangle for each line, none for a reply. */
export function rectanglesOn(page: Pick<PageRow, 'text' | 'boxes'> | null): (comment: CommentRow) => Rectangle[] {
  if (!page?.boxes) return () => [];
  const boxes = new BoxIndex(page.boxes);
  let text: NormalizedText | undefined;
  const placesOf = ({ quote, carried_to: carried, outdated }: CommentRow): Span[] => {
    if (quote === null || outdated) return [];
    if (!carried) return (text ??= new NormalizedText(page.text)).occurrencesOf(normalizedQuote(quote), MAX_PLACES);
    return carried.start === null || carried.end === null ? [] : [{ start: carried.start, end: carried.end }];
  };
  return (comment) => placesOf(comment).flatMap(({ start, end }) => boxes.rectanglesOf(start, end));
}
