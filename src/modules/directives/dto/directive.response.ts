import { readStatement } from '@amks/language/applicability/statement.js';
import { ApiProperty } from '@nestjs/swagger';
import { withRowEtag } from '../../../common/http/envelope.js';
import type { DirectiveRow } from '../directive.repository.js';
import {
  DIRECTIVE_KINDS,
  DIRECTIVE_STATES,
  type DirectiveKind,
  type DirectiveState,
  type InitialCompliance,
  type Interval,
} from './directive-types.js';

export const EFFECTIVITY_READINGS = ['understood', 'not_understood', 'contradictory'] as const;
export type EffectivityReading = (typeof EFFECTIVITY_READINGS)[number];

export class TotalLimitResponse {
  @ApiProperty({ type: 'number', nullable: true })
  flight_hours: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  flight_cycles: number | null;
}

export class IntervalResponse extends TotalLimitResponse implements Interval {
  @ApiProperty({ type: 'integer', nullable: true })
  calendar_months: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  calendar_days: number | null;
}

export class InitialComplianceResponse implements InitialCompliance {
  /** Hours and cycles since new. */
  @ApiProperty({ type: TotalLimitResponse, nullable: true })
  total: TotalLimitResponse | null;
  @ApiProperty({ type: IntervalResponse, nullable: true })
  after_effective_date: IntervalResponse | null;
  @ApiProperty({ enum: ['first', 'later'] })
  whichever: 'first' | 'later';
}

/** What identifies a directive. */
export class DirectiveSummaryResponse {
  id: string;
  @ApiProperty({ enum: DIRECTIVE_KINDS, enumName: 'DirectiveKind' })
  kind: DirectiveKind;
  number: string;
  @ApiProperty({ type: String, nullable: true })
  issuer: string | null;
  title: string;
  mandatory: boolean;
  @ApiProperty({ type: String, format: 'date', nullable: true })
  effective_date: string | null;

  static of(directive: DirectiveSummaryResponse): DirectiveSummaryResponse {
    const { id, kind, number, issuer, title, mandatory, effective_date } = directive;
    return { id, kind, number, issuer, title, mandatory, effective_date };
  }
}

/** An airworthiness directive or service bulletin. */
export class DirectiveResponse extends DirectiveSummaryResponse {
  @ApiProperty({ enum: DIRECTIVE_STATES, enumName: 'DirectiveState' })
  status: DirectiveState;
  @ApiProperty({ type: String, nullable: true })
  effectivity: string | null;
  /** Whether the service can decide by the effectivity. Without that, directives are `unknown` on every aircraft of the types. */
  @ApiProperty({ enum: EFFECTIVITY_READINGS, nullable: true })
  effectivity_reading: EffectivityReading | null;
  aircraft_types: string[];
  @ApiProperty({ type: InitialComplianceResponse, nullable: true })
  initial_compliance: InitialComplianceResponse | null;
  @ApiProperty({ type: IntervalResponse, nullable: true })
  repetitive_interval: IntervalResponse | null;
  @ApiProperty({ type: String, nullable: true })
  terminating_action: string | null;
  supersedes: string[];
  superseded_by: string[];
  terminated_by: string[];
  /** Null without a document, and for callers who cannot see it. */
  @ApiProperty({ type: String, nullable: true })
  document_id: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(row: DirectiveRow): DirectiveResponse {
    const { status, effectivity, aircraft_types, initial_compliance, repetitive_interval, terminating_action } = row;
    const { supersedes, superseded_by, terminated_by, document_id, created_at, updated_at } = row;
    const effectivity_reading = effectivity === null ? null : readingOf(effectivity);
    const body = {
      ...DirectiveSummaryResponse.of(row),
      ...{ status, effectivity, effectivity_reading, aircraft_types, initial_compliance, repetitive_interval },
      ...{ terminating_action, supersedes, superseded_by, terminated_by, document_id },
      ...{ created_at: created_at.toISOString(), updated_at: updated_at.toISOString() },
    };
    return withRowEtag(body, row.row_version);
  }
}

function readingOf(effectivity: string): EffectivityReading {
  const read = readStatement(effectivity);
  return 'reason' in read ? read.reason : 'understood';
}
