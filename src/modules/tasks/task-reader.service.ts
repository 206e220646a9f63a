import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { TaskScanner } from '@amks/reader/tasks/task-scanner.js';
import type { Task } from '@amks/reader/tasks/task.types.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import type { RevisionTask } from './task.entity.js';
import { TaskRepository, type TaskSource } from './task.repository.js';

const PAGES_AT_ONCE = 20;
/** Revisions that a run of the job reads. */
const REVISIONS_AT_ONCE = 20;

/** Finds the tasks of revisions in their pages, once for each revision. */
@Injectable()
export class TaskReader {
  private readonly log = new Logger(TaskReader.name);
  private readonly running = new Map<string, Promise<boolean>>();

  constructor(
    private readonly tasks: TaskRepository,
    private readonly db: Database,
  ) {}

  /** Reads the tasks unless that was done. @throws AppError CONFLICT (not_ready) while pages are read, or another node reads the tasks */
  async ensure({ revision_id, ingestion_state, is_read }: TaskSource): Promise<void> {
    if (is_read) return;
    if (ingestion_state !== 'ready' || !(await this.read(revision_id)))
      throw AppError.conflict('not_ready', 'The revision is being read. Try again later');
  }

  /** Reads what is ready, unless another node reads it. A revision that cannot be read stays unread. */
  async tryRead(revisionIds: readonly string[]): Promise<void> {
    for (const revisionId of revisionIds)
      await this.read(revisionId).catch((error: unknown) => {
        this.log.error(`Tasks of ${revisionId} could not be read: ${String(error)}`);
      });
  }

  /** Reads current revisions that nobody asked for yet, so that references to their tasks resolve. */
  async run(): Promise<void> {
    await this.tryRead(await this.tasks.listUnread(REVISIONS_AT_ONCE));
  }

  /** @returns false if another node is reading it */
  private async read(revisionId: string): Promise<boolean> {
    const running = this.running.get(revisionId);
    if (running) return running;
    const reading = this.db
      .withLock(`tasks ${revisionId}`, () => this.attempt(revisionId))
      .then((done) => done !== null)
      .finally(() => this.running.delete(revisionId));
    this.running.set(revisionId, reading);
    return reading;
  }

  /** The attempt counts before it begins: a revision that ends the process must not do so every minute. */
  private async attempt(revisionId: string): Promise<true> {
    const source = await this.tasks.holdSource(revisionId);
    if (!source || source.is_read) return true;
    await this.tasks.recordAttempt(revisionId);
    return this.db.transaction(() => this.readAll(revisionId));
  }

  private async readAll(revisionId: string): Promise<true> {
    const source = await this.tasks.holdSource(revisionId);
    if (!source) return true;
    await this.tasks.deleteOf(revisionId);
    const scanner = new TaskScanner({ whole: wholeCard(source) });
    let [count, after] = [0, 0];
    const store = async (found: readonly Task[]): Promise<void> => {
      await this.tasks.insert(found.map((task, i) => rowOf(task, revisionId, count + i)));
      count += found.length;
    };
    for (;;) {
      const pages = await this.tasks.listPages(revisionId, after, PAGES_AT_ONCE);
      for (const page of pages) {
        await store(scanner.enterPage(page));
        await setImmediate();
      }
      after = pages.at(-1)?.page_number ?? after;
      if (pages.length < PAGES_AT_ONCE) break;
    }
    await store(scanner.finish());
    await this.tasks.recordReading(revisionId, source.reprocessed_at, count);
    return true;
  }
}

/** A document that is one card, unless it contains numbered tasks. */
function wholeCard({ document_type, document_number, document_title }: TaskSource) {
  if (document_type !== 'TASK_CARD' || document_number === null) return null;
  return { number: document_number, title: document_title };
}

function rowOf(task: Task, revisionId: string, position: number): RevisionTask {
  return {
    ...{ revision_id: revisionId, position, number: task.number, title: task.title, ata_chapter: task.ata },
    ...{ first_page: task.first_page, last_page: task.last_page, start_offset: task.start, end_offset: task.end },
    ...{ effectivity: task.effectivity, parts: task.parts, inherited: task.inherited },
    content_sha256: digestOf(task),
  };
}

/** Equal for equal text on other pages, or with other line breaks. */
function digestOf({ parts, inherited }: Task): string {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const content = [
    parts.map(({ kind, text, effectivity = [] }) => [kind, plain(text), effectivity.map(({ value }) => plain(value))]),
    inherited.map(({ text, part }) => [plain(text), part]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
