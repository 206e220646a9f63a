import { Injectable } from '@nestjs/common';
import { Secrets } from '../crypto/secrets.js';
import { currentContext } from '../http/request-context.js';
import { CursorCodec } from './cursor-codec.js';
import { Page } from './page.js';
import type { PageQuery } from './page-query.js';

/** What a repository gives for one page: up to `limit + 1` rows in list order, and the count over all pages. */
export interface KeysetRows<T> {
  rows: T[];
  totalCount: number;
}

/**
 * Keyset pagination over TypeIDs, newest first. The one row asked for beyond the limit tells whether there is more.
 * Stable under inserts: a cursor names the last id seen, not a position.
 */
@Injectable()
export class KeysetPaginator {
  private readonly cursors: CursorCodec;

  constructor(secrets: Secrets) {
    this.cursors = new CursorCodec(secrets.deriveKeys('list cursors'));
  }

  /**
   * @param list name of the list; with the caller and the filters of `query` it is what a cursor is bound to
   * @param load gets the id to start after (null for the first page) and how many rows to bring
   */
  async page<T extends { id: string }>(
    list: string,
    query: PageQuery,
    load: (afterId: string | null, rowCount: number) => Promise<KeysetRows<T>>,
  ): Promise<Page<T>> {
    const { limit, cursor, ...filters } = query;
    const principal = currentContext()?.principal;
    const scope = JSON.stringify([list, principal?.organizationId, principal?.userId, Object.entries(filters).sort()]);
    const { rows, totalCount } = await load(
      cursor === undefined ? null : this.cursors.decode(cursor, scope),
      limit + 1,
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const hasMore = rows.length > limit;
    return new Page(items, {
      next_cursor: hasMore && last ? this.cursors.encode(last.id, scope) : null,
      has_more: hasMore,
      total_count: totalCount,
    });
  }
}
