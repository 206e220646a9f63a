import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { SynonymList } from '@amks/language/synonyms/synonyms.js';
import { SettingsChanged } from '../settings/settings.events.js';
import { SynonymRepository } from './synonym.repository.js';

/** Lists in memory, most recently used; a thousand entries take about 1 MB. */
const MAX_LISTS = 100;

/** Searches within this time share one query of the version. Milliseconds. */
const SHARED_MS = 50;

interface KnownList {
  version: number;
  list: SynonymList;
  /** Time of the version query. */
  at: number;
}

/** Current synonyms; on other nodes up to {@link SHARED_MS} old. Reads and analyzes entries only if the settings' version changed. */
@Injectable()
export class SynonymLists {
  private readonly known = new LRUCache<string, KnownList>({ max: MAX_LISTS });

  constructor(
    private readonly synonyms: SynonymRepository,
    db: Database,
    events: DomainEvents,
  ) {
    events.on(SettingsChanged, ({ after }) => {
      db.afterCommit(() => this.known.delete(after.id));
      return Promise.resolve();
    });
  }

  /** The built-in list for an unknown organization. */
  async listOf(organizationId: string): Promise<SynonymList> {
    const before = this.known.get(organizationId);
    if (before && performance.now() - before.at < SHARED_MS) return before.list;
    const stored = await this.synonyms.find(organizationId, before?.version ?? null);
    const current =
      before && stored?.search_synonyms === null
        ? { ...before, at: performance.now() }
        : {
            version: stored?.row_version ?? 0,
            list: new SynonymList(stored?.search_synonyms ?? []),
            at: performance.now(),
          };
    if (stored) this.known.set(organizationId, current);
    return current.list;
  }
}
