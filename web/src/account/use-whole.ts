import type { QueryKey } from '@tanstack/react-query';
import { useList } from '../parts/use-list.js';

/** A short list that the service answers as a whole. */
export const useWhole = <T>(queryKey: QueryKey, read: (signal: AbortSignal) => Promise<T[]>) =>
  useList(queryKey, async (_, signal) => ({
    data: await read(signal),
    pagination: { has_more: false, next_cursor: null },
  }));
