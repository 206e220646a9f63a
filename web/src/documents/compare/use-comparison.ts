import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import type { PageOf } from '../../page/use-page.js';

export type ChangedPage = Schema<'ChangedPageResponse'>;

/** More places on one page are not marked on its image: each is a request. */
export const MAX_MARKS = 20;

/** Changed pages of two revisions, with a summary, page by page. */
export function useComparison(documentId: string, from: string | undefined, to: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: ['comparison', documentId, from, to],
    enabled: from !== undefined && to !== undefined && from !== to,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }: Schema<'ComparisonResponse'>) => pagination.next_cursor ?? undefined,
    queryFn: async ({ pageParam, signal }) => {
      const range = { from: from ?? '', to: to ?? '', limit: 50 };
      const params = { path: { id: documentId }, query: { ...range, ...(pageParam && { cursor: pageParam }) } };
      return (await api.GET('/documents/{id}/revisions/diff', { params, signal })).data;
    },
  });
  return {
    ...query,
    summary: query.data?.pages[0]?.summary,
    isApproximate: query.data?.pages[0]?.approximate ?? false,
    changed: query.data?.pages.flatMap(({ pages }) => pages) ?? [],
  };
}

/** Names a changed page in the address. */
export const keyOf = ({ page_number_from: from, page_number_to: to }: ChangedPage): string =>
  `${from ?? ''}-${to ?? ''}`;

/** Where the removed or added lines are in the text of their page, with those that follow each other as one. */
export function placesOf({ lines }: ChangedPage, op: 'removed' | 'added'): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  let isNext = false;
  for (const line of lines) {
    const last = places.at(-1);
    if (line.op !== op) {
      // Lines of the other side do not come between lines of this one.
      if (line.op === 'context') isNext = false;
      continue;
    }
    if (last && isNext) last.end = line.end;
    else places.push({ start: line.start, end: line.end });
    isNext = true;
  }
  return places;
}

/** Rectangles of the places on the image of a page. */
export function useMarks({ documentId, pageNumber, revision }: PageOf, places: { start: number; end: number }[]) {
  return useQueries({
    queries: places.slice(0, MAX_MARKS).map((place) => ({
      queryKey: ['highlights', documentId, revision, pageNumber, place],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { ...place, ...(revision !== undefined && { revision_id: revision }) };
        const params = { path: { id: documentId, number: pageNumber }, query };
        return (await api.GET('/documents/{id}/pages/{number}/highlights', { params, signal })).data.rectangles;
      },
    })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
}
