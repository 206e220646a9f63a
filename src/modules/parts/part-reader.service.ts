import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { partCode, partKey } from '@amks/language/identifiers/part-numbers.js';
import { PartScanner, type FoundRows, type PartPage } from '@amks/reader/parts/part-scanner.js';
import type { Part, PartRelation } from '@amks/reader/parts/part.types.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { newId } from '../../common/ids/type-id.js';
import { JobQueue } from '../../integrations/job-queue/job-queue.js';
import type { PartRelationRow, RevisionPart } from './part.entity.js';
import { PartReadingRepository, type WantedReading } from './part-reading.repository.js';

const PAGES_AT_ONCE = 20;
const REVISIONS_AT_ONCE = 20;
/** After this time, a run of the job reads no further revisions: the next run continues. Milliseconds. */
const RUN_MS = 50_000;
/** A request reads no more pages, and waits no longer: workers read the others. Milliseconds. */
const [MAX_PAGES_OF_REQUEST, MAX_WAIT_MS] = [100, 2_000] as const;
/** Revisions that requests read at the same time in this process. */
const MAX_REQUESTED = 2;
const PARTS_WANTED = 'parts.wanted';

interface PartsWanted {
  revision_id: string;
}

/** Reads the parts lists of revisions from their pages, once for each revision. */
@Injectable()
export class PartReader implements OnModuleInit {
  private readonly log = new Logger(PartReader.name);
  private readonly running = new Map<string, Promise<boolean>>();

  constructor(
    private readonly readings: PartReadingRepository,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.queue.subscribe<PartsWanted>(PARTS_WANTED, 'part-reading', { concurrency: 1 }, async (wanted) => {
      await this.tryRead(wanted.revision_id);
    });
  }

  /**
   * Reads a small revision unless that was done. A worker reads a large one, and one whose reading takes longer than a request may wait.
   * @throws AppError CONFLICT (not_ready) until all is read
   */
  async ensure({ revision_id: id, ingestion_state, is_read, is_held, page_count }: WantedReading): Promise<void> {
    if (is_read) return;
    // What failed is tried again later, and what is being read is not begun again.
    if (ingestion_state === 'ready' && (!is_held || this.running.has(id))) {
      const isSmall = page_count !== null && page_count <= MAX_PAGES_OF_REQUEST;
      const isOurs = this.running.has(id) || (isSmall && this.running.size < MAX_REQUESTED);
      if (!isOurs) await this.queue.publish(PARTS_WANTED, { revision_id: id } satisfies PartsWanted);
      else if (await Promise.race([this.tryRead(id), sleep(MAX_WAIT_MS, false, { ref: false })])) return;
    }
    throw AppError.conflict('not_ready', 'The revision is being read. Try again later');
  }

  /** Reads current revisions that were not read yet, old ones included. A revision that cannot be read stays unread. */
  async run(): Promise<void> {
    const until = Date.now() + RUN_MS;
    let wasRead = true;
    // Those that another node is reading stay in the list.
    while (wasRead && Date.now() < until) {
      wasRead = false;
      for (const revisionId of await this.readings.listUnread(REVISIONS_AT_ONCE))
        if (Date.now() < until) wasRead = (await this.tryRead(revisionId)) || wasRead;
    }
  }

  /** @returns whether it is read */
  private async tryRead(revisionId: string): Promise<boolean> {
    try {
      return await this.read(revisionId);
    } catch (error) {
      this.log.error(`Parts of ${revisionId} could not be read: ${String(error)}`);
      return false;
    }
  }

  /** @returns false if another node is reading it, or its pages are being read or deleted */
  private async read(revisionId: string): Promise<boolean> {
    const running = this.running.get(revisionId);
    if (running) return running;
    const reading = this.db
      .withLock(`parts ${revisionId}`, () => this.attempt(revisionId))
      .then((done) => done === true)
      .finally(() => this.running.delete(revisionId));
    this.running.set(revisionId, reading);
    return reading;
  }

  /** The attempt counts before it begins: a revision that ends the process must not do so every minute. */
  private async attempt(revisionId: string): Promise<boolean> {
    const source = await this.readings.findSource(revisionId);
    if (!source || source.is_read) return source !== null;
    // Jobs that wait and jobs that are repeated come one right after another, and the pause counts for them, too.
    if (source.is_held) return false;
    const attempt = await this.readings.recordAttempt(revisionId);
    if (!attempt) return false;
    if (!(await this.readings.deleteBefore(attempt))) return false;
    const owner = { organization_id: source.organization_id, revision_id: revisionId };
    const scanner = new PartScanner();
    let [count, relationCount] = [0, 0];
    const insert = async ({ parts, relations }: FoundRows): Promise<void> => {
      await this.readings.insert(
        parts.map((part) => partRow(part, owner)),
        relations.map((relation, i) => relationRow(relation, relationCount + i, owner)),
      );
      count += parts.length;
      relationCount += relations.length;
    };
    // Rows stay invisible until the reading is recorded, so that no transaction lasts as long as a catalog.
    for await (const found of this.rowsOf(revisionId, scanner))
      if (!(await this.readings.during(attempt, () => insert(found)))) return false;
    const last = scanner.complete();
    const { conditions, vendors } = scanner.legend;
    return this.readings.during(attempt, async () => {
      await insert(last);
      await this.readings.insertConditions(revisionId, conditions);
      await this.readings.recordReading(revisionId, count, vendors);
    });
  }

  /** Other requests get their turn within a page, too. */
  private async *rowsOf(revisionId: string, scanner: PartScanner): AsyncGenerator<FoundRows> {
    let pages: PartPage[];
    let after = 0;
    do {
      pages = await this.readings.listPages(revisionId, after, PAGES_AT_ONCE);
      const found: FoundRows[] = [];
      for (const page of pages) {
        const steps = scanner.stepsOf(page);
        let step = steps.next();
        for (; step.done !== true; step = steps.next()) await setImmediate();
        found.push(step.value);
        await setImmediate();
      }
      yield { parts: found.flatMap(({ parts }) => parts), relations: found.flatMap(({ relations }) => relations) };
      after = pages.at(-1)?.page_number ?? after;
    } while (pages.length === PAGES_AT_ONCE);
  }
}

type Owner = Pick<RevisionPart, 'organization_id' | 'revision_id'>;

function partRow({ ata, start, end, is_partial: _, ...part }: Part, owner: Owner): RevisionPart {
  const { number } = part;
  return {
    ...{ id: newId('part'), ...owner, ...part, ata_chapter: ata, start_offset: start, end_offset: end },
    number_code: number === null ? null : partCode(number),
    number_key: number === null ? null : partKey(number),
  };
}

function relationRow({ position, start, end, ...relation }: PartRelation, at: number, owner: Owner): PartRelationRow {
  return { ...owner, ...relation, position: at, part_position: position, start_offset: start, end_offset: end };
}
