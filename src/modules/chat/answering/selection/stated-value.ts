import { isCheckedLanguage } from '../checks/checked-language.js';
import type { Quantity } from '@amks/language/facts/passage-facts.js';
import type { Citation, EvidencePassage } from '../answer.types.js';
import type { AskedQuestion } from '../question/asked-question.js';
import { fastenersAskedFor, fastenersIn, kindsAskedFor } from '../question/asked-quantities.js';
import { ownQuantities, quantityKindsOf } from '../evidence/stated-facts.js';
import { unitsOf } from '../evidence/passages.js';
import { isNotice, withoutMarker, type SourceUnit } from '../evidence/source-units.js';
import type { Candidate } from './candidates.js';

/** Words that a value does not say without: bounds, negations, alternatives, changes. */
const NOT_PLAIN =
  /[<>≤≥~≈]|\b(?:not|never|no|without|than|over|under|above|below|exceed\w*|least|most|min\w*|max\w*|limit\w*|up to|until|within|between|or|either|half|twice|times|plus|minus|add\w*|by|increase\w*|decrease\w*|reduc\w*|approximate\w*|about|was|were|before|cancel\w*|supersed\w*|instead|except|unless|only|if|when|permit\w*|allow\w*|high\w*|low\w*|after|used?)\b/iu;
/** What precedes a stated value: `Torque the nut to`, `The pressure of the tire is`, `Capacity:`. */
const STATES =
  /^(?:(?:then )?(?:torque|tighten|set|adjust|inflate|fill|charge|pressurize|heat)\b[^.,;:]* (?:to|with|at)|the [^.,;:]* (?:is|are)(?: (?:torqued|tightened|set|adjusted|inflated|filled|charged) to)?|[^.,;:]{1,60}[:=])\s*$/iu;
/** What follows it. */
const ENDS = /^(?: with [\p{L} ]+ threads| in an? [\p{L}-]+ (?:sequence|pattern))?\.?$/iu;
/** Between a quantity and the same one in another unit. */
const CONVERSION = /^\s*[([]\s*$/u;
/** Two things are asked about. */
const SEVERAL = /\b(?:and|or|both|each|all)\b/iu;

/**
 * The citations, with the requested value in the one that states it. Null in all of them if the units state several values of
 * the kind, or a plain reading could be wrong: a bound, condition or other fastener in its clause, or a value in a table.
 * @param units the quoted ones, and those that were left out
 */
export function withValue(
  citations: readonly Citation[],
  question: AskedQuestion,
  units: readonly Candidate[],
): Citation[] {
  const kinds = kindsAskedFor(question.text) ?? [];
  // A notice is shown as such, and can name a canceled value.
  const stating = units.filter(
    ({ unit, passage }) =>
      passage.kind === 'text' && !isNotice(unit.text) && kinds.some((kind) => quantityKindsOf(unit, passage).has(kind)),
  );
  const [source] = stating;
  const span =
    source && stating.length === 1 && !SEVERAL.test(question.text) ? plainValue(source, kinds, question.text) : null;
  if (!source || !span) return [...citations];
  const { revision_id, page_number } = source.passage;
  return citations.map((citation) => {
    const isSource = citation.revision_id === revision_id && citation.page_number === page_number;
    const isInside = citation.start <= span.start && span.end <= citation.end;
    if (!isSource || !isInside) return citation;
    return { ...citation, value: citation.quote.slice(span.start - citation.start, span.end - citation.start) };
  });
}

/** Where a unit states its only value of the kinds in plain words, as offsets into the page. */
function plainValue(
  { unit, passage, quantity }: Candidate,
  kinds: readonly Quantity['kind'][],
  question: string,
): { start: number; end: number } | null {
  const values = ownQuantities(unit, passage).filter(({ kind }) => kinds.includes(kind));
  const [value, converted] = values;
  if (quantity !== true || !value || values.length > 2 || !standsAlone(unit, passage)) return null;
  const text = (start: number, end: number): string => passage.text.slice(start - passage.start, end - passage.start);
  let { end } = value;
  if (converted) {
    const isClosed = text(converted.end, converted.end + 1) === ')';
    if (converted.unit === value.unit || !isClosed || !CONVERSION.test(text(value.end, converted.start))) return null;
    end = converted.end + 1;
  }
  const before = withoutMarker(text(passage.start + unit.start, value.start));
  const asked = fastenersAskedFor(question);
  const nearest = fastenersIn(before).at(-1);
  if (!STATES.test(before) || NOT_PLAIN.test(before) || !ENDS.test(text(end, passage.start + unit.end))) return null;
  return asked.length > 0 && nearest !== undefined && !asked.includes(nearest) ? null : { start: value.start, end };
}

/** Whether nothing can limit what a unit states: no line above it, sentence next to it, newer document, misread digit, or word of another language. */
function standsAlone(unit: SourceUnit, passage: EvidencePassage): boolean {
  const units = unitsOf(passage);
  const at = units.indexOf(unit);
  const isAlone = units[at + 1]?.kind !== 'sentence' && (unit.kind === 'step' || units[at - 1]?.kind !== 'sentence');
  const isCurrent = !passage.superseded && passage.notices_of_change.length === 0 && passage.ocr_confidence === null;
  const isUndisputed =
    passage.discrepancies.length === 0 && passage.temporary_revisions.every(({ role }) => role !== 'unplaced');
  return (
    isAlone &&
    isCurrent &&
    isUndisputed &&
    isCheckedLanguage(passage.facts.language) &&
    unit.kind !== 'row' &&
    unit.leadIns.length === 0
  );
}
