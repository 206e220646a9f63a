import { AppError } from '../../common/errors/app-error.js';
import { BoxIndex, type Rectangle } from '@amks/reader/layout/rows/page-boxes.js';
import type { HighlightsQuery } from './dto/highlights.request.js';
import type { PageRow } from './revision.repository.js';

/** Maximum occurrences of a quote: a single letter could occur thousands of times. */
const MAX_PLACES = 200;

/** One rectangle for each line, in the order of the text. */
export function highlightsOn(page: PageRow, query: HighlightsQuery): Rectangle[] {
  const boxes = new BoxIndex(page.boxes ?? []);
  return stretchesOf(page.text, query).flatMap(([start, end]) => boxes.rectanglesOf(start, end));
}

/** @throws AppError INVALID_REQUEST unless exactly one of range and quote is set, or for a range outside; NOT_FOUND (`quote`) */
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
