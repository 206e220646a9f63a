import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENT_TYPES } from '../../../common/document-types.js';
import { ChangeNoticeResponse } from './hit.response.js';

/** A place in a revision of a document, with its words. */
export class CitationResponse {
  /** Rank of a passage, or `[index]` in an answer's content; from 1. */
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
  superseded: boolean;
  /** 0–100: how surely the least sure number of it was read from a picture; null where the text is the file's own. */
  @ApiProperty({ type: Number, nullable: true })
  ocr_confidence: number | null;
  /** Newer bulletins and directives that may change what was found, the surest first; at most five. */
  notices_of_change: ChangeNoticeResponse[];
}
