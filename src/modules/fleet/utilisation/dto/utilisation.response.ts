import { ApiProperty } from '@nestjs/swagger';
import { ChangedByResponse } from '../../dto/aircraft.response.js';
import type { UtilisationReading } from '../utilisation.entity.js';
import type { ReadingRow } from '../utilisation.repository.js';

/** Totals of an aircraft since new, at the end of a day. */
export class UtilisationReadingResponse {
  id: string;
  aircraft_id: string;
  @ApiProperty({ type: String, format: 'date' })
  date: string;
  @ApiProperty({ type: 'number' })
  flight_hours: number;
  @ApiProperty({ type: 'integer', nullable: true })
  flight_cycles: number | null;
  @ApiProperty({ enum: ['api', 'import'] })
  source: 'api' | 'import';
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(reading: UtilisationReading): UtilisationReadingResponse {
    const { id, aircraft_id, date, flight_hours, flight_cycles, source, created_at } = reading;
    return { id, aircraft_id, date, flight_hours, flight_cycles, source, created_at: created_at.toISOString() };
  }
}

/** A reading in a list. */
export class ListedReadingResponse extends UtilisationReadingResponse {
  /** Null for an account that was deleted. */
  @ApiProperty({ type: ChangedByResponse, nullable: true })
  recorded_by: ChangedByResponse | null;

  static override from(reading: ReadingRow): ListedReadingResponse {
    const { recorded_by: id, recorded_by_name: name } = reading;
    return { ...super.from(reading), recorded_by: id !== null && name !== null ? { id, name } : null };
  }
}

/** What a file changed, or would change. */
export class UtilisationImportResponse {
  dry_run: boolean;
  /** Rows of the file. */
  @ApiProperty({ type: 'integer' })
  rows: number;
  @ApiProperty({ type: 'integer' })
  created: number;
  /** Readings that were corrected. */
  @ApiProperty({ type: 'integer' })
  replaced: number;
  /** Rows that repeat what is recorded. */
  @ApiProperty({ type: 'integer' })
  unchanged: number;
}
