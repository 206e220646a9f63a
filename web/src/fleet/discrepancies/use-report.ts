import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { DISCREPANCIES } from '../words.js';

export type Report = Schema<'DiscrepancyResponse'>;

const OPEN: readonly Report['status'][] = ['reported', 'sent', 'answered'];

/** Instructions end with the report. */
export const isOpen = (status: Report['status']): boolean => OPEN.includes(status);

/** Milliseconds until it is asked again whether a mail has left. */
const MAIL_MS = 3000;

export const useReport = (id: string) =>
  useQuery({
    queryKey: [...DISCREPANCIES, 'one', id],
    queryFn: async ({ signal }) => (await api.GET('/discrepancies/{id}', { params: { path: { id } }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.mail?.state === 'queued' ? MAIL_MS : false),
  });

/** Keys of what a change of the report changes: the page has a warning while the report is open. */
export const changedWith = ({ document_id: documentId }: Report): QueryKey[] => [
  DISCREPANCIES,
  ['page', documentId],
  ['search'],
];

/** Reads the reports again, and closes what shows an old state. */
export function useReload(close?: () => void): () => void {
  const client = useQueryClient();
  return () => {
    close?.();
    void client.invalidateQueries({ queryKey: DISCREPANCIES });
  };
}
