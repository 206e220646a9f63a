import { ApiProperty, OmitType } from '@nestjs/swagger';
import { plainToInstance, Transform, type TransformFnParams } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInstance,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IsCalendarDate } from '../../../../common/validation/date.decorators.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { oneLine, trimmed, trueOrFalse, upperCased } from '../../../../common/validation/transforms.js';
import { findUnusable } from '../../../../common/validation/usable-input.js';
import { ATA_NUMBER } from '../../dto/document.request.js';
import { DOCUMENT_ACCESS, DOCUMENT_TYPES, type DocumentType } from '../../dto/document-types.js';
import type { DocumentAccess } from '../../document.entity.js';
import { StoredUpload } from '../../uploads/stored-upload.js';
import { ITEM_STATES, type ItemState } from './import-states.js';

const MAX_RULES = 50;

/** Fields of a document that a file becomes. */
export class FileFields {
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 300)
  title?: string;

  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType', required: false })
  @IfPresent()
  @IsIn(DOCUMENT_TYPES)
  document_type?: DocumentType;

  @IfPresent()
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  aircraft_type?: string;

  /** A file whose document number a document of its type has becomes a revision of that document. */
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  document_number?: string;

  @IfPresent()
  @Matches(ATA_NUMBER, { message: 'must be an ATA number such as 32, 32-11 or 32-11-00' })
  ata_chapter?: string;

  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 50)
  version?: string;

  @ApiProperty({ type: String, format: 'date', required: false })
  @IfPresent()
  @IsCalendarDate()
  revision_date?: string;

  @IfPresent()
  @Transform(trimmed)
  @IsString()
  @MaxLength(1000)
  effectivity?: string;

  @ApiProperty({ enum: DOCUMENT_ACCESS, enumName: 'DocumentAccess', required: false })
  @IfPresent()
  @IsIn(DOCUMENT_ACCESS)
  access?: DocumentAccess;

  @IfPresent()
  @IsString()
  @MaxLength(64)
  team_id?: string;
}

/** Names of columns of a manifest, and of fields of a rule. */
export const FILE_FIELDS = [
  ...(['title', 'document_type', 'aircraft_type', 'document_number', 'ata_chapter', 'version'] as const),
  ...(['revision_date', 'effectivity', 'access', 'team_id'] as const),
];

/** Fields of all files whose path matches. */
export class ImportRule extends OmitType(FileFields, ['title', 'document_number'] as const) {
  /** `*` matches any text within a folder, `**` any number of folders: `AMM/**`. Case is ignored. */
  @IsString()
  @Length(1, 200)
  path: string;
}

/** Form fields of an import, sent as text parts next to the part `file`. */
export class CreateImportRequest extends OmitType(FileFields, ['title', 'document_number'] as const) {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    required: false,
    description: 'ZIP archive of the files. Required without `source`',
  })
  // Kept as the interceptor made it: class-transformer would build another instance.
  @Transform(({ obj }: TransformFnParams) => (obj as { file?: unknown }).file)
  @ValidateIf(({ file, source }: CreateImportRequest) => source === undefined || file !== undefined)
  @IsInstance(StoredUpload, { message: 'is required, as a file part, without source' })
  file?: StoredUpload;

  /** Instead of `file`: a folder of the server, or `s3://bucket/prefix`, that the operator allowed for the organization. */
  @IfPresent()
  @IsString()
  @Length(1, 1000)
  source?: string;

  /** Only reports what would become of each file. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  dry_run: boolean = false;

  /** Activates each new revision of an existing document when it is read. Otherwise they stay drafts. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  activate: boolean = false;

  /** Uses the file name without its extension as the document number of files without another. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  number_from_name: boolean = false;

  @ApiProperty({
    type: String,
    required: false,
    description:
      'JSON array of rules, `[{"path": "AMM/**", "document_type": "AMM"}]`. The first rule that states a field decides it.',
  })
  @IfPresent()
  @Transform(parsedRules)
  @IsArray({ message: 'must be a JSON array of rules' })
  @ArrayMaxSize(MAX_RULES)
  @ValidateNested({ each: true })
  rules: ImportRule[] = [];
}

function parsedRules({ value }: TransformFnParams): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    if (!Array.isArray(parsed) || findUnusable(parsed, 'rules')) return value;
    return parsed.map((rule) => plainToInstance(ImportRule, rule));
  } catch {
    return value;
  }
}

export class ListImportItemsQuery extends PageQuery {
  @ApiProperty({ enum: ITEM_STATES, enumName: 'ImportItemState', required: false })
  @IfPresent()
  @IsIn(ITEM_STATES)
  state?: ItemState;
}
