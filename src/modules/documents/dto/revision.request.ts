import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsInstance, IsString, Length, MaxLength } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { IsCalendarDate } from '../../../common/validation/date.decorators.js';
import { oneLine, trimmed } from '../../../common/validation/transforms.js';
import { StoredUpload } from '../uploads/stored-upload.js';

export const ON_DUPLICATE = ['error', 'skip', 'revision'] as const;
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

/** For fields with a default from the head of an S1000D module. */
export const UNLESS_STATED = 'Required, unless the file is an S1000D module, whose head states it.';

/** Form fields of a revision, sent as text parts next to the part `file`. */
export class CreateRevisionRequest {
  @ApiProperty({ type: 'string', format: 'binary', description: 'Of any supported format, by content' })
  // Kept as the interceptor made it: class-transformer would build another instance.
  @Transform(({ obj }: TransformFnParams) => (obj as { file?: unknown }).file)
  @IsInstance(StoredUpload, { message: 'is required, as a file part' })
  file: StoredUpload;

  @ApiProperty({
    required: false,
    description: `The publisher's name of this revision, such as \`12\` or \`Rev C\`, unique within the document. ${UNLESS_STATED}`,
  })
  @Transform(oneLine)
  @IsString()
  @Length(1, 50)
  version: string;

  @ApiProperty({ type: String, format: 'date', required: false })
  @IfPresent()
  @IsCalendarDate()
  revision_date?: string;

  /** The aircraft to which the revision applies, in the publisher's words. */
  @IfPresent()
  @Transform(trimmed)
  @IsString()
  @MaxLength(1000)
  effectivity?: string;

  /**
   * What happens if a document that you can see has the same file already. `error`: 409 with the document's id. `skip`:
   * nothing is filed, and that document or revision is returned. `revision`: the file becomes a draft of that document.
   */
  @ApiProperty({ enum: ON_DUPLICATE, enumName: 'OnDuplicate', required: false, default: 'error' })
  @IfPresent()
  @IsIn(ON_DUPLICATE)
  on_duplicate: OnDuplicate = 'error';
}

/** Two revisions of one document, and a page of the list of changes. */
export class CompareRevisionsQuery extends PageQuery {
  /** Id of the old revision. */
  @IsString()
  @MaxLength(64)
  from: string;

  /** Id of the new revision. */
  @IsString()
  @MaxLength(64)
  to: string;
}
