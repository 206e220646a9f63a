import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsString, Length, Max, Min } from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IsCalendarDate } from '../../../../common/validation/date.decorators.js';
import { IsHundredths } from '../../../../common/validation/hundredths.decorator.js';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { IsPlainText } from '../../../../common/validation/is-plain-text.js';
import { trueOrFalse, wholeNumber } from '../../../../common/validation/transforms.js';
import {
  AIRCRAFT_STANDINGS,
  DIRECTIVE_KINDS,
  RECORD_STATUSES,
  type AircraftStanding,
  type DirectiveKind,
  type RecordStatus,
} from '../../dto/directive-types.js';
import { Hours, Whole } from '../../dto/directive.request.js';

const MAX_TOTAL = 500_000;

export class ListAircraftDirectivesQuery extends PageQuery {
  @ApiProperty({ enum: AIRCRAFT_STANDINGS, enumName: 'AircraftDirectiveStatus', required: false })
  @IfPresent()
  @IsIn(AIRCRAFT_STANDINGS)
  status?: AircraftStanding;

  @ApiProperty({ enum: DIRECTIVE_KINDS, enumName: 'DirectiveKind', required: false })
  @IfPresent()
  @IsIn(DIRECTIVE_KINDS)
  kind?: DirectiveKind;

  @ApiProperty({ type: Boolean, required: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  mandatory?: boolean;

  /** Flight hours from the latest reading on. With several of these, one of them is enough. What is overdue, or is not known, is listed too. */
  @ApiProperty({ type: 'number', minimum: 0, maximum: MAX_TOTAL, required: false })
  @IfPresent()
  @Transform(decimal)
  @IsHundredths()
  @Min(0)
  @Max(MAX_TOTAL)
  due_within_hours?: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_TOTAL, required: false })
  @IfPresent()
  @Transform(wholeNumber)
  @IsInt()
  @Min(0)
  @Max(MAX_TOTAL)
  due_within_cycles?: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 36_500, required: false })
  @IfPresent()
  @Transform(wholeNumber)
  @IsInt()
  @Min(0)
  @Max(36_500)
  due_within_days?: number;
}

/**
 * `embodied` needs `date` and `evidence`; `deferred` a limit (`date`, `flight_hours`, `flight_cycles`), `reason` and the approval as
 * `evidence`; `not_applicable` `reason` and `evidence`; `open` a `reason`. `open` takes back everything that was recorded before.
 */
export class DirectiveRecordRequest {
  @ApiProperty({ enum: RECORD_STATUSES, enumName: 'DirectiveRecordStatus' })
  @IsIn(RECORD_STATUSES)
  status: RecordStatus;

  /** Of the accomplishment, or the limit of a deferral. So are the hours and cycles since new. */
  @ApiProperty({ type: String, format: 'date', required: false, nullable: true })
  @IfPresentOrNull()
  @IsCalendarDate()
  date: string | null = null;

  /** Default, for intervals after an accomplishment: those of the last reading before. */
  @Hours(MAX_TOTAL)
  flight_hours: number | null = null;

  @Whole(MAX_TOTAL)
  flight_cycles: number | null = null;

  /** Whether nothing of a repetitive directive remains to be done. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  terminates: boolean = false;

  /** Work order or record that proves the work, approval of a deferral, or what shows that it does not apply. */
  @ApiProperty({ type: String, minLength: 1, maxLength: 500, required: false, nullable: true })
  @IfPresentOrNull()
  @IsPlainText(500)
  evidence: string | null = null;

  @ApiProperty({ type: String, minLength: 1, maxLength: 1_000, required: false, nullable: true })
  @IfPresentOrNull()
  @IsPlainText(1_000)
  reason: string | null = null;

  /** Document with the evidence. */
  @ApiProperty({ type: String, required: false, nullable: true })
  @IfPresentOrNull()
  @IsString()
  @Length(1, 64)
  document_id: string | null = null;
}

/** Of a query parameter. Other values are left to validation. */
function decimal({ value }: TransformFnParams): unknown {
  return typeof value === 'string' && /^\d{1,7}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
}
