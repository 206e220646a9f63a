import type { Quantity } from '@amks/language/facts/passage-facts.js';
import type { Citation } from '../answer.types.js';
import type { AskedQuestion } from '../question/asked-question.js';
import { kindsAskedFor } from '../question/asked-quantities.js';
import { ownQuantities } from '../evidence/stated-facts.js';
import { isNotice } from '../evidence/source-units.js';
import type { Candidate } from './candidates.js';

/** Words before a number that the number does not state without them: `not less than 30 psi`. */
const BOUND_BEFORE =
  /\b(?:than|over|under|above|below|exceed\w*|least|most|minimum|maximum|max\.?|min\.?|up to|beyond)\b[\s:=]*(?:(?:of|is|by|to)\s+)?$/iu;
/** Between a quantity and the same in other units: `118 to 126 N·m (1044 to 1115 lbf·in)`. */
const CONVERSION = /^\s*[([/,;]?\s*(?:or\s+)?$/u;

/**
 * The citations, with the requested value in the one that states it. Null in all of them if the quoted units state several values of the
 * kind, the value is in words beside it a bound, or it stands under the title of a column.
 */
export function withValue(
  citations: readonly Citation[],
  question: AskedQuestion,
  quoted: readonly Candidate[],
): Citation[] {
  const kinds = kindsAskedFor(question.text) ?? [];
  // A notice is shown as such, and can name a cancelled value.
  const stated = quoted.filter(isNoNotice).flatMap((candidate) => {
    const { unit, passage } = candidate;
    const values = ownQuantities(unit, passage).filter(({ kind }) => kinds.includes(kind));
    return spansOf(values, passage.text, passage.start).map((span) => ({ ...span, candidate }));
  });
  const [value] = stated;
  if (!value || stated.length > 1 || value.candidate.quantity !== true) return [...citations];
  const { revision_id, page_number, text, start } = value.candidate.passage;
  if (BOUND_BEFORE.test(text.slice(0, value.start - start))) return [...citations];
  return citations.map((citation) => {
    const isSource = citation.revision_id === revision_id && citation.page_number === page_number;
    const isInside = citation.start <= value.start && value.end <= citation.end;
    return isSource && isInside
      ? { ...citation, value: citation.quote.slice(value.start - citation.start, value.end - citation.start) }
      : citation;
  });
}

function isNoNotice({ passage, unit }: Candidate): boolean {
  return passage.kind === 'text' && !isNotice(unit.text);
}

/** Offsets into the page. Quantities that only convert one another are one value. */
function spansOf(quantities: readonly Quantity[], text: string, start: number): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const quantity of [...quantities].sort((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    const between = last && text.slice(last.end - start, quantity.start - start);
    if (last && CONVERSION.test(between!)) last.end = quantity.end;
    else spans.push({ start: quantity.start, end: quantity.end });
  }
  return spans.map((span) => {
    const isOpen = /[([]/u.test(text.slice(span.start - start, span.end - start));
    return { ...span, end: isOpen && /^\s?[)\]]/u.test(text.slice(span.end - start)) ? span.end + 1 : span.end };
  });
}
