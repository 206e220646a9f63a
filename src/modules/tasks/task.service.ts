import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal } from '../../common/principal/principal.js';
import { ApplicabilityService, type AircraftVerdicts } from '../applicability/applicability.service.js';
import { OpenDiscrepancies, type PageMarks } from '../documents/discrepancies/open-discrepancies.service.js';
import { DocumentService } from '../documents/document.service.js';
import { PageService } from '../documents/page.service.js';
import { warnOfStatus } from '../documents/dto/revision-status.js';
import type { ListTasksQuery, TaskQuery } from './dto/task.request.js';
import { mentionsIn, type TaskMention } from './task-mentions.js';
import { TaskReader } from './task-reader.service.js';
import { verdictOfTask, verdictsOfParts, type StepVerdict } from './step-verdict.js';
import type { RevisionTask } from './task.entity.js';
import { TaskRepository, type TaskPlace, type TaskSource, type TaskSummary } from './task.repository.js';

/** A task in a list. */
export interface ListedTask {
  source: TaskSource;
  task: TaskSummary;
  /** Null unless an aircraft was named. */
  verdict: StepVerdict | null;
}

/** A task with the verdicts of its parts, and the tasks that it mentions. */
export interface FoundTask {
  source: TaskSource;
  task: RevisionTask;
  verdict: StepVerdict | null;
  /** In the order of the parts. */
  partVerdicts: StepVerdict[] | null;
  references: (TaskMention & { place: TaskPlace | null })[];
  /** Of each page. */
  marks: PageMarks[];
}

/** Tasks of documents that the caller can see. */
@Injectable()
export class TaskService {
  constructor(
    private readonly documents: DocumentService,
    private readonly pages: PageService,
    private readonly applicability: ApplicabilityService,
    private readonly tasks: TaskRepository,
    private readonly reader: TaskReader,
    private readonly marks: OpenDiscrepancies,
    private readonly db: Database,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** @throws AppError NOT_FOUND, CONFLICT (not_ready), INVALID_REQUEST for an unknown aircraft */
  async list(principal: Principal, documentId: string, query: ListTasksQuery): Promise<Page<ListedTask>> {
    const verdicts = await this.verdictsFor(principal, query.aircraft_id);
    const source = await this.getSource(principal, documentId, query.revision_id);
    warnOfStatus(source);
    const page = await this.paginator.page(`tasks of ${source.revision_id}`, query, async (after, rowCount) => {
      const { rows, ...count } = await this.tasks.list(source.revision_id, query, Number(after ?? -1), rowCount);
      // The cursor holds the position.
      return { rows: rows.map((task) => ({ id: String(task.position), task })), ...count };
    });
    return page.map(({ task }) => ({ source, task, verdict: verdicts && verdictOfTask(verdicts, source, task) }));
  }

  /** @throws AppError NOT_FOUND, CONFLICT (not_ready), INVALID_REQUEST for an unknown aircraft */
  async get(principal: Principal, documentId: string, number: string, query: TaskQuery): Promise<FoundTask> {
    const verdicts = await this.verdictsFor(principal, query.aircraft_id);
    const source = await this.getSource(principal, documentId, query.revision_id);
    const task = await this.tasks.find(source.revision_id, number);
    if (!task) throw AppError.notFound('task');
    warnOfStatus(source);
    const mentions = mentionsIn(task.parts).filter((mention) => mention.number !== task.number);
    const pages = Array.from({ length: task.last_page - task.first_page + 1 }, (_, i) => task.first_page + i);
    const [places, marksOn] = await this.db.together(() =>
      Promise.all([
        this.findPlaces(principal, documentId, mentions),
        this.marks.findOn(
          principal,
          pages.map((page_number) => ({ revision_id: source.revision_id, page_number })),
        ),
      ]),
    );
    return {
      source,
      task,
      verdict: verdicts && verdictOfTask(verdicts, source, task),
      partVerdicts: verdicts && verdictsOfParts(verdicts, source, task),
      references: mentions.map((mention) => ({ ...mention, place: places.get(mention.number) ?? null })),
      marks: pages.map((page_number) => marksOn({ revision_id: source.revision_id, page_number })),
    };
  }

  /** A revision that the caller can see, with its tasks read. @throws AppError NOT_FOUND, CONFLICT (not_ready) */
  async getSource(principal: Principal, documentId: string, revisionId?: string): Promise<TaskSource> {
    const source = await this.tasks.findSource(this.documents.visibleTo(principal), documentId, revisionId ?? null);
    if (!source) throw AppError.notFound('document');
    // Only those who manage the document see drafts.
    if (source.status === 'draft') await this.pages.getRevision(principal, documentId, source.revision_id);
    await this.reader.ensure(source);
    return source;
  }

  private async verdictsFor(principal: Principal, aircraftId?: string): Promise<AircraftVerdicts | null> {
    if (aircraftId === undefined) return null;
    return (await this.applicability.verdictsFor(principal, aircraftId)).verdicts;
  }

  /** By number. A number that several other documents have resolves to none of them. */
  private async findPlaces(
    principal: Principal,
    documentId: string,
    mentions: readonly TaskMention[],
  ): Promise<Map<string, TaskPlace>> {
    const numbers = [...new Set(mentions.map(({ number }) => number))];
    if (numbers.length === 0) return new Map();
    const places = await this.tasks.findPlaces(this.documents.visibleTo(principal), documentId, numbers);
    const byNumber = new Map<string, TaskPlace[]>();
    for (const place of places) byNumber.set(place.number, [...(byNumber.get(place.number) ?? []), place]);
    return new Map(
      [...byNumber].flatMap(([number, found]): [string, TaskPlace][] => {
        const [first] = found as [TaskPlace];
        // Those of the document come first.
        return first.document_id === documentId || found.length === 1 ? [[number, first]] : [];
      }),
    );
  }
}
