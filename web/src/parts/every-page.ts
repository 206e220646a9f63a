interface Page<T> {
  data: T[];
  pagination: { next_cursor: string | null };
}

const LIMIT = 100;

/** All items of a list that is short enough to choose from. */
export async function everyPage<T>(read: (query: { limit: number; cursor?: string }) => Promise<Page<T>>) {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const { data, pagination }: Page<T> = await read({ limit: LIMIT, ...(cursor !== null && { cursor }) });
    all.push(...data);
    cursor = pagination.next_cursor;
  } while (cursor !== null);
  return all;
}
