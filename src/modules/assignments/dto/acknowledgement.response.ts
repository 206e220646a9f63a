import { ApiProperty } from '@nestjs/swagger';
import type { AcknowledgementRow } from '../acknowledgement.repository.js';
import { AssignedDocumentResponse, AssignedRevisionResponse } from './assignment.response.js';
import {
  ACKNOWLEDGEMENT_STATUSES,
  ASSIGNMENT_SCOPES,
  type AcknowledgementStatus,
  type AssignmentScope,
} from './assignment-types.js';

export class AcknowledgementUserResponse {
  id: string;
  /** Null for a removed account. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;
}

/** What a person must sign, or has signed. */
export class AcknowledgementResponse {
  id: string;
  assignment_id: string;
  user: AcknowledgementUserResponse;
  document: AssignedDocumentResponse;
  revision: AssignedRevisionResponse;
  @ApiProperty({ enum: ASSIGNMENT_SCOPES, enumName: 'AssignmentScope' })
  scope: AssignmentScope;
  /** For scope `changes`: the revision that the person knows, from which the changes count. */
  @ApiProperty({ type: String, nullable: true })
  changes_from_revision_id: string | null;
  statement: string;
  @ApiProperty({ enum: ACKNOWLEDGEMENT_STATUSES, enumName: 'AcknowledgementStatus' })
  status: AcknowledgementStatus;
  @ApiProperty({ format: 'date-time' })
  due_at: string;
  /** Pending after its due date. */
  overdue: boolean;
  /** False while the person cannot see the document: they cannot sign, and are not reminded. */
  can_read: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  signed_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(row: AcknowledgementRow & { can_read: boolean }): AcknowledgementResponse {
    return {
      id: row.id,
      assignment_id: row.assignment_id,
      user: { id: row.user_id, name: row.user_name },
      document: { id: row.document_id, title: row.document_title, document_number: row.document_number },
      revision: { id: row.revision_id, version: row.version, content_sha256: row.content_sha256 },
      scope: row.scope,
      changes_from_revision_id: row.from_revision_id,
      statement: row.statement,
      status: row.status,
      due_at: row.due_at.toISOString(),
      overdue: row.overdue,
      can_read: row.can_read,
      signed_at: row.signed_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    };
  }
}
