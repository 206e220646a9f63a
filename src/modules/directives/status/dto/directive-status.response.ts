import { ApiProperty } from '@nestjs/swagger';
import { DecidedStatementResponse } from '../../../applicability/dto/applicability.response.js';
import { VERDICT_REASONS, VERDICTS, type Verdict, type VerdictReason } from '../../../applicability/dto/verdicts.js';
import { ChangedByResponse } from '../../../fleet/dto/aircraft.response.js';
import {
  AIRCRAFT_STANDINGS,
  DUE_GAPS,
  DUE_SOURCES,
  RECORD_STATUSES,
  STANDING_BASES,
  type AircraftStanding,
  type DueGap,
  type DueSource,
  type RecordStatus,
  type StandingBasis,
} from '../../dto/directive-types.js';
import { DirectiveSummaryResponse } from '../../dto/directive.response.js';
import type { DirectiveRecord } from '../directive-record.entity.js';
import type { RecordRow } from '../directive-status.repository.js';
import type { AircraftDirective } from '../directive-status.service.js';
import type { NextDue } from '../due.js';
import type { Accomplishment } from '../standing.js';

/** Limits in hours and cycles since new. The first that is reached counts. */
export class NextDueResponse implements NextDue {
  /** The initial compliance, the interval after the last one, or a deferral. */
  @ApiProperty({ enum: DUE_SOURCES })
  source: DueSource;
  @ApiProperty({ type: 'number', nullable: true })
  flight_hours: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  flight_cycles: number | null;
  @ApiProperty({ type: String, format: 'date', nullable: true })
  date: string | null;
  /** From the latest reading on; negative when overdue. */
  @ApiProperty({ type: 'number', nullable: true })
  remaining_flight_hours: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  remaining_flight_cycles: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  remaining_days: number | null;
  /** Null if it is not known. */
  @ApiProperty({ type: Boolean, nullable: true })
  overdue: boolean | null;
  /** Why a limit, or what remains until it, is not known. */
  @ApiProperty({ enum: DUE_GAPS, enumName: 'DueGap', isArray: true })
  gaps: DueGap[];
}

export class AccomplishmentResponse implements Accomplishment {
  @ApiProperty({ type: String, format: 'date', nullable: true })
  date: string | null;
  /** As recorded, but at most that of the first reading since; without a record, of the last reading before. */
  @ApiProperty({ type: 'number', nullable: true })
  flight_hours: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  flight_cycles: number | null;
  @ApiProperty({ type: String, nullable: true })
  evidence: string | null;
  /** A record of the directive, or `modifications` of the aircraft. */
  @ApiProperty({ enum: ['record', 'register'] })
  source: 'record' | 'register';
}

/** Whether a directive applies to an aircraft, by its statements. */
export class DirectiveApplicabilityResponse {
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict' })
  verdict: Verdict;
  @ApiProperty({ enum: VERDICT_REASONS, enumName: 'VerdictReason' })
  reason: VerdictReason;
  statements: DecidedStatementResponse[];
}

/** What a person recorded. */
export class DirectiveRecordResponse {
  id: string;
  aircraft_id: string;
  directive_id: string;
  @ApiProperty({ enum: RECORD_STATUSES, enumName: 'DirectiveRecordStatus' })
  status: RecordStatus;
  /** Of the accomplishment, or the limit of a deferral. */
  @ApiProperty({ type: String, format: 'date', nullable: true })
  date: string | null;
  @ApiProperty({ type: 'number', nullable: true })
  flight_hours: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  flight_cycles: number | null;
  terminates: boolean;
  @ApiProperty({ type: String, nullable: true })
  evidence: string | null;
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** Times of records in JSON of the database are text. */
  static from(record: Omit<DirectiveRecord, 'position'>): DirectiveRecordResponse {
    const { id, aircraft_id, directive_id, status, date, flight_hours, flight_cycles, terminates } = record;
    const { evidence, reason } = record;
    const named = { id, aircraft_id, directive_id, status, date, flight_hours, flight_cycles, terminates };
    return { ...named, evidence, reason, created_at: new Date(record.created_at).toISOString() };
  }
}

/** A record in the history, with its author. */
export class ListedDirectiveRecordResponse extends DirectiveRecordResponse {
  /** Null without a document, and for callers who cannot see it. */
  @ApiProperty({ type: String, nullable: true })
  document_id: string | null;
  /** Null for an account that was deleted. */
  @ApiProperty({ type: ChangedByResponse, nullable: true })
  recorded_by: ChangedByResponse | null;

  static override from(row: RecordRow): ListedDirectiveRecordResponse {
    const { recorded_by: id, recorded_by_name: name, document_id } = row;
    return { ...super.from(row), document_id, recorded_by: id !== null && name !== null ? { id, name } : null };
  }
}

/** A directive on an aircraft. For information: the operator's maintenance records decide. */
export class AircraftDirectiveResponse {
  aircraft_id: string;
  registration: string;
  directive: DirectiveSummaryResponse;
  @ApiProperty({ enum: AIRCRAFT_STANDINGS, enumName: 'AircraftDirectiveStatus' })
  status: AircraftStanding;
  /** What the status rests on: the effectivity, a record, `modifications` of the aircraft, or another directive that ended this one. */
  @ApiProperty({ enum: STANDING_BASES, enumName: 'AircraftDirectiveBasis' })
  basis: StandingBasis;
  applicability: DirectiveApplicabilityResponse;
  /** The latest one, which counts. */
  @ApiProperty({ type: DirectiveRecordResponse, nullable: true })
  record: DirectiveRecordResponse | null;
  @ApiProperty({ type: AccomplishmentResponse, nullable: true })
  last_accomplishment: AccomplishmentResponse | null;
  /** The directive whose embodiment ended this one or, with the basis `contradictory`, may have ended it. */
  @ApiProperty({ type: String, nullable: true })
  terminated_by: string | null;
  /** Null for those that are embodied or not applicable. */
  @ApiProperty({ type: NextDueResponse, nullable: true })
  next_due: NextDueResponse | null;
  /** When a deferred directive would be due. `meta.warnings` says if the deferral may end later. */
  @ApiProperty({ type: NextDueResponse, nullable: true })
  due_if_not_deferred: NextDueResponse | null;
  /** Whether it is due within the hours, cycles or days that were asked. Null if that is not known, or was not asked. */
  @ApiProperty({ type: Boolean, nullable: true })
  due_within: boolean | null;
  /** Date of the latest reading of hours and cycles. */
  @ApiProperty({ type: String, format: 'date', nullable: true })
  data_as_of: string | null;
  /** Date of the latest reading with cycles. */
  @ApiProperty({ type: String, format: 'date', nullable: true })
  cycles_as_of: string | null;

  static from(item: AircraftDirective): AircraftDirectiveResponse {
    const { aircraft, directive, status, basis, applicability, record, last_accomplishment } = item;
    const { terminated_by, next_due, due_if_not_deferred, due_within, data_as_of, cycles_as_of } = item;
    return {
      ...{ aircraft_id: aircraft.id, registration: aircraft.registration },
      ...{ directive: DirectiveSummaryResponse.of(directive), status, basis, applicability },
      record: record && DirectiveRecordResponse.from(record),
      ...{ last_accomplishment, terminated_by, next_due, due_if_not_deferred, due_within, data_as_of, cycles_as_of },
    };
  }
}
