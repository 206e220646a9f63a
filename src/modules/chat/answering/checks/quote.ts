import type { Citation, EvidenceNotice, EvidencePassage } from '../answer.types.js';
import type { Backing } from './claim-check.js';

/** Offsets, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** The slice of the passage that a sentence repeats, starting at the first lead-in of the sentence. */
export function quoteSpan(passageText: string, { unit, leadIns }: Pick<Backing, 'unit' | 'leadIns'>): Span {
  const [first] = leadIns;
  const isHere = first !== undefined && passageText.startsWith(first.text, first.start);
  return { start: isHere ? first.start : unit.start, end: unit.end };
}

/** Cites part of a passage. Offsets refer to the text of the page. */
export function citePassage(passage: EvidencePassage, span: Span, index: number): Citation {
  return {
    ...sourceOf(passage, index),
    page_number: passage.page_number,
    quote: passage.text.slice(span.start, span.end),
    start: passage.start + span.start,
    end: passage.start + span.end,
  };
}

/** Cites a notice, which can be on an earlier page. */
export function citeNotice(passage: EvidencePassage, notice: EvidenceNotice, index: number): Citation {
  return {
    ...sourceOf(passage, index),
    // A scanned page can have a notice from a page that was not, and vice versa.
    ocr_confidence: notice.ocr_confidence ?? null,
    discrepancies: notice.page_number === passage.page_number ? passage.discrepancies : [],
    temporary_revisions: notice.page_number === passage.page_number ? passage.temporary_revisions : [],
    page_number: notice.page_number,
    // If a notice crosses a page break, the part on its first page is quoted.
    quote: notice.text.slice(0, notice.end - notice.start),
    start: notice.start,
    end: notice.end,
  };
}

export function isSameQuote(a: Citation, b: Citation): boolean {
  return a.revision_id === b.revision_id && a.page_number === b.page_number && a.start === b.start && a.end === b.end;
}

function sourceOf(passage: EvidencePassage, index: number): Omit<Citation, 'page_number' | 'quote' | 'start' | 'end'> {
  const { document_id, revision_id, title, version, revision_date, document_type, aircraft_type } = passage;
  const { section, content_sha256, superseded, ocr_confidence, notices_of_change, discrepancies, effectivity, facts } =
    passage;
  const { language = null } = facts;
  const applies_to = (facts.effectivity ?? []).map(({ value }) => value);
  return {
    ...{ index, document_id, revision_id, title, version, revision_date, document_type, aircraft_type },
    ...{ section, content_sha256, superseded, ocr_confidence, notices_of_change, effectivity, language },
    ...{ discrepancies, temporary_revisions: passage.temporary_revisions, applies_to, value: null },
    applicability: passage.applicability?.verdict ?? null,
  };
}
