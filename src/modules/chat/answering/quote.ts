import type { Citation, EvidenceNotice, EvidencePassage } from './answer.types.js';
import { factsIn } from './facts.js';
import { splitUnits } from './sentences.js';
import { contentTerms } from './terms.js';

/** Offsets into some text, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The slice of the passage that backs `sentence`: the sentence itself where the passage has it (white space may differ),
 * otherwise the one unit that states most of its facts and words, otherwise the whole passage. Offsets into `passageText`.
 */
export function quoteSpan(passageText: string, sentence: string): Span {
  const exact = findVerbatim(passageText, sentence);
  if (exact) return exact;
  const [above = '', ...below] = sentence.split('\n');
  const lead = below.length > 0 ? findVerbatim(passageText, above) : null;
  const own = lead && findVerbatim(passageText.slice(lead.end), below.join('\n'));
  // A row under its header, with the rows between them: the header's numbers are quoted too.
  if (lead && own) return { start: lead.start, end: lead.end + own.end };
  const facts = factsIn(sentence);
  const words = new Set(contentTerms(sentence));
  let best: Span = { start: 0, end: passageText.length };
  let bestScore = 0;
  for (const unit of splitUnits(passageText)) {
    const unitFacts = [...factsIn(unit.text)].filter((fact) => facts.has(fact)).length;
    const unitWords = new Set(contentTerms(unit.text).filter((word) => words.has(word))).size;
    const score = 2 * unitFacts + unitWords;
    if (score > bestScore) {
      bestScore = score;
      best = { start: unit.start, end: unit.end };
    }
  }
  return best;
}

/** Where `needle` stands in `text` when only white space may differ; null when it does not. */
export function findVerbatim(text: string, needle: string): Span | null {
  const pattern = needle
    .trim()
    .split(/\s+/u)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const match = pattern ? new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u').exec(text) : null;
  return match ? { start: match.index, end: match.index + match[0].length } : null;
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

function sourceOf(passage: EvidencePassage, index: number): Omit<Citation, 'page_number' | 'quote' | 'start' | 'end'> {
  const { document_id, revision_id, title, version, revision_date, document_type, aircraft_type } = passage;
  const { section, content_sha256, superseded, ocr_confidence, notices_of_change } = passage;
  return {
    ...{ index, document_id, revision_id, title, version, revision_date, document_type, aircraft_type },
    ...{ section, content_sha256, superseded, ocr_confidence, notices_of_change },
  };
}
