import type { Client } from './client.js';
import type { Answer, Arguments, Body, Item, ListPath, Operation } from './operations.js';

interface Page {
  data: unknown[];
  pagination: { has_more: boolean; next_cursor: string | null };
}

/** Pages of a list, one request each, starting at `params.query.cursor`. */
export async function* pages<P extends ListPath>(
  client: Client,
  path: P,
  ...[input]: Arguments<Operation<'get', P>>
): AsyncGenerator<Answer<Body<Operation<'get', P>>>, void, undefined> {
  const read = client.GET as unknown as (path: string, input: object) => Promise<Page>;
  const given = (input ?? {}) as { params?: { query?: object } };
  let cursor: { cursor?: string } = {};
  for (;;) {
    const query = { ...given.params?.query, ...cursor };
    const page = await read(path, { ...given, params: { ...given.params, query } });
    yield page as unknown as Answer<Body<Operation<'get', P>>>;
    const { has_more, next_cursor } = page.pagination;
    if (!has_more || next_cursor === null) return;
    cursor = { cursor: next_cursor };
  }
}

/** Items of a list, fetched page by page: `for await (const document of paginate(client, '/documents'))`. */
export async function* paginate<P extends ListPath>(
  client: Client,
  path: P,
  ...args: Arguments<Operation<'get', P>>
): AsyncGenerator<Item<P>, void, undefined> {
  for await (const page of pages(client, path, ...args)) yield* (page as unknown as { data: Item<P>[] }).data;
}
