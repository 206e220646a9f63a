import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsInstance, IsString, Length, MaxLength } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { IsCalendarDate } from '../../../common/validation/is-calendar-date.js';
import { oneLine, trimmed } from '../../../common/validation/trimmed.js';
import { StoredUpload } from '../stored-upload.js';

/** Form fields of a further revision; each a text part beside the part `file`. */
export class CreateRevisionRequest {
  @ApiProperty({ type: 'string', format: 'binary', description: 'Of any supported format, by content' })
  // As the interceptor made it: class-transformer would build another one out of its fields.
  @Transform(({ obj }: TransformFnParams) => (obj as { file?: unknown }).file)
  @IsInstance(StoredUpload, { message: 'is required, as a file part' })
  file: StoredUpload;

  /** The publisher's name of this revision, such as `12` or `Rev C`; no other of the document has it. */
  @Transform(oneLine)
  @IsString()
  @Length(1, 50)
  version: string;

  @ApiProperty({ type: String, format: 'date', required: false })
  @IfPresent()
  @IsCalendarDate()
  revision_date?: string;

  /** Which aircraft it applies to, in the publisher's words. */
  @IfPresent()
  @Transform(trimmed)
  @IsString()
  @MaxLength(1000)
  effectivity?: string;
}

/** Two revisions of one document, and which part of their differences. */
export class CompareRevisionsQuery extends PageQuery {
  /** Id of the revision before. */
  @IsString()
  @MaxLength(64)
  from: string;

  /** Id of the revision after. */
  @IsString()
  @MaxLength(64)
  to: string;
}
