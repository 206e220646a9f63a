import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsString, Length, Matches, MaxLength } from 'class-validator';
import { IfPresent, IfPresentOrNull } from '../../../common/validation/if-present.decorator.js';
import { oneLine, trimmed, upperCased } from '../../../common/validation/transforms.js';
import type { DocumentAccess } from '../document.entity.js';
import { ATA_NUMBER } from './document.request.js';
import { DOCUMENT_ACCESS, DOCUMENT_TYPES, type DocumentType } from './document-types.js';

/** Changes of a document. Version, date and file belong to a revision and cannot be changed. */
export class UpdateDocumentRequest {
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 300)
  title?: string;

  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType', required: false })
  @IfPresent()
  @IsIn(DOCUMENT_TYPES)
  document_type?: DocumentType;

  /** Free text, stored in upper case. */
  @IfPresent()
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  aircraft_type?: string;

  @ApiProperty({ type: String, nullable: true, required: false })
  @IfPresentOrNull()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  document_number?: string | null;

  @ApiProperty({ type: String, nullable: true, required: false })
  @IfPresentOrNull()
  @Matches(ATA_NUMBER, { message: 'must be an ATA number such as 32, 32-11 or 32-11-00' })
  ata_chapter?: string | null;

  @ApiProperty({ enum: DOCUMENT_ACCESS, enumName: 'DocumentAccess', required: false })
  @IfPresent()
  @IsIn(DOCUMENT_ACCESS)
  access?: DocumentAccess;

  @ApiProperty({ type: String, nullable: true, required: false })
  @IfPresentOrNull()
  @IsString()
  @MaxLength(64)
  team_id?: string | null;

  @ApiProperty({ type: String, nullable: true, required: false, description: 'Of the current revision' })
  @IfPresentOrNull()
  @Transform(trimmed)
  @IsString()
  @MaxLength(1000)
  effectivity?: string | null;
}
