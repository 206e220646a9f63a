import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../common/http/envelope.js';
import {
  AIRCRAFT_STATUSES,
  COMPONENT_KINDS,
  MODIFICATION_KINDS,
  MODIFICATION_STATUSES,
  type AircraftStatus,
} from '../aircraft-record.js';
import type { Aircraft } from '../aircraft.entity.js';
import type { AircraftChangeRow, AircraftSummary } from '../aircraft.repository.js';
import { AIRCRAFT_TABLES, type AircraftTable } from './aircraft.request.js';

export class AircraftComponentResponse {
  @ApiProperty({ enum: COMPONENT_KINDS, enumName: 'AircraftComponentKind' })
  kind: (typeof COMPONENT_KINDS)[number];
  @ApiProperty({ type: String, nullable: true })
  position: string | null;
  @ApiProperty({ type: String, nullable: true })
  model: string | null;
  @ApiProperty({ type: String, nullable: true })
  part_number: string | null;
  @ApiProperty({ type: String, nullable: true })
  serial_number: string | null;
}

export class AircraftModificationResponse {
  @ApiProperty({ enum: MODIFICATION_KINDS, enumName: 'ModificationKind' })
  kind: (typeof MODIFICATION_KINDS)[number];
  number: string;
  @ApiProperty({ enum: MODIFICATION_STATUSES, enumName: 'ModificationStatus' })
  status: (typeof MODIFICATION_STATUSES)[number];
  @ApiProperty({ type: String, format: 'date', nullable: true })
  date: string | null;
  @ApiProperty({ type: String, nullable: true })
  evidence: string | null;
}

/** An aircraft in a list: without components and modifications. */
export class AircraftSummaryResponse {
  id: string;
  registration: string;
  aircraft_type: string;
  @ApiProperty({ type: String, nullable: true })
  model: string | null;
  /** The manufacturer's serial number (MSN). */
  @ApiProperty({ type: String, nullable: true })
  serial_number: string | null;
  @ApiProperty({ type: 'integer', nullable: true })
  line_number: number | null;
  @ApiProperty({ type: String, nullable: true })
  fleet_number: string | null;
  @ApiProperty({ enum: AIRCRAFT_STATUSES, enumName: 'AircraftStatus' })
  status: AircraftStatus;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(aircraft: AircraftSummary): AircraftSummaryResponse {
    const { id, registration, aircraft_type, model, serial_number, line_number, fleet_number, status } = aircraft;
    const updated_at = aircraft.updated_at.toISOString();
    return { id, registration, aircraft_type, model, serial_number, line_number, fleet_number, status, updated_at };
  }
}

/** An aircraft of the register. */
export class AircraftResponse {
  id: string;
  registration: string;
  aircraft_type: string;
  @ApiProperty({ type: String, nullable: true })
  model: string | null;
  /** The manufacturer's serial number (MSN). */
  @ApiProperty({ type: String, nullable: true })
  serial_number: string | null;
  @ApiProperty({ type: 'integer', nullable: true })
  line_number: number | null;
  /** The operator's number, which customized manuals use after `ON A/C`. */
  @ApiProperty({ type: String, nullable: true })
  fleet_number: string | null;
  @ApiProperty({ enum: AIRCRAFT_STATUSES, enumName: 'AircraftStatus' })
  status: AircraftStatus;
  configuration_codes: string[];
  components: AircraftComponentResponse[];
  /** Those whose embodiment is known, by number. */
  modifications: AircraftModificationResponse[];
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(aircraft: Aircraft): AircraftResponse {
    const { configuration_codes, components, modifications, created_at, row_version } = aircraft;
    const summary = AircraftSummaryResponse.from(aircraft);
    const lists = { configuration_codes, components, modifications };
    return withEtag({ ...summary, ...lists, created_at: created_at.toISOString() }, row_version);
  }
}

export class ChangedByResponse {
  id: string;
  name: string;
}

/** One act that changed an aircraft. */
export class AircraftChangeResponse {
  id: string;
  /** Fields with their values before and after. Of modifications, those that differ. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  changes: Record<string, unknown>;
  @ApiProperty({ enum: ['api', 'import'] })
  source: 'api' | 'import';
  /** Null for an account that was deleted. */
  @ApiProperty({ type: ChangedByResponse, nullable: true })
  changed_by: ChangedByResponse | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from({
    id,
    changes,
    source,
    changed_by,
    changed_by_name,
    created_at,
  }: AircraftChangeRow): AircraftChangeResponse {
    const by = changed_by !== null && changed_by_name !== null ? { id: changed_by, name: changed_by_name } : null;
    return { id, changes, source, changed_by: by, created_at: created_at.toISOString() };
  }
}

/** What a file changed, or would change. */
export class AircraftImportResponse {
  @ApiProperty({ enum: AIRCRAFT_TABLES, enumName: 'AircraftTable' })
  table: AircraftTable;
  dry_run: boolean;
  /** Rows of the file. */
  @ApiProperty({ type: 'integer' })
  rows: number;
  /** Aircraft that were added. */
  @ApiProperty({ type: 'integer' })
  created: number;
  @ApiProperty({ type: 'integer' })
  updated: number;
  /** Aircraft of the file that stay as they are. */
  @ApiProperty({ type: 'integer' })
  unchanged: number;
}
