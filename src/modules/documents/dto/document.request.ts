import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsString, Length, Matches, MaxLength } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { IsTimestamp } from '../../../common/validation/is-timestamp.js';
import { oneLine } from '../../../common/validation/trimmed.js';
import {
  DOCUMENT_ACCESS,
  DOCUMENT_TYPES,
  REVISION_STATUSES,
  type DocumentType,
  type RevisionStatus,
} from './document-types.js';
import type { DocumentAccess } from '../document.entity.js';
import { CreateRevisionRequest } from './revision.request.js';

export const ATA_NUMBER = /^\d{2}(-\d{2}(-\d{2})?)?$/;

/** Aircraft types are free text, kept on one line and in upper case so that `a320` and `A320 ` are one. */
export function upperCased(parameters: Pick<TransformFnParams, 'value'>): unknown {
  const value = oneLine(parameters);
  return typeof value === 'string' ? value.toUpperCase() : value;
}

/** Filters of the list of documents. */
export class ListDocumentsQuery extends PageQuery {
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType', required: false })
  @IfPresent()
  @IsIn(DOCUMENT_TYPES)
  document_type?: DocumentType;

  @IfPresent()
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  aircraft_type?: string;

  /** Chapter, section or subject: `32` finds `32-11-00` too. */
  @IfPresent()
  @Matches(ATA_NUMBER, { message: 'must be an ATA number such as 32, 32-11 or 32-11-00' })
  ata_chapter?: string;

  @ApiProperty({
    enum: REVISION_STATUSES,
    enumName: 'RevisionStatus',
    required: false,
    description: 'Of the revision that stands for the document',
  })
  @IfPresent()
  @IsIn(REVISION_STATUSES)
  status?: RevisionStatus;

  @ApiProperty({ enum: DOCUMENT_ACCESS, enumName: 'DocumentAccess', required: false })
  @IfPresent()
  @IsIn(DOCUMENT_ACCESS)
  access?: DocumentAccess;

  /** Start of the title or of the document number. */
  @IfPresent()
  @IsString()
  @Length(1, 200)
  q?: string;

  @ApiProperty({ type: String, format: 'date-time', required: false })
  @IfPresent()
  @IsTimestamp()
  updated_since?: string;
}

/** Form fields of an upload; each a text part beside the part `file`. */
export class CreateDocumentRequest extends CreateRevisionRequest {
  @Transform(oneLine)
  @IsString()
  @Length(1, 300)
  title: string;

  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType' })
  @IsIn(DOCUMENT_TYPES)
  document_type: DocumentType;

  /** Free text; kept in upper case. */
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  aircraft_type: string;

  /** The publisher's number of the document. */
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  document_number?: string;

  @IfPresent()
  @Matches(ATA_NUMBER, { message: 'must be an ATA number such as 32, 32-11 or 32-11-00' })
  ata_chapter?: string;

  @ApiProperty({ enum: DOCUMENT_ACCESS, enumName: 'DocumentAccess', required: false, default: 'organization' })
  @IfPresent()
  @IsIn(DOCUMENT_ACCESS)
  access: DocumentAccess = 'organization';

  @IfPresent()
  @IsString()
  @MaxLength(64)
  team_id?: string;
}

/** Which revision is meant; the current one when left out. */
export class RevisionQuery {
  @IfPresent()
  @IsString()
  @MaxLength(64)
  revision_id?: string;
}

export class ListPagesQuery extends IntersectionType(PageQuery, RevisionQuery) {}
