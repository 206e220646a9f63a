import { ApiProperty } from '@nestjs/swagger';
import { withRowEtag } from '../../../common/http/envelope.js';
import type { AssignmentRow } from '../assignment.repository.js';
import {
  ASSIGNMENT_SCOPES,
  ASSIGNMENT_STATUSES,
  CANCEL_REASONS,
  type AssignmentScope,
  type AssignmentStatus,
  type CancelReason,
} from './assignment-types.js';

/** The document as it was named when the revision was assigned. */
export class AssignedDocumentResponse {
  /** Null after the document was deleted. */
  @ApiProperty({ type: String, nullable: true })
  id: string | null;
  title: string;
  @ApiProperty({ type: String, nullable: true })
  document_number: string | null;
}

export class AssignedRevisionResponse {
  /** Null after the document was deleted. */
  @ApiProperty({ type: String, nullable: true })
  id: string | null;
  version: string;
  /** SHA-256 of the file. */
  content_sha256: string;
}

/** Numbers of people by the state of their acknowledgement. `overdue` are part of `pending`. */
export class AssignmentCountsResponse {
  @ApiProperty({ type: 'integer' })
  assigned: number;
  @ApiProperty({ type: 'integer' })
  signed: number;
  @ApiProperty({ type: 'integer' })
  pending: number;
  @ApiProperty({ type: 'integer' })
  overdue: number;
}

/** A revision that people must acknowledge. */
export class AssignmentResponse {
  id: string;
  document: AssignedDocumentResponse;
  revision: AssignedRevisionResponse;
  @ApiProperty({ enum: ASSIGNMENT_SCOPES, enumName: 'AssignmentScope' })
  scope: AssignmentScope;
  statement: string;
  /** Teams whose future members are assigned too. */
  team_ids: string[];
  @ApiProperty({ format: 'date-time' })
  due_at: string;
  /** `superseded`: another revision became active, and the successor asks the same people. */
  @ApiProperty({ enum: ASSIGNMENT_STATUSES, enumName: 'AssignmentStatus' })
  status: AssignmentStatus;
  @ApiProperty({ enum: CANCEL_REASONS, enumName: 'AssignmentCancelReason', nullable: true })
  cancel_reason: CancelReason | null;
  /** The assignment of the revision before. */
  @ApiProperty({ type: String, nullable: true })
  predecessor_id: string | null;
  /** The assignment of the next revision. */
  @ApiProperty({ type: String, nullable: true })
  successor_id: string | null;
  counts: AssignmentCountsResponse;
  /** The manager; null for a removed account. */
  @ApiProperty({ type: String, nullable: true })
  created_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  /** When it was superseded or canceled. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ended_at: string | null;

  static from(row: AssignmentRow): AssignmentResponse {
    const { id, scope, statement, team_ids, status, cancel_reason, predecessor_id, successor_id, created_by } = row;
    const body: AssignmentResponse = {
      id,
      document: { id: row.document_id, title: row.document_title, document_number: row.document_number },
      revision: { id: row.revision_id, version: row.version, content_sha256: row.content_sha256 },
      ...{ scope, statement, team_ids },
      due_at: row.due_at.toISOString(),
      ...{ status, cancel_reason, predecessor_id, successor_id },
      counts: { assigned: row.assigned, signed: row.signed, pending: row.pending, overdue: row.overdue },
      created_by,
      created_at: row.created_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    };
    return withRowEtag(body, row.row_version);
  }
}
