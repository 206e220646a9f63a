import { Injectable } from '@nestjs/common';
import { Secrets } from '../crypto/secrets.js';
import { currentContext } from '../context/request-context.js';
import { CursorCodec } from './cursor-codec.js';
import { Page } from './page.js';
import type { PageQuery } from './page-query.js';

/** Rows of one page, up to `limit + 1` in list order, and the total count. */
export interface KeysetRows<T> {
  rows: T[];
  totalCount: number;
  /** False when there are more than counted. Default: true. */
  isExact?: boolean;
}

/** Keyset pagination by TypeID, newest first. The row beyond the limit shows whether there are more. Inserts do not shift pages. */
@Injectable()
export class KeysetPaginator {
  private readonly cursors: CursorCodec;

  constructor(secrets: Secrets) {
    this.cursors = new CursorCodec(secrets.deriveKeys('list cursors'));
  }

  /** @param list cursors are bound to it, the caller and the filters @param load gets the id to start after (or null) and a row count */
  async page<T extends { id: string }>(
    list: string,
    query: PageQuery,
    load: (afterId: string | null, rowCount: number) => Promise<KeysetRows<T>>,
  ): Promise<Page<T>> {
    const { limit, cursor, ...filters } = query;
    const principal = currentContext()?.principal;
    const scope = JSON.stringify([list, principal?.organizationId, principal?.userId, Object.entries(filters).sort()]);
    const {
      rows,
      totalCount,
      isExact = true,
    } = await load(cursor === undefined ? null : this.cursors.decode(cursor, scope), limit + 1);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const hasMore = rows.length > limit;
    return new Page(items, {
      next_cursor: hasMore && last ? this.cursors.encode(last.id, scope) : null,
      has_more: hasMore,
      total_count: totalCount,
      total_count_is_exact: isExact,
    });
  }
}
