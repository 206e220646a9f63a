import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsString, Length, Matches, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IsCalendarDate } from '../../../../common/validation/date.decorators.js';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { IsPlainText } from '../../../../common/validation/is-plain-text.js';
import { IsMailAddress } from '../../../../common/validation/mail-address.js';
import { oneLine, trueOrFalse } from '../../../../common/validation/transforms.js';
import {
  DISCREPANCY_KINDS,
  DISCREPANCY_SEVERITIES,
  DISCREPANCY_STATUSES,
  SENDING_CHANNELS,
  type DiscrepancyKind,
  type DiscrepancySeverity,
  type DiscrepancyStatus,
  type SendingChannel,
} from '../../../documents/discrepancies/dto/discrepancy-kinds.js';

const MAX_DESCRIPTION = 5_000;
const MAX_ANSWER = 10_000;
/** A whole instruction is repeated in every answer that cites the page. */
const MAX_INSTRUCTION = 1_000;
const MAX_QUOTE = 2_000;
const LAST_PAGE = 9_999_999;

export class CreateDiscrepancyRequest {
  @IsString()
  @MaxLength(64)
  document_id: string;

  /** The revision of the page; defaults to the current one. Not a draft. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  revision_id?: string;

  /** Physical page of the revision, counted from 1. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  @IsInt()
  @Min(1)
  @Max(LAST_PAGE)
  page_number: number;

  /** Text of the page, with at least three letters or digits. White space and hyphenation are ignored. */
  @ApiProperty({ minLength: 3, maxLength: MAX_QUOTE })
  @IsString()
  @Length(3, MAX_QUOTE)
  @Matches(/^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){3}/u, { message: 'must hold three letters or figures' })
  quote: string;

  @ApiProperty({ enum: DISCREPANCY_KINDS, enumName: 'DiscrepancyKind' })
  @IsIn(DISCREPANCY_KINDS)
  kind: DiscrepancyKind;

  /** What is wrong, and what was found on the aircraft. */
  @ApiProperty({ minLength: 1, maxLength: MAX_DESCRIPTION })
  @IsPlainText(MAX_DESCRIPTION)
  description: string;

  /** Defaults to `major`. */
  @ApiProperty({ enum: DISCREPANCY_SEVERITIES, enumName: 'DiscrepancySeverity', required: false })
  @IfPresent()
  @IsIn(DISCREPANCY_SEVERITIES)
  severity?: DiscrepancySeverity;
}

/** Missing fields stay unchanged. `due_on`, `contact` and `author_reference` are for managers of the document. */
export class UpdateDiscrepancyRequest {
  @ApiProperty({ enum: DISCREPANCY_KINDS, enumName: 'DiscrepancyKind', required: false })
  @IfPresent()
  @IsIn(DISCREPANCY_KINDS)
  kind?: DiscrepancyKind;

  @ApiProperty({ minLength: 1, maxLength: MAX_DESCRIPTION, required: false })
  @IfPresent()
  @IsPlainText(MAX_DESCRIPTION)
  description?: string;

  @ApiProperty({ enum: DISCREPANCY_SEVERITIES, enumName: 'DiscrepancySeverity', required: false })
  @IfPresent()
  @IsIn(DISCREPANCY_SEVERITIES)
  severity?: DiscrepancySeverity;

  /** When the author should have answered. The report is overdue from the next day on, UTC. */
  @ApiProperty({ type: String, format: 'date', required: false })
  @IfPresent()
  @IsCalendarDate()
  due_on?: string;

  /** Mail address of the author. */
  @ApiProperty({ type: String, maxLength: 254, nullable: true, required: false })
  @IfPresentOrNull()
  @IsMailAddress()
  contact?: string | null;

  /** The author's number of the report. */
  @ApiProperty({ type: String, minLength: 1, maxLength: 100, nullable: true, required: false })
  @IfPresentOrNull()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  author_reference?: string | null;
}

export class SendDiscrepancyRequest {
  /** `mail` sends the form. `form` and `webhook` record that the author gets the report in another way. Defaults to `mail`. */
  @ApiProperty({ enum: SENDING_CHANNELS, enumName: 'SendingChannel', required: false })
  @IfPresent()
  @IsIn(SENDING_CHANNELS)
  channel?: SendingChannel;

  /** Mail address of the author; defaults to `contact` of the report, and becomes it. */
  @ApiProperty({ maxLength: 254, required: false })
  @IfPresent()
  @IsMailAddress()
  to?: string;
}

export class AnswerDiscrepancyRequest {
  /** What the author answered. */
  @ApiProperty({ minLength: 1, maxLength: MAX_ANSWER })
  @IsPlainText(MAX_ANSWER)
  answer: string;

  /** The author's number of the report. */
  @ApiProperty({ minLength: 1, maxLength: 100, required: false })
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  author_reference?: string;
}

export class RejectDiscrepancyRequest {
  @ApiProperty({ minLength: 1, maxLength: 2_000 })
  @IsPlainText(2_000)
  reason: string;
}

export class ProposeInstructionRequest {
  /** What to do until the data is corrected. Null proposes to remove the approved instruction. */
  @ApiProperty({ type: String, minLength: 1, maxLength: MAX_INSTRUCTION, nullable: true })
  @ValidateIf((_, text) => text !== null)
  @IsPlainText(MAX_INSTRUCTION)
  text: string | null;
}

export class ApproveInstructionRequest {
  /** `instruction_proposal.version` that you read. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  version: number;
}

/** Filters of the list of reports. */
export class ListDiscrepanciesQuery extends PageQuery {
  @IfPresent()
  @IsString()
  @MaxLength(64)
  document_id?: string;

  @ApiProperty({ enum: DISCREPANCY_STATUSES, enumName: 'DiscrepancyStatus', required: false })
  @IfPresent()
  @IsIn(DISCREPANCY_STATUSES)
  status?: DiscrepancyStatus;

  /** Whether the status is `reported`, `sent` or `answered`. */
  @ApiProperty({ type: Boolean, required: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  open?: boolean;

  /** Whether the report is open after its due date. */
  @ApiProperty({ type: Boolean, required: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  overdue?: boolean;

  @ApiProperty({ enum: DISCREPANCY_KINDS, enumName: 'DiscrepancyKind', required: false })
  @IfPresent()
  @IsIn(DISCREPANCY_KINDS)
  kind?: DiscrepancyKind;

  @ApiProperty({ enum: DISCREPANCY_SEVERITIES, enumName: 'DiscrepancySeverity', required: false })
  @IfPresent()
  @IsIn(DISCREPANCY_SEVERITIES)
  severity?: DiscrepancySeverity;
}
