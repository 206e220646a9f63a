import { ApiProperty } from '@nestjs/swagger';
import type { Applicability } from '../applicability.service.js';
import type { DecidedStatement } from '../verdict.js';
import {
  STATEMENT_SCOPES,
  VERDICT_REASONS,
  VERDICTS,
  type StatementScope,
  type Verdict,
  type VerdictReason,
} from './verdicts.js';

/** A condition of a statement, and what the register says of it. */
export class ApplicabilityTermResponse {
  /** Words of the statement. */
  text: string;
  /** Property of the aircraft that decides: `serial_number`, `line_number`, `fleet_number`, `registration`, `model`, `engines`, … */
  property: string;
  /** Null if the register has none. */
  @ApiProperty({ type: String, nullable: true })
  value: string | null;
  /** Null if the register does not tell. */
  @ApiProperty({ type: Boolean, nullable: true })
  holds: boolean | null;
}

/** An effectivity statement with its verdict for the aircraft. */
export class DecidedStatementResponse implements DecidedStatement {
  /** Verbatim. */
  statement: string;
  /** What the statement is about: the aircraft type of the document, the revision, or a part of it. */
  @ApiProperty({ enum: STATEMENT_SCOPES })
  scope: StatementScope;
  @ApiProperty({ type: 'integer', nullable: true })
  page_number: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'offset in `text` of that page' })
  start: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  end: number | null;
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict' })
  verdict: Verdict;
  @ApiProperty({ enum: VERDICT_REASONS, enumName: 'VerdictReason' })
  reason: VerdictReason;
  terms: ApplicabilityTermResponse[];
}

/** Whether a document, revision or page applies to an aircraft, with the statements that decide. */
export class ApplicabilityResponse {
  aircraft_id: string;
  registration: string;
  document_id: string;
  revision_id: string;
  @ApiProperty({ type: 'integer', nullable: true })
  page_number: number | null;
  /** `unknown` unless every statement is understood and the register has all it needs. */
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict' })
  verdict: Verdict;
  /** Why the verdict is unknown; `decided` otherwise. */
  @ApiProperty({ enum: VERDICT_REASONS, enumName: 'VerdictReason' })
  reason: VerdictReason;
  statements: DecidedStatementResponse[];

  static from({ aircraft, ...applicability }: Applicability): ApplicabilityResponse {
    const { document_id, revision_id, page_number, verdict, reason, statements } = applicability;
    return {
      aircraft_id: aircraft.id,
      registration: aircraft.registration,
      ...{ document_id, revision_id, page_number, verdict, reason, statements },
    };
  }
}
