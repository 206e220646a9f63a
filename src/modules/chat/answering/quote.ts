import type { Citation, EvidenceNotice, EvidencePassage } from './answer.types.js';
import type { Backing } from './claim-check.js';

/** Offsets into some text, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** The slice of the passage that a sentence says: the unit, from the first lead-in on that stands in front of it. */
export function quoteSpan(passageText: string, { unit, leadIns }: Pick<Backing, 'unit' | 'leadIns'>): Span {
  const [first] = leadIns;
  const isHere = first !== undefined && passageText.startsWith(first.text, first.start);
  return { start: isHere ? first.start : unit.start, end: unit.end };
}

/** A citation of part of a passage; its offsets count in the text of the page. */
export function citePassage(passage: EvidencePassage, span: Span, index: number): Citation {
  return {
    ...sourceOf(passage, index),
    page_number: passage.page_number,
    quote: passage.text.slice(span.start, span.end),
    start: passage.start + span.start,
    end: passage.start + span.end,
  };
}

/** A citation of a notice that governs the passage; the notice may stand on an earlier page. */
export function citeNotice(passage: EvidencePassage, notice: EvidenceNotice, index: number): Citation {
  return {
    ...sourceOf(passage, index),
    // A notice may stand on a page of the file's own text and govern a scanned one, or the reverse.
    ocr_confidence: notice.ocr_confidence ?? null,
    page_number: notice.page_number,
    // A notice may run over a page break; what is quoted is the part on the page it begins on.
    quote: notice.text.slice(0, notice.end - notice.start),
    start: notice.start,
    end: notice.end,
  };
}

/** Whether two citations show the very same place. */
export function isSameQuote(a: Citation, b: Citation): boolean {
  return a.revision_id === b.revision_id && a.page_number === b.page_number && a.start === b.start && a.end === b.end;
}

function sourceOf(passage: EvidencePassage, index: number): Omit<Citation, 'page_number' | 'quote' | 'start' | 'end'> {
  const { document_id, revision_id, title, version, revision_date, document_type, aircraft_type } = passage;
  const { section, content_sha256, superseded, ocr_confidence, notices_of_change } = passage;
  return {
    ...{ index, document_id, revision_id, title, version, revision_date, document_type, aircraft_type },
    ...{ section, content_sha256, superseded, ocr_confidence, notices_of_change },
  };
}
