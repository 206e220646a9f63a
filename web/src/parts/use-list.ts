import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';

interface Page<T> {
  data: T[];
  pagination: { has_more: boolean; next_cursor: string | null };
}

/** A list of the service, page by page. */
export function useList<T>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => (pagination.has_more ? (pagination.next_cursor ?? undefined) : undefined),
  });
  return { ...query, rows: query.data?.pages.flatMap(({ data }) => data) };
}

export type List<T> = ReturnType<typeof useList<T>>;
