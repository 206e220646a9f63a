import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsString, Length, Matches, MaxLength } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { IsTimestamp } from '../../../common/validation/date.decorators.js';
import { oneLine, upperCased } from '../../../common/validation/transforms.js';
import {
  DOCUMENT_ACCESS,
  DOCUMENT_TYPES,
  REVISION_STATUSES,
  type DocumentType,
  type RevisionStatus,
} from './document-types.js';
import type { DocumentAccess } from '../document.entity.js';
import { CreateRevisionRequest, UNLESS_STATED } from './revision.request.js';

export const ATA_NUMBER = /^\d{2}(-\d{2}(-\d{2})?)?$/;

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

  /** Chapter, section or subject: `32` also matches `32-11-00`. */
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

  /** Documents to which the current issue of this publication refers. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  publication_id?: string;

  /** Prefix of the title or the document number. */
  @IfPresent()
  @IsString()
  @Length(1, 200)
  q?: string;

  @ApiProperty({ type: String, format: 'date-time', required: false })
  @IfPresent()
  @IsTimestamp()
  updated_since?: string;
}

/** Form fields of an upload, sent as text parts next to the part `file`. */
export class CreateDocumentRequest extends CreateRevisionRequest {
  @ApiProperty({ required: false, description: `The title. ${UNLESS_STATED}` })
  @Transform(oneLine)
  @IsString()
  @Length(1, 300)
  title: string;

  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType', required: false, description: UNLESS_STATED })
  @IsIn(DOCUMENT_TYPES)
  document_type: DocumentType;

  @ApiProperty({ required: false, description: `Free text, stored in upper case. ${UNLESS_STATED}` })
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  aircraft_type: string;

  /** The publisher's document number. */
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

/** Defaults to the current revision. */
export class RevisionQuery {
  @IfPresent()
  @IsString()
  @MaxLength(64)
  revision_id?: string;
}

export class ListPagesQuery extends IntersectionType(PageQuery, RevisionQuery) {}
