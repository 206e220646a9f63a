import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';

interface Page<T> {
  data: T[];
  pagination: { has_more: boolean; next_cursor: string | null };
  meta?: { warnings?: string[] };
}

interface ListOptions<T> {
  /** Milliseconds until the pages that are shown are read again; false to leave them. */
  refreshAfter?: (rows: T[]) => number | false;
}

/** A list of the service, page by page. */
export function useList<T>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
  { refreshAfter = () => false }: ListOptions<T> = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => (pagination.has_more ? (pagination.next_cursor ?? undefined) : undefined),
    refetchInterval: ({ state }) => refreshAfter(rowsOf(state.data?.pages) ?? []),
  });
  const warnings = query.data?.pages.flatMap(({ meta }) => meta?.warnings ?? []) ?? [];
  return { ...query, rows: rowsOf(query.data?.pages), warnings: [...new Set(warnings)] };
}

const rowsOf = <T>(pages: Page<T>[] | undefined): T[] | undefined => pages?.flatMap(({ data }) => data);

export type List<T> = ReturnType<typeof useList<T>>;
