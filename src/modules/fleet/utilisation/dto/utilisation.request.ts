import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsString, Length, Max, Min } from 'class-validator';
import { IsCalendarDate } from '../../../../common/validation/date.decorators.js';
import { IsHundredths } from '../../../../common/validation/hundredths.decorator.js';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { MAX_FLIGHT_CYCLES, MAX_FLIGHT_HOURS } from '../totals.js';

/** Totals of an aircraft since new. */
export class TotalsRequest {
  /** Day at whose end the totals were read. Not in the future. */
  @ApiProperty({ type: String, format: 'date' })
  @IsCalendarDate()
  date: string;

  /** Hours since new, as decimals with at most two places: 20 minutes are 0.33. */
  @ApiProperty({ type: 'number', minimum: 0, maximum: MAX_FLIGHT_HOURS, example: 18_204.5 })
  @IsHundredths()
  @Min(0)
  @Max(MAX_FLIGHT_HOURS)
  flight_hours: number;

  /** Cycles since new. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_FLIGHT_CYCLES, required: false, nullable: true })
  @IfPresentOrNull()
  @IsInt()
  @Min(0)
  @Max(MAX_FLIGHT_CYCLES)
  flight_cycles?: number | null;
}

export class ReadingRequest extends TotalsRequest {
  /** Whether it corrects the reading of the same date. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  replace: boolean = false;
}

export class ImportUtilisationRequest {
  /** Comma-separated values (RFC 4180). The first line names the columns. */
  @IsString()
  @Length(1, 1_000_000)
  csv: string;

  /** Whether the file is only checked. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  dry_run: boolean = false;

  /** Whether rows correct the readings of the same dates. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  replace: boolean = false;
}
