import type { SynonymList } from '@amks/language/synonyms/synonyms.js';
import type { PassageFacts } from '@amks/language/facts/passage-facts.js';
import type { AircraftName } from '../../applicability/applicability.service.js';
import type { Verdict } from '../../applicability/dto/verdicts.js';
import type { OpenDiscrepancy, PageMarks } from '../../documents/discrepancies/open-discrepancies.service.js';
import type { ChangeNotice } from '../../search/search.service.js';

/** A WARNING or CAUTION that governs a passage. It must reach the reader before the steps of the passage. */
export interface EvidenceNotice {
  kind: 'warning' | 'caution';
  /** Verbatim, including the word WARNING or CAUTION if printed. */
  text: string;
  page_number: number;
  /** Offsets of `text` in the text of page `page_number`. If the notice crosses a page break, of the part on that page. */
  start: number;
  end: number;
  /** 0–100, if read by OCR. */
  ocr_confidence?: number;
}

/** A retrieved passage of one page, after checks of visibility and currency. */
export interface EvidencePassage {
  passage_id: string;
  document_id: string;
  revision_id: string;
  title: string;
  version: string;
  revision_date: string | null;
  document_type: string;
  aircraft_type: string;
  content_sha256: string;
  superseded: boolean;
  page_number: number;
  /** Path of headings. */
  section: string;
  text: string;
  /** Offsets of `text` in the text of its page. */
  start: number;
  end: number;
  kind: 'text' | 'warning' | 'caution' | 'note';
  notices: EvidenceNotice[];
  identifiers: string[];
  /** 0–100, of the least certain number; null if the text was not read by OCR. */
  ocr_confidence: number | null;
  /** What the reader found in the passage. */
  facts: PassageFacts;
  /** The aircraft that the revision applies to, in the words of the publisher. */
  effectivity: string | null;
  /** Newer bulletins and directives that may change the passage, the most certain first. */
  notices_of_change: ChangeNotice[];
  /** Open reports on the page of the passage. */
  discrepancies: OpenDiscrepancy[];
  /** For an aircraft, as people call it; absent if the question is about none. */
  applicability?: { verdict: Verdict; aircraft: string };
  /** Temporary revisions on the page of the passage. */
  temporary_revisions: PageMarks['temporary_revisions'];
  /** Fused retrieval score. Only the order matters. */
  score: number;
  /** BM25; null if found by vectors only. */
  keyword_score: number | null;
  /** Cosine of question and passage; null if found by words only. */
  similarity: number | null;
}

export interface Citation {
  /** 1-based: `[index]` in the content. */
  index: number;
  document_id: string;
  revision_id: string;
  title: string;
  version: string;
  revision_date: string | null;
  document_type: string;
  aircraft_type: string;
  page_number: number;
  section: string;
  /** Verbatim slice `start`–`end` of the text of the page. */
  quote: string;
  start: number;
  end: number;
  content_sha256: string;
  superseded: boolean;
  /** 0–100, of the least certain number; null if the text was not read by OCR. */
  ocr_confidence: number | null;
  /** Newer bulletins and directives that may change the quotation, the most certain first. */
  notices_of_change: ChangeNotice[];
  /** Open reports on the page. */
  discrepancies: OpenDiscrepancy[];
  /** Temporary revisions on the page. */
  temporary_revisions: PageMarks['temporary_revisions'];
  /** The aircraft that the revision applies to, in the words of the publisher. */
  effectivity: string | null;
  /** Effectivity statements in force in the passage, the widest first. */
  applies_to: string[];
  /** Whether the passage applies to the aircraft of the answer; null without one. */
  applicability: Verdict | null;
  /** BCP 47, of the passage; `und` for one that is not English, but else unclear. Null if unknown. */
  language: string | null;
  /** Verbatim: the requested value, in the one citation that states it. */
  value: string | null;
}

export interface AnswerWarning {
  /**
   * `reading`: added by the service for text read by OCR, or in a language that it does not check. `discrepancy`: for a page with open
   * reports. `temporary_revision`: for a page that one changes or may change, and for one of its pages when it is not in force.
   * `applicability`: for a page of which it is not known whether it applies to the aircraft.
   */
  kind: 'temporary_revision' | 'discrepancy' | 'applicability' | 'warning' | 'caution' | 'reading';
  text: string;
  /** Index of its citation. */
  citation: number;
}

export interface Suggestion {
  document_id: string;
  title: string;
  version: string;
  document_type: string;
  page_number: number;
  section: string;
  /** Nouns of the question that the passage does not mention; null if it was not compared with the question. */
  missing_terms: string[] | null;
}

export type AnswerStatus = 'grounded' | 'refused' | 'needs_clarification';

export const REFUSAL_REASONS = [
  'nothing_found',
  'not_applicable',
  'subject_not_found',
  'value_not_stated',
  'low_confidence',
  'quote_rejected',
  'source_unavailable',
  'changed_by_temporary_revision',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** What a question can mean. */
export interface ClarificationOption {
  /** Completes the question when it is sent next. */
  text: string;
  document_id: string;
  page_number: number;
  section: string;
  effectivity: string | null;
}

export interface Clarification {
  question: string;
  /** Empty if the user must say it in their own words. */
  options: ClarificationOption[];
}

export interface Answer {
  answer_status: AnswerStatus;
  content: string;
  citations: Citation[];
  warnings: AnswerWarning[];
  /** Nearest documents without an answer; with one, other documents on the same subject. */
  suggestions: Suggestion[];
  /** Null unless refused. */
  refusal_reason: RefusalReason | null;
  /** Null unless the user has to choose. */
  clarification: Clarification | null;
  /** Revisions whose words `content` repeats without a citation, as in a clarification. */
  named_revisions?: string[];
  /** For `meta.warnings`: how the answer is incomplete. */
  remarks?: string[];
  /** Estimated probability that a quoted answer is right, 0 to 1; null for others. */
  confidence: number | null;
  /** `extractive-1` or the name of a language model. */
  model: string;
  /** The aircraft that it is about; absent without one. */
  aircraft?: AircraftName;
}

export interface ChatTurn {
  role: 'user' | 'assistant';
  content: string;
  /** The texts of the options of a clarification. */
  options?: readonly string[];
}

export interface AnswerRequest {
  /** Whose evidence it is. Vectors are kept by organization. */
  organization_id?: string;
  question: string;
  history: ChatTurn[];
  /** The option of the last clarification that the user chose. */
  branch?: string | undefined;
  copilot_type: string;
  /** Best first. */
  evidence: EvidencePassage[];
  /** Synonyms of the organization. Default: the built-in ones. */
  synonyms?: SynonymList;
  /** Confidence from which the organization wants answers; the answerer's own threshold applies as well. */
  min_confidence?: number;
  sink?: AnswerSink;
  signal?: AbortSignal;
}

/** A sentence to check, with the 1-based passages that it cites. */
export interface DraftSentence {
  text: string;
  citations: number[];
}

/** Receives an answer while it is written: each notice before its sentence, each citation before the text that refers to it. */
export interface AnswerSink {
  /** Text to append, including notices. All texts add up to the content. */
  delta(text: string): void;
  citation(citation: Citation): void;
  warning(warning: AnswerWarning): void;
}
