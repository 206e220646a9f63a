import { useInfiniteQuery } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';
import type { Mark } from './page-view.js';
import type { PageOf } from './use-page.js';

export type Comment = Schema<'CommentResponse'>;

export const keyOf = ({ documentId, pageNumber, revision }: PageOf) => ['comments', documentId, pageNumber, revision];

interface CommentPage {
  data: Comment[];
  pagination: { next_cursor: string | null };
}

function readComments(page: PageOf, cursor: string | undefined, signal: AbortSignal): Promise<CommentPage> {
  const query = {
    page_number: page.pageNumber,
    limit: 50,
    rectangles: true,
    ...(page.revision !== undefined && { revision_id: page.revision }),
    ...(cursor !== undefined && { cursor }),
  };
  return api.GET('/documents/{id}/comments', { params: { path: { id: page.documentId }, query }, signal });
}

/** Newest first, page by page. */
export function useComments(page: PageOf) {
  return useInfiniteQuery({
    queryKey: keyOf(page),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }: CommentPage) => pagination.next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) => readComments(page, pageParam, signal),
  });
}

/** Where the words of open comments are on the image. */
export function useCommentMarks(page: PageOf): Mark[] {
  const { data } = useComments(page);
  return (data?.pages ?? [])
    .flatMap(({ data: comments }) => comments)
    .filter(({ resolved, rectangles = [] }) => !resolved && rectangles.length > 0)
    .map(({ id, body, rectangles = [] }) => ({ commentId: id, text: body, rectangles }));
}
