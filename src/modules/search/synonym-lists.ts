import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { SynonymList } from '../../integrations/search-index/query/synonyms.js';
import { SettingsChanged } from '../settings/settings.events.js';
import { SynonymRepository } from './synonym.repository.js';

/** Lists kept in memory, those used last; one of a thousand entries takes about a megabyte. */
const MAX_LISTS = 100;

/** Searches that come within this time share a look at the version. Milliseconds. */
const SHARED_MS = 50;

interface KnownList {
  version: number;
  list: SynonymList;
  /** When the version was looked at. */
  at: number;
}

/**
 * The synonyms of each organization, as they are now, and on other nodes as they were {@link SHARED_MS} ago: searches ask
 * PostgreSQL for the version of the settings, by key, and the entries are read and analysed again only when that is another one.
 */
@Injectable()
export class SynonymLists {
  /** Least recently used first. */
  private readonly known = new Map<string, KnownList>();

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

  /** Of an organization that is not there: the built-in list. */
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
    if (stored) this.remember(organizationId, current);
    return current.list;
  }

  private remember(organizationId: string, list: KnownList): void {
    this.known.delete(organizationId);
    this.known.set(organizationId, list);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_LISTS && oldest !== undefined) this.known.delete(oldest);
  }
}
