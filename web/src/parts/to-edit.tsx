import { useQuery, type QueryKey } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { LoadingRows } from './list-table.js';
import { Problem } from './problem.js';

interface Current<T> {
  value: T;
  /** Headers of the change, so that it is refused if another user was faster. */
  ifMatch: Record<string, string>;
  reload: () => void;
}

interface ToEditProps<T> {
  queryKey: QueryKey;
  read: (signal: AbortSignal) => Promise<{ data: T; response: Response }>;
  /** The form. It begins again when it is read again. */
  children: (current: Current<T>) => ReactNode;
}

/** Reads something as it is now for a form that changes it. */
export function ToEdit<T>({ queryKey, read, children }: ToEditProps<T>) {
  const { data, error, refetch } = useQuery({
    // Read again only on demand, because a new form has nothing of what was typed.
    queryKey: ['to edit', ...queryKey],
    staleTime: Infinity,
    refetchOnReconnect: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { data: value, response } = await read(signal);
      return { value, etag: response.headers.get('etag') };
    },
  });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  const { value, etag } = data;
  const ifMatch: Record<string, string> = etag === null ? {} : { 'If-Match': etag };
  return <Fragment key={etag}>{children({ value, ifMatch, reload: () => void refetch() })}</Fragment>;
}
