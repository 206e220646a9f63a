import type { SupportedFormat } from '../../../common/files/supported-formats.js';
import type { ExtractionErrorCode } from './extraction-error.js';
import type { ExtractedDocument, ExtractedPage, ExtractedPassage, ExtractionLimits } from './extraction.types.js';
import type { PassageFacts } from '../../../common/files/passage-facts.js';
import type { DoubtfulPages } from './doubts.js';
import type { SuggestedFacts } from './facts/document-facts.js';
import type { FactsState } from './facts/page-facts.js';
import type { PassageState } from './passages.js';
import type { StructureState } from './structure.js';

/** What an extraction needs to go on after a page: store it with the page, hand it back to resume. Plain JSON, in characters < 300,000. */
export interface ExtractionState {
  version: 1;
  structure: StructureState;
  passages: PassageState;
  facts: FactsState;
  suggested: SuggestedFacts;
  /** Pages whose text is not as the file shows it. */
  doubts: DoubtfulPages;
  /** UTF-8 bytes of text so far, for the limit of the whole file. */
  text_bytes: number;
}

/** A passage with its facts and its vector: little-endian float32, length 1; absent unless embedding was asked for. */
export type EmbeddedPassage = ExtractedPassage & { facts: PassageFacts; embedding?: Uint8Array };

/** One finished page. */
export interface PageMessage {
  type: 'page';
  page: ExtractedPage;
  passages: EmbeddedPassage[];
  state: ExtractionState;
  /** 0–100: how sure the reading of a picture is; null where the text is the file's own. */
  ocr_confidence: number | null;
  /** Lines with numbers that were not surely read from the picture. */
  doubtful_lines: string[];
  /** Whether the page is a picture of which only a little text of the file's own was taken. */
  unread_picture: boolean;
  /** What the file says of itself as far as it has been read; only with its first pages. */
  suggested?: SuggestedFacts;
  /** Set when this page could not be read; its text is then empty. */
  error?: string;
}

/** Parent to child, once, first. */
export interface StartMessage {
  type: 'start';
  file: string;
  format: SupportedFormat;
  title: string;
  limits: ExtractionLimits;
  embed: boolean;
  from_page: number;
  state: ExtractionState | null;
  /** Numbers of pages not to be read again: they never ended. */
  given_up: readonly number[];
}

/** Parent to child: a page is stored, another may be sent. */
export interface AckMessage {
  type: 'ack';
}

export type ToChild = StartMessage | AckMessage;

export type FromChild =
  | { type: 'opened'; document: ExtractedDocument }
  | { type: 'progress'; stage: 'reading' | 'embedding'; pages_done: number }
  /** A page takes its time, within limits of its own. */
  | { type: 'alive' }
  | PageMessage
  | { type: 'done'; warnings: string[] }
  | { type: 'failed'; code: ExtractionErrorCode; detail: string | undefined };

/** Pages that may be under way to the parent before the child waits for it. */
export const PAGES_IN_FLIGHT = 4;
