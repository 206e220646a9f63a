import type { ExtractionErrorCode } from '../errors/extraction-error.js';
import type { ExtractedDocument, ExtractedPage, ExtractedPassage } from '../document/document.types.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import type { PassageFacts } from '@amks/language/facts/passage-facts.js';
import type { CaveatPages } from '../document/caveats.js';
import type { SuggestedFacts } from '../facts/document-facts.js';
import type { FactsState } from '../facts/page-facts.js';
import type { PassageState } from '../passages/passages.js';
import type { StructureState } from '../layout/structure.js';
import type { LanguageCounts } from '../text/text-language.js';

/** Checkpoint after a page: store it with the page, pass it to resume. Plain JSON, fewer than 300,000 characters. */
export interface ExtractionState {
  version: 1;
  structure: StructureState;
  passages: PassageState;
  facts: FactsState;
  suggested: SuggestedFacts;
  /** Caveats by kind. Stored checkpoints have them under this name. */
  doubts: CaveatPages;
  languages: LanguageCounts;
  /** UTF-8 bytes of text so far, for the limit of the whole file. */
  text_bytes: number;
}

/** A passage with its facts and, if requested, its embedding: little-endian float32, length 1. */
export type EmbeddedPassage = ExtractedPassage & { facts: PassageFacts; embedding?: Uint8Array };

export interface PageMessage {
  type: 'page';
  page: ExtractedPage;
  passages: EmbeddedPassage[];
  state: ExtractionState;
  /** OCR confidence, 0–100; null if the text comes from the file. */
  ocr_confidence: number | null;
  /** Lines with numbers of low OCR confidence. */
  doubtful_lines: string[];
  /** Whether the page is an image from which only a little text of the file was taken. */
  unread_picture: boolean;
  /** Facts from the first pages; only with those pages. */
  suggested?: SuggestedFacts;
  /** Set if the page could not be read; its text is then empty. */
  error?: string;
}

/** Parent to child, once per file, first. */
export interface StartMessage {
  type: 'start';
  file: string;
  format: string;
  title: string;
  limits: ExtractionLimits;
  embed: boolean;
  from_page: number;
  state: ExtractionState | null;
  /** Pages not to read, because an earlier attempt exceeded the time limit on them. */
  skipped_pages: readonly number[];
}

/** Parent to child: a page is stored, another may be sent. */
export interface AckMessage {
  type: 'ack';
}

export type ToChild = StartMessage | AckMessage;

export type FromChild =
  | { type: 'opened'; document: ExtractedDocument }
  | { type: 'progress'; stage: 'reading' | 'embedding'; pages_done: number }
  /** The current step takes longer than a page but is within its own limits. */
  | { type: 'alive' }
  | PageMessage
  | ({ type: 'done' } & DocumentSummary)
  | { type: 'failed'; code: ExtractionErrorCode; detail: string | undefined };

/** Properties of a file that are known after its last page. */
export interface DocumentSummary {
  /** BCP 47; null if neither the text nor the file tells. */
  language: string | null;
  /** About the whole file, including pages that earlier runs read. */
  warnings: string[];
}

/** Unacknowledged pages after which the child waits for the parent. */
export const PAGES_IN_FLIGHT = 4;
