import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENT_TYPES, type DocumentType } from '../../documents/dto/document-types.js';
import { CHANGE_REASONS, type ChangeNotice, type ChangeReason, type Duplicate } from '../search.types.js';

/** A near-duplicate of a hit: the same words and numbers elsewhere. */
export class DuplicateResponse {
  document_id: string;
  revision_id: string;
  title: string;
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType' })
  document_type: string;
  aircraft_type: string;
  version: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;

  static from(place: Duplicate): DuplicateResponse {
    const { document_id, revision_id, title, document_type, aircraft_type, version, page_number } = place;
    return { document_id, revision_id, title, document_type, aircraft_type, version, page_number };
  }
}

/** A newer bulletin or directive that may change the text. */
export class ChangeNoticeResponse {
  document_id: string;
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType' })
  document_type: DocumentType;
  title: string;
  @ApiProperty({ type: String, nullable: true })
  document_number: string | null;
  version: string;
  @ApiProperty({ type: String, format: 'date', nullable: true })
  revision_date: string | null;
  /** Why it is listed: it names the document, a task or a part, or has the same subject (aircraft and ATA section). */
  @ApiProperty({ enum: CHANGE_REASONS })
  reason: ChangeReason;

  static from(notice: ChangeNotice): ChangeNoticeResponse {
    const { document_id, document_type, title, document_number, version, revision_date, reason } = notice;
    return { document_id, document_type, title, document_number, version, revision_date, reason };
  }
}
