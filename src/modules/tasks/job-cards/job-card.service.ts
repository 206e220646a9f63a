import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import {
  ApplicabilityService,
  type Aircraft,
  type AircraftVerdicts,
} from '../../applicability/applicability.service.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { DocumentService } from '../../documents/document.service.js';
import { verdictOfTask, verdictsOfParts, type StepVerdict } from '../step-verdict.js';
import type { RevisionTask } from '../task.entity.js';
import { TaskReader } from '../task-reader.service.js';
import { TaskRepository, type TaskSource } from '../task.repository.js';
import type { CardTaskRequest, CreateJobCardRequest, ListJobCardsQuery } from './dto/job-card.request.js';
import type { JobCard, JobCardTask, PartException } from './job-card.entity.js';
import { JobCardCreated } from './job-card.events.js';
import { JobCardRepository, type CardTaskRow, type FoundJobCard, type JobCardRow } from './job-card.repository.js';
import { statusOf } from './validity.js';

/** Bounds of what is printed: about 120 sheets. */
const MAX_CHARACTERS = 300_000;
const MAX_PARTS = 4_000;
/** Pages whose open reports a print names. */
const MAX_PAGES = 2_000;

/** Job cards: chosen tasks for an aircraft. */
@Injectable()
export class JobCardService {
  constructor(
    private readonly cards: JobCardRepository,
    private readonly tasks: TaskRepository,
    private readonly reader: TaskReader,
    private readonly documents: DocumentService,
    private readonly applicability: ApplicabilityService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** Cards of the caller; of managers and administrators all. Those with documents that the caller cannot see are left out. */
  list(principal: Principal, query: ListJobCardsQuery): Promise<Page<JobCardRow>> {
    const visible = this.documents.visibleTo(principal);
    const isManager = principal.role === 'admin' || principal.role === 'manager';
    return this.paginator.page('job cards', query, (afterId, rowCount) =>
      this.cards.list(principal, visible, query, isManager, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND, also if the caller cannot see one of its documents */
  async get(principal: Principal, id: string): Promise<FoundJobCard> {
    const card = await this.cards.find(principal, this.documents.visibleTo(principal), id);
    if (!card) throw AppError.notFound('job_card');
    return card;
  }

  /** {@link get}, after the tasks of the revisions that superseded those of the card were read. */
  async getCompared(principal: Principal, id: string): Promise<FoundJobCard> {
    const card = await this.get(principal, id);
    const unread = card.tasks.filter((task) => !task.current_is_read && task.current_revision_id !== null);
    const revisionIds = [...new Set(unread.map((task) => task.current_revision_id!))];
    if (revisionIds.length === 0) return card;
    await this.reader.tryRead(revisionIds);
    return this.get(principal, id);
  }

  /**
   * @throws AppError INVALID_REQUEST for an unknown document, task or aircraft; CONFLICT (revision_superseded,
   * revision_not_active, temporary_revision, not_ready); UNPROCESSABLE (not_applicable, too_large)
   */
  async create(principal: Principal, request: CreateJobCardRequest): Promise<FoundJobCard> {
    const { aircraft, verdicts } = await this.applicability.verdictsFor(principal, request.aircraft_id);
    const chosen = await this.choose(principal, request.tasks, verdicts);
    const card: JobCard = {
      ...{ id: newId('job_card'), organization_id: principal.organizationId, aircraft: snapshotOf(aircraft) },
      ...{ title: request.title ?? null, work_order: request.work_order ?? null, task_count: chosen.length },
      ...{ created_by: principal.userId, created_at: new Date() },
    };
    return this.db.transaction(async () => {
      const current = await this.cards.holdCurrent([...new Set(chosen.map(({ source }) => source.document_id))]);
      for (const { source } of chosen)
        if (current.get(source.document_id) !== source.revision_id) throw superseded(source.revision_id, current.get(source.document_id) ?? null); // prettier-ignore
      await this.cards.insert(
        card,
        chosen.map((one, position) => rowOf(card.id, position, one)),
        aircraft,
      );
      await this.audit.record({
        action: 'job_card.created',
        target: { type: 'job_card', id: card.id },
        details: { aircraft_id: aircraft.id, tasks: chosen.length },
      });
      await this.events.emit(new JobCardCreated(card));
      const made = await this.get(principal, card.id);
      const changed = made.tasks.filter((task) => statusOf(task) === 'temporary_revision');
      if (changed.length > 0) throw temporarilyRevised(changed);
      return made;
    });
  }

  private async choose(
    principal: Principal,
    wanted: readonly CardTaskRequest[],
    verdicts: AircraftVerdicts,
  ): Promise<ChosenTask[]> {
    const ids = [...new Set(wanted.map(({ document_id: id }) => id))];
    const sources = await this.tasks.findCurrent(this.documents.visibleTo(principal), ids);
    const byDocument = new Map(sources.map((source) => [source.document_id, source]));
    for (const [i, { document_id, revision_id }] of wanted.entries()) {
      const source = byDocument.get(document_id);
      if (!source || source.status === 'draft')
        throw AppError.invalid([{ field: `tasks.${i}.document_id`, issue: 'is not a document that you can see' }]);
      if (revision_id !== undefined && revision_id !== source.revision_id)
        throw superseded(revision_id, source.revision_id);
      if (source.status !== 'active')
        throw AppError.conflict('revision_not_active', 'The document has no active revision');
    }
    for (const source of sources) await this.reader.ensure(source);
    const named = wanted.map(({ document_id, number }) => ({ source: byDocument.get(document_id)!, number }));
    const found = await this.cards.findTasks(named.map(({ source, number }) => ({ ...source, number })));
    const chosen = named.map(({ source }, i): ChosenTask => {
      const { exists, task } = found[i]!;
      if (!exists) throw AppError.invalid([{ field: `tasks.${i}.number`, issue: 'is not a task of the document' }]);
      if (!task) throw tooLarge();
      return { source, task, verdict: verdictOfTask(verdicts, source, task) };
    });
    requireBounds(chosen);
    const others = chosen.filter(({ verdict }) => verdict.verdict === 'not_applicable');
    if (others.length > 0) throw notApplicable(others);
    let stated = 0;
    return chosen.map((one) => {
      const parts = verdictsOfParts(verdicts, one.source, one.task);
      // The statements that decide are printed.
      for (const { statements } of parts) for (const { length } of statements) stated += length;
      if (stated > MAX_CHARACTERS) throw tooLarge();
      return { ...one, parts };
    });
  }
}

interface ChosenTask {
  source: TaskSource;
  task: RevisionTask;
  verdict: StepVerdict;
  parts?: StepVerdict[];
}

function requireBounds(chosen: readonly ChosenTask[]): void {
  const parts = chosen.flatMap(({ task }) => [...task.parts, ...task.inherited]);
  const characters = parts.reduce((sum, { text }) => sum + text.length, 0);
  const pages = chosen.reduce((sum, { task }) => sum + task.last_page - task.first_page + 1, 0);
  if (pages > MAX_PAGES || parts.length > MAX_PARTS || characters > MAX_CHARACTERS) throw tooLarge();
}

function tooLarge(): AppError {
  return new AppError('UNPROCESSABLE', 'The tasks are too long for one card. Make several cards', {
    ...{ reason: 'too_large', max_characters: MAX_CHARACTERS, max_parts: MAX_PARTS, max_pages: MAX_PAGES },
  });
}

function notApplicable(others: readonly ChosenTask[]): AppError {
  const message = 'Some of the tasks do not apply to the aircraft';
  const tasks = others.map(({ source, task, verdict }) => ({
    ...{ document_id: source.document_id, number: task.number, statements: verdict.statements },
  }));
  return new AppError('UNPROCESSABLE', message, { reason: 'not_applicable', tasks });
}

function superseded(revisionId: string, currentId: string | null): AppError {
  const message = 'The revision is not the current one of the document';
  return AppError.conflict('revision_superseded', message, { revision_id: revisionId, current_revision_id: currentId });
}

function temporarilyRevised(changed: readonly CardTaskRow[]): AppError {
  const message = 'Nobody may work by some of the pages because of temporary revisions';
  const tasks = changed.map(({ document_id, number, temporary_revisions: numbers }) => ({
    ...{ document_id, number, temporary_revisions: numbers },
  }));
  return AppError.conflict('temporary_revision', message, { tasks });
}

function snapshotOf({ id, registration, aircraft_type, serial_number }: Aircraft): JobCard['aircraft'] {
  return { id, registration, aircraft_type, serial_number };
}

function rowOf(cardId: string, position: number, { source, task, verdict, parts = [] }: ChosenTask): JobCardTask {
  const { document_id, revision_id, document_title, document_number, version, content_sha256: file_sha256 } = source;
  const { number, title, content_sha256, first_page, last_page } = task;
  return {
    ...{ job_card_id: cardId, position, document_id, revision_id, number, title, document_title, document_number },
    ...{ version, file_sha256, content_sha256, first_page, last_page, applicability: verdict },
    exceptions: parts.flatMap((one, part) => exceptionOf(one, part, verdict)),
  };
}

/** What leaves the whole task open is said once. */
function exceptionOf({ verdict, statements }: StepVerdict, part: number, task: StepVerdict): PartException[] {
  if (verdict === 'applicable') return [];
  const isSaid = verdict === 'unknown' && statements.every((one) => task.statements.includes(one));
  return isSaid && task.verdict === 'unknown' ? [] : [{ part, verdict, statements }];
}
