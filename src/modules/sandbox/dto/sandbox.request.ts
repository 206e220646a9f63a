import { IsInt, Max, Min } from 'class-validator';

const YEAR_SECONDS = 366 * 24 * 3600;

export class AdvanceClockRequest {
  /** Seconds, at most a year. */
  @IsInt()
  @Min(1)
  @Max(YEAR_SECONDS)
  seconds: number;
}
