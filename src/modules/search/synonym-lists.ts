import { Injectable } from '@nestjs/common';
import { SynonymList } from '../../integrations/search-index/query/synonyms.js';
import { SynonymRepository } from './synonym.repository.js';

/** Lists kept in memory, those used last; one of a thousand entries takes about a megabyte. */
const MAX_LISTS = 100;

interface KnownList {
  version: number;
  list: SynonymList;
}

/**
 * The synonyms of each organization, as they are now on every node: each search asks PostgreSQL for the version of the
 * settings, by key, and the entries are read and analysed again only when that is another one.
 */
@Injectable()
export class SynonymLists {
  /** Least recently used first. */
  private readonly known = new Map<string, KnownList>();

  constructor(private readonly synonyms: SynonymRepository) {}

  /** Of an organization that is not there: the built-in list. */
  async listOf(organizationId: string): Promise<SynonymList> {
    const before = this.known.get(organizationId);
    const stored = await this.synonyms.find(organizationId, before?.version ?? null);
    const current =
      before && stored?.search_synonyms === null
        ? before
        : { version: stored?.row_version ?? 0, list: new SynonymList(stored?.search_synonyms ?? []) };
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
