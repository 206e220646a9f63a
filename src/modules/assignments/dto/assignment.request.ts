import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, MaxLength, ValidateNested } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IsFuture, IsTimestamp } from '../../../common/validation/date.decorators.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { IsPlainText } from '../../../common/validation/is-plain-text.js';
import { RecipientRequest } from '../../collaboration/shares/dto/share.request.js';
import {
  ASSIGNMENT_SCOPES,
  ASSIGNMENT_STATUSES,
  type AssignmentScope,
  type AssignmentStatus,
} from './assignment-types.js';

const MAX_RECIPIENTS = 100;
const MAX_STATEMENT = 2_000;
export const DEFAULT_STATEMENT = 'I have read and understood this revision.';

export class CreateAssignmentRequest {
  @IsString()
  @MaxLength(64)
  document_id: string;

  /** The active revision of the document, which is the default. Any other is refused. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  revision_id?: string;

  /** `changes`: what changed since the revision that the reader knows. */
  @ApiProperty({ enum: ASSIGNMENT_SCOPES, enumName: 'AssignmentScope', required: false, default: 'revision' })
  @IfPresent()
  @IsIn(ASSIGNMENT_SCOPES)
  scope: AssignmentScope = 'revision';

  /** What the readers sign. */
  @ApiProperty({ minLength: 1, maxLength: MAX_STATEMENT, required: false, default: DEFAULT_STATEMENT })
  @IfPresent()
  @IsPlainText(MAX_STATEMENT)
  statement: string = DEFAULT_STATEMENT;

  /**
   * Users who can see the document, and teams. A team stands for its members, including those who join while the
   * assignment is open.
   */
  @ApiProperty({ type: [RecipientRequest], minItems: 1, maxItems: MAX_RECIPIENTS })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_RECIPIENTS)
  @ValidateNested({ each: true })
  @Type(() => RecipientRequest)
  recipients: RecipientRequest[];

  /** When the signatures are due. */
  @ApiProperty({ format: 'date-time' })
  @IsTimestamp()
  @IsFuture()
  due_at: string;
}

export class UpdateAssignmentRequest {
  /** Replaces the due date of all pending acknowledgements. */
  @ApiProperty({ format: 'date-time' })
  @IsTimestamp()
  @IsFuture()
  due_at: string;
}

/** Filters of the list of assignments. All given filters must match. */
export class ListAssignmentsQuery extends PageQuery {
  @ApiProperty({ enum: ASSIGNMENT_STATUSES, enumName: 'AssignmentStatus', required: false })
  @IfPresent()
  @IsIn(ASSIGNMENT_STATUSES)
  status?: AssignmentStatus;

  /** Assignments of this document. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  document_id?: string;
}
