import type { SynonymList } from '../../../integrations/search-index/query/synonyms.js';
import type { PassageFacts } from '../../../common/files/passage-facts.js';
import type { ChangeNotice } from '../../search/search.service.js';

/** A WARNING or CAUTION that governs a passage: it must reach the reader before any step of that passage does. */
export interface EvidenceNotice {
  kind: 'warning' | 'caution';
  /** Verbatim, the word WARNING or CAUTION included when the page prints it. */
  text: string;
  page_number: number;
  /**
   * Offsets of `text` in the text of page `page_number`, so that the notice can be cited like any passage. When the notice
   * runs over a page break, of the part on that page.
   */
  start: number;
  end: number;
  /** 0–100, where it was read from a picture. */
  ocr_confidence?: number;
}

/** One retrieved passage. It never crosses a page; visibility and currency have been decided before it gets here. */
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
  /** Path of headings above the passage. */
  section: string;
  text: string;
  /** Offsets of `text` in the text of its page. */
  start: number;
  end: number;
  kind: 'text' | 'warning' | 'caution' | 'note';
  notices: EvidenceNotice[];
  identifiers: string[];
  /** 0–100, of the least sure number of a text that was read from a picture; null where the text is the file's own. */
  ocr_confidence: number | null;
  /** What is known of the passage beside its words. */
  facts: PassageFacts;
  /** Which aircraft the revision applies to, in the publisher's words. */
  effectivity: string | null;
  /** Newer bulletins and directives that may change what it says, the surest first. */
  notices_of_change: ChangeNotice[];
  /** Fused retrieval score; the order of passages is what matters. */
  score: number;
  /** BM25; null when the passage was found by meaning alone. */
  keyword_score: number | null;
  /** Cosine of question and passage; null when the passage was found by words alone or embeddings are missing. */
  similarity: number | null;
}

export interface Citation {
  /** 1-based; `[index]` in the answer's content. */
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
  /** Verbatim slice `start`–`end` of the page's text. */
  quote: string;
  start: number;
  end: number;
  content_sha256: string;
  superseded: boolean;
  /** 0–100, of the least sure number of a text that was read from a picture; null where the text is the file's own. */
  ocr_confidence: number | null;
  /** Newer bulletins and directives that may change what is quoted, the surest first. */
  notices_of_change: ChangeNotice[];
}

export interface AnswerWarning {
  /** `reading`: not the document's own, but said of a text that was read from a picture. */
  kind: 'warning' | 'caution' | 'reading';
  text: string;
  /** Index of the citation that shows it. */
  citation: number;
}

export interface Suggestion {
  document_id: string;
  title: string;
  version: string;
  document_type: string;
  page_number: number;
}

export type AnswerStatus = 'grounded' | 'refused' | 'needs_clarification';

export interface Answer {
  answer_status: AnswerStatus;
  content: string;
  citations: Citation[];
  warnings: AnswerWarning[];
  /** Nearest documents, when there is no grounded answer. */
  suggestions: Suggestion[];
  /** Revisions whose words `content` repeats without citing them, as a question back does. */
  named_revisions?: string[];
  /** For `meta.warnings`: in which way it is less than was asked for. */
  remarks?: string[];
  /** What produced the text: `extractive-1` or the name of a language model. */
  model: string;
}

export interface ChatTurn {
  role: 'user' | 'assistant';
  content: string;
}

export interface AnswerRequest {
  question: string;
  history: ChatTurn[];
  copilot_type: string;
  /** Best first. */
  evidence: EvidencePassage[];
  /** Names that mean the same to the asker's organization; without them, those of the trade. */
  synonyms?: SynonymList;
  /** Told what is said as soon as it is sure; nobody follows without it. */
  sink?: AnswerSink;
  /** Nobody waits for the answer any more: whatever costs time or money ends. */
  signal?: AbortSignal;
}

/** A sentence somebody (a language model, the extractive answerer) wants to say, with the 1-based passages it rests on. */
export interface DraftSentence {
  text: string;
  citations: number[];
}

/**
 * Who follows an answer while it is made. What is told is final: every sentence has passed `enforceSafeAnswer`, a notice
 * comes before the sentence that it governs, a citation before the first text that names it.
 */
export interface AnswerSink {
  /** Text to append, notices included; all of them together are the content of an answer that was told to its end. */
  delta(text: string): void;
  citation(citation: Citation): void;
  warning(warning: AnswerWarning): void;
}
