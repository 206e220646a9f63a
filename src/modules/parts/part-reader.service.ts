import { setImmediate } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { partCode, partKey } from '@amks/language/identifiers/part-numbers.js';
import { PartScanner } from '@amks/reader/parts/part-scanner.js';
import type { Part, PartRelation } from '@amks/reader/parts/part.types.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { newId } from '../../common/ids/type-id.js';
import type { PartRelationRow, RevisionPart } from './part.entity.js';
import { PartReadingRepository } from './part-reading.repository.js';

const PAGES_AT_ONCE = 20;
const REVISIONS_AT_ONCE = 20;
/** After this time, a run of the job reads no further revisions: the next run continues. Milliseconds. */
const RUN_MS = 50_000;

/** Reads the parts lists of revisions from their pages, once for each revision. */
@Injectable()
export class PartReader {
  private readonly log = new Logger(PartReader.name);
  private readonly running = new Map<string, Promise<boolean>>();

  constructor(
    private readonly readings: PartReadingRepository,
    private readonly db: Database,
  ) {}

  /** Reads a revision unless that was done. @throws AppError CONFLICT (not_ready) while pages are read, or another node reads the lists */
  async ensure(revision: { revision_id: string; ingestion_state: string; is_read: boolean }): Promise<void> {
    if (revision.is_read) return;
    if (revision.ingestion_state !== 'ready' || !(await this.read(revision.revision_id)))
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
    const source = await this.readings.holdSource(revisionId);
    if (!source || source.is_read) return source !== null;
    await this.readings.recordAttempt(revisionId);
    return this.db.transaction(() => this.readAll(revisionId));
  }

  private async readAll(revisionId: string): Promise<boolean> {
    const source = await this.readings.holdSource(revisionId);
    if (!source) return false;
    const owner = { organization_id: source.organization_id, revision_id: revisionId };
    await this.readings.deleteOf(revisionId);
    const scanner = new PartScanner();
    let [count, relationCount, after] = [0, 0, 0];
    for (;;) {
      const pages = await this.readings.listPages(revisionId, after, PAGES_AT_ONCE);
      const found: { parts: Part[]; relations: PartRelation[] } = { parts: [], relations: [] };
      for (const page of pages) {
        const { parts, relations } = scanner.enterPage(page);
        found.parts.push(...parts);
        found.relations.push(...relations);
        await setImmediate();
      }
      await this.readings.insert(
        found.parts.map((part) => partRow(part, owner)),
        found.relations.map((relation, i) => relationRow(relation, relationCount + i, owner)),
      );
      count += found.parts.length;
      relationCount += found.relations.length;
      after = pages.at(-1)?.page_number ?? after;
      if (pages.length < PAGES_AT_ONCE) break;
    }
    const last = scanner.complete();
    await this.readings.insert(
      last.parts.map((part) => partRow(part, owner)),
      last.relations.map((relation, i) => relationRow(relation, relationCount + i, owner)),
    );
    count += last.parts.length;
    const { conditions, vendors } = scanner.legend;
    await this.readings.insertConditions(revisionId, conditions);
    await this.readings.recordReading(revisionId, source.reprocessed_at, count, vendors);
    return true;
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
