import { ApiProperty } from '@nestjs/swagger';
import { withRowEtag } from '../../../../common/http/envelope.js';
import {
  DISCREPANCY_KINDS,
  DISCREPANCY_SEVERITIES,
  DISCREPANCY_STATUSES,
  SENDING_CHANNELS,
  type DiscrepancyKind,
  type DiscrepancySeverity,
  type DiscrepancyStatus,
  type SendingChannel,
} from '../../../documents/discrepancies/dto/discrepancy-kinds.js';
import { MAIL_STATES, type MailState } from './mail-states.js';
import type { ShownDiscrepancy, StatisticsRow } from '../discrepancy.repository.js';
import { DiscrepancyPictureResponse } from './discrepancy-picture.response.js';

/** Location of the quote in the current revision. */
export class DiscrepancyLocationResponse {
  revision_id: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Offsets of the quote in the page's text; null if it begins or ends within a word. */
  @ApiProperty({ type: 'integer', nullable: true })
  start: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  end: number | null;
}

/** What to do until the data is corrected. One manager of the document proposed it, another approved it. */
export class InterimInstructionResponse {
  text: string;
  proposed_by: string;
  @ApiProperty({ format: 'date-time' })
  proposed_at: string;
  approved_by: string;
  @ApiProperty({ format: 'date-time' })
  approved_at: string;

  static of(row: ShownDiscrepancy): InterimInstructionResponse | null {
    const { instruction: text, instruction_proposed_by: proposed_by, instruction_approved_by: approved_by } = row;
    const { instruction_proposed_at: proposedAt, instruction_approved_at: approvedAt } = row;
    if (text === null || proposed_by === null || proposedAt === null || approved_by === null || approvedAt === null) {
      return null;
    }
    const times = { proposed_at: proposedAt.toISOString(), approved_at: approvedAt.toISOString() };
    return { text, proposed_by, approved_by, ...times };
  }
}

/** A change of the interim instruction that awaits approval. */
export class InstructionProposalResponse {
  /** Null: approval removes the instruction. */
  @ApiProperty({ type: String, nullable: true })
  text: string | null;
  /** Name it to approve this text. */
  @ApiProperty({ type: 'integer' })
  version: number;
  proposed_by: string;
  @ApiProperty({ format: 'date-time' })
  proposed_at: string;

  static of({
    proposal: text,
    proposal_version: version,
    ...row
  }: ShownDiscrepancy): InstructionProposalResponse | null {
    const { proposal_by: proposed_by, proposal_at: proposedAt } = row;
    if (proposed_by === null || proposedAt === null) return null;
    return { text, version, proposed_by, proposed_at: proposedAt.toISOString() };
  }
}

/** The last mail to the author. */
export class DiscrepancyMailResponse {
  to: string;
  @ApiProperty({ enum: MAIL_STATES, enumName: 'DiscrepancyMailState' })
  state: MailState;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** A discrepancy report. */
export class DiscrepancyResponse {
  id: string;
  document_id: string;
  document_title: string;
  /** The revision where it was raised. */
  revision_id: string;
  version: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  quote: string;
  @ApiProperty({ enum: DISCREPANCY_KINDS, enumName: 'DiscrepancyKind' })
  kind: DiscrepancyKind;
  @ApiProperty({ enum: DISCREPANCY_SEVERITIES, enumName: 'DiscrepancySeverity' })
  severity: DiscrepancySeverity;
  description: string;
  /** Open while `reported`, `sent` or `answered`. */
  @ApiProperty({ enum: DISCREPANCY_STATUSES, enumName: 'DiscrepancyStatus' })
  status: DiscrepancyStatus;
  /** Null after the account was removed. */
  @ApiProperty({ type: String, nullable: true })
  reported_by: string | null;
  @ApiProperty({ format: 'date' })
  due_on: string;
  overdue: boolean;
  /** Null if the current revision does not have the quote, or was not searched for it yet. */
  @ApiProperty({ type: DiscrepancyLocationResponse, nullable: true })
  location: DiscrepancyLocationResponse | null;
  /** Mail address of the author; for managers of the document only. */
  @ApiProperty({ type: String, nullable: true })
  contact: string | null;
  @ApiProperty({ type: String, nullable: true })
  author_reference: string | null;
  @ApiProperty({ enum: SENDING_CHANNELS, enumName: 'SendingChannel', nullable: true })
  channel: SendingChannel | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  sent_at: string | null;
  /** For managers of the document only. */
  @ApiProperty({ type: DiscrepancyMailResponse, nullable: true })
  mail: DiscrepancyMailResponse | null;
  @ApiProperty({ type: String, nullable: true })
  answer: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  answered_at: string | null;
  /** When it was closed, rejected or withdrawn. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ended_at: string | null;
  @ApiProperty({ type: String, nullable: true })
  ended_by: string | null;
  @ApiProperty({ type: String, nullable: true })
  closed_by_revision_id: string | null;
  @ApiProperty({ type: String, nullable: true })
  rejection_reason: string | null;
  @ApiProperty({ type: InterimInstructionResponse, nullable: true })
  interim_instruction: InterimInstructionResponse | null;
  /** For managers of the document only. */
  @ApiProperty({ type: InstructionProposalResponse, nullable: true })
  instruction_proposal: InstructionProposalResponse | null;
  pictures: DiscrepancyPictureResponse[];
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  /** @param isManager whether the caller manages the document */
  static of(row: ShownDiscrepancy, isManager: boolean): DiscrepancyResponse {
    const { id, document_id, document_title, revision_id, version, page_number, quote, kind, severity } = row;
    const body: DiscrepancyResponse = {
      ...{ id, document_id, document_title, revision_id, version, page_number, quote, kind, severity },
      description: row.description,
      status: row.status,
      reported_by: row.reported_by,
      due_on: row.due_on,
      overdue: row.overdue,
      location: row.location,
      contact: isManager ? row.contact : null,
      author_reference: row.author_reference,
      channel: row.channel,
      sent_at: row.sent_at?.toISOString() ?? null,
      mail: isManager ? row.mail : null,
      answer: row.answer,
      answered_at: row.answered_at?.toISOString() ?? null,
      ended_at: row.ended_at?.toISOString() ?? null,
      ended_by: row.ended_by,
      closed_by_revision_id: row.closed_by_revision_id,
      rejection_reason: row.rejection_reason,
      interim_instruction: InterimInstructionResponse.of(row),
      instruction_proposal: isManager ? InstructionProposalResponse.of(row) : null,
      pictures: row.pictures.map((picture) => DiscrepancyPictureResponse.from(picture)),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
    return withRowEtag(body, row.row_version);
  }
}

/** Reports on a document. Withdrawn ones are not counted. */
export class DiscrepancyStatisticsResponse {
  document_id: string;
  document_title: string;
  @ApiProperty({ type: String, nullable: true })
  document_number: string | null;
  @ApiProperty({ type: 'integer' })
  total: number;
  @ApiProperty({ type: 'integer' })
  open: number;
  @ApiProperty({ type: 'integer' })
  overdue: number;
  @ApiProperty({ type: 'integer' })
  closed: number;
  @ApiProperty({ type: 'integer' })
  rejected: number;
  /** Median days from the report to its closure; null without closed reports. */
  @ApiProperty({ type: Number, nullable: true })
  median_days_to_close: number | null;

  static from({ id, median_days, ...row }: StatisticsRow): DiscrepancyStatisticsResponse {
    const median = median_days === null ? null : Math.round(median_days * 10) / 10;
    return { document_id: id, ...row, median_days_to_close: median };
  }
}
