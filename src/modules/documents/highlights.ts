import { AppError } from '../../common/errors/app-error.js';
import { BoxIndex, type Rectangle } from '../../common/files/page-boxes.js';
import type { HighlightsQuery } from './dto/highlights.request.js';
import type { PageRow } from './revision.repository.js';

/** Places of one quote that are looked for: a letter may stand on a page thousands of times. */
const MAX_PLACES = 200;

/** Where what is asked for stands on the page, a rectangle a line, in the order of the text. */
export function highlightsOn(page: PageRow, query: HighlightsQuery): Rectangle[] {
  const boxes = new BoxIndex(page.boxes ?? []);
  return stretchesOf(page.text, query).flatMap(([start, end]) => boxes.rectanglesOf(start, end));
}

/**
 * The stretches of the text that are meant.
 *
 * @throws AppError INVALID_REQUEST for neither or both ways of naming them, or offsets outside of the text; NOT_FOUND
 *   (`quote`) when the page does not have the quote
 */
function stretchesOf(text: string, { start, end, quote }: HighlightsQuery): [start: number, end: number][] {
  if (quote !== undefined) {
    if (start !== undefined || end !== undefined) throw invalid('quote', 'cannot be combined with start and end');
    const places = placesOf(text, quote);
    if (places.length === 0) throw AppError.notFound('quote');
    return places;
  }
  if (start === undefined) throw invalid('start', 'is required unless quote is given');
  if (end === undefined) throw invalid('end', 'is required with start');
  if (end > text.length)
    throw invalid('end', `must not be beyond the text of the page, which has ${text.length} characters`);
  if (start >= end) throw invalid('start', 'must be less than end');
  return [[start, end]];
}

function placesOf(text: string, quote: string): [start: number, end: number][] {
  const places: [number, number][] = [];
  for (
    let at = text.indexOf(quote);
    at !== -1 && places.length < MAX_PLACES;
    at = text.indexOf(quote, at + quote.length)
  )
    places.push([at, at + quote.length]);
  return places;
}

function invalid(field: string, issue: string): AppError {
  return AppError.invalid([{ field, issue }]);
}
