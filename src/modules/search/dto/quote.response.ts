import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENT_TYPES } from '../../../common/document-types.js';
import { OpenDiscrepancyResponse } from '../../documents/discrepancies/dto/open-discrepancy.response.js';
import { TemporaryRevisionMarkResponse } from '../../documents/temporary-revisions/dto/temporary-revision-mark.response.js';
import { ChangeNoticeResponse } from './hit.response.js';

/** A quote with its location in a revision. */
export class QuoteResponse {
  /** Rank of the passage, or `[index]` in an answer's content; from 1. */
  @ApiProperty({ type: 'integer' })
  index: number;
  document_id: string;
  revision_id: string;
  title: string;
  version: string;
  @ApiProperty({ type: String, format: 'date', nullable: true })
  revision_date: string | null;
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType' })
  document_type: string;
  aircraft_type: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Headings above the quote. */
  section: string;
  /** Verbatim: characters `start` to `end` of the page's text. */
  quote: string;
  @ApiProperty({ type: 'integer' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
  /** SHA-256 of the revision's file. */
  content_sha256: string;
  /** Whether another revision has replaced this one, or the page belongs to a temporary revision that has ended. */
  superseded: boolean;
  /** OCR confidence of the least certain number, 0–100; null if the text comes from the file itself. */
  @ApiProperty({ type: Number, nullable: true })
  ocr_confidence: number | null;
  /** Up to five newer bulletins and directives that may change the text, surest first. */
  notices_of_change: ChangeNoticeResponse[];
  /** Up to ten open discrepancy reports on the page. */
  discrepancies: OpenDiscrepancyResponse[];
  /** Up to ten temporary revisions that change the page, or to which it belongs. */
  temporary_revisions: TemporaryRevisionMarkResponse[];
  /** The aircraft to which the revision applies, in the publisher's words. */
  @ApiProperty({ type: String, nullable: true })
  effectivity: string | null;
  /** Effectivity statements that apply within the passage, widest first. */
  applies_to: string[];
}
