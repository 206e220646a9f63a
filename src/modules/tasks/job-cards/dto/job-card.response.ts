import { ApiProperty } from '@nestjs/swagger';
import { TaskVerdictResponse } from '../../dto/task.response.js';
import type { CardAircraft, PartException } from '../job-card.entity.js';
import type { CardTaskRow, FoundJobCard, JobCardRow } from '../job-card.repository.js';
import {
  CARD_STATUSES,
  changeOf,
  statusOf,
  statusOfCard,
  TASK_CHANGES,
  type CardStatus,
  type TaskChange,
} from '../validity.js';

/** The aircraft, as the register had it when the card was made. */
export class CardAircraftResponse {
  id: string;
  registration: string;
  aircraft_type: string;
  @ApiProperty({ type: String, nullable: true })
  serial_number: string | null;

  static from({ id, registration, aircraft_type, serial_number }: CardAircraft): CardAircraftResponse {
    return { id, registration, aircraft_type, serial_number };
  }
}

export class CardCreatorResponse {
  id: string;
  name: string;
}

/** A card in a list. */
export class JobCardSummaryResponse {
  id: string;
  @ApiProperty({ type: String, nullable: true })
  title: string | null;
  @ApiProperty({ type: String, nullable: true })
  work_order: string | null;
  aircraft: CardAircraftResponse;
  @ApiProperty({ type: 'integer' })
  task_count: number;
  /** Null for an account that was deleted. */
  @ApiProperty({ type: CardCreatorResponse, nullable: true })
  created_by: CardCreatorResponse | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(card: JobCardRow): JobCardSummaryResponse {
    const { id, title, work_order, aircraft, task_count, created_by, created_by_name: name, created_at } = card;
    return {
      ...{ id, title, work_order, aircraft: CardAircraftResponse.from(aircraft), task_count },
      created_by: created_by === null || name === null ? null : { id: created_by, name },
      created_at: created_at.toISOString(),
    };
  }
}

/** A part of a task that is not printed, or that is printed with a mark. */
export class PartExceptionResponse implements PartException {
  @ApiProperty({ type: 'integer', description: 'Position in the text of the task, which starts with its title as 0' })
  part: number;
  /** `not_applicable`: named, but not printed. `unknown`: printed with a mark. */
  @ApiProperty({ enum: ['not_applicable', 'unknown'] })
  verdict: PartException['verdict'];
  statements: string[];
}

/** A task of a card. */
export class CardTaskResponse {
  document_id: string;
  document_title: string;
  @ApiProperty({ type: String, nullable: true })
  document_number: string | null;
  revision_id: string;
  version: string;
  /** Hash of the file of the revision. */
  revision_sha256: string;
  number: string;
  title: string;
  @ApiProperty({ type: 'integer' })
  first_page: number;
  @ApiProperty({ type: 'integer' })
  last_page: number;
  /** Hash of the text of the task with its effectivity. */
  content_sha256: string;
  /** Whether the task applies to the aircraft: `applicable` or `unknown`. */
  applicability: TaskVerdictResponse;
  exceptions: PartExceptionResponse[];

  static from(row: CardTaskRow): CardTaskResponse {
    const { document_id, document_title, document_number, revision_id, version, number, title } = row;
    const { file_sha256, first_page, last_page, content_sha256, applicability, exceptions } = row;
    return {
      ...{ document_id, document_title, document_number, revision_id, version, revision_sha256: file_sha256 },
      ...{ number, title, first_page, last_page, content_sha256, applicability, exceptions },
    };
  }
}

/** Chosen tasks for an aircraft, to print. */
export class JobCardResponse extends JobCardSummaryResponse {
  @ApiProperty({
    enum: CARD_STATUSES,
    enumName: 'JobCardStatus',
    description: 'That of the worst task, or `aircraft_changed`',
  })
  status: CardStatus;
  tasks: CardTaskResponse[];

  static override from(card: FoundJobCard): JobCardResponse {
    const tasks = card.tasks.map((row) => CardTaskResponse.from(row));
    return { ...JobCardSummaryResponse.from(card), status: statusOfCard(card), tasks };
  }
}

/** Whether one can still work by a task of a card. */
export class TaskValidityResponse {
  document_id: string;
  document_title: string;
  revision_id: string;
  version: string;
  number: string;
  title: string;
  @ApiProperty({ type: 'integer' })
  first_page: number;
  /** `withdrawn` also for a document that was deleted. */
  @ApiProperty({ enum: CARD_STATUSES, enumName: 'JobCardStatus' })
  status: CardStatus;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the revision ceased to be current',
  })
  ended_at: string | null;
  @ApiProperty({ type: String, nullable: true })
  current_revision_id: string | null;
  @ApiProperty({ type: String, nullable: true })
  current_version: string | null;
  /** The text in the current revision, compared with the card. Null unless superseded. */
  @ApiProperty({ enum: TASK_CHANGES, enumName: 'TaskChange', nullable: true })
  text: TaskChange | null;
  /** Numbers of the temporary revisions because of which nobody may work by its pages. */
  temporary_revisions: string[];
  @ApiProperty({ type: 'integer', description: 'Open discrepancy reports on its pages' })
  open_discrepancies: number;

  static of(row: CardTaskRow, openDiscrepancies: number): TaskValidityResponse {
    const { document_id, document_title, revision_id, version, number, title, first_page } = row;
    const status = statusOf(row);
    return {
      ...{ document_id, document_title, revision_id, version, number, title, first_page, status },
      ended_at:
        status === 'valid' || status === 'temporary_revision' || row.ended_at === null
          ? null
          : new Date(row.ended_at).toISOString(),
      ...{ current_revision_id: row.current_revision_id, current_version: row.current_version },
      ...{ text: changeOf(row), temporary_revisions: row.temporary_revisions, open_discrepancies: openDiscrepancies },
    };
  }
}

/** Whether one can still work by a printed card. */
export class JobCardValidityResponse {
  job_card_id: string;
  @ApiProperty({
    enum: CARD_STATUSES,
    enumName: 'JobCardStatus',
    description: 'That of the worst task, or `aircraft_changed`',
  })
  status: CardStatus;
  @ApiProperty({ format: 'date-time' })
  checked_at: string;
  aircraft: CardAircraftResponse;
  @ApiProperty({ type: String, nullable: true })
  work_order: string | null;
  tasks: TaskValidityResponse[];

  static of(card: FoundJobCard, openOn: (row: CardTaskRow) => number): JobCardValidityResponse {
    const { id, aircraft, work_order } = card;
    return {
      ...{ job_card_id: id, status: statusOfCard(card), checked_at: new Date().toISOString(), work_order },
      aircraft: CardAircraftResponse.from(aircraft),
      tasks: card.tasks.map((row) => TaskValidityResponse.of(row, openOn(row))),
    };
  }
}
