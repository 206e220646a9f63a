import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listOf, type SearchAddress } from '../addresses.js';
import { api } from '../api.js';
import type { Schema } from 'aviation-maintenance-knowledge-client';

type DocumentType = Schema<'DocumentType'>;

const MIN_CHARS = 2;
const LIMIT = 20;

export function useHits(address: SearchAddress) {
  const { q, type, aircraft, tail, ata, revisions } = address;
  return useQuery({
    queryKey: ['search', address],
    enabled: q !== undefined,
    queryFn: ({ signal }) =>
      api.POST('/search/documents', {
        signal,
        body: {
          query: q ?? '',
          limit: LIMIT,
          ...(tail && { aircraft_id: tail }),
          filters: {
            ...(type && { document_types: listOf(type) as DocumentType[] }),
            ...(aircraft && { aircraft_types: listOf(aircraft) }),
            ...(ata && { ata_chapters: listOf(ata) }),
            ...(revisions === 'all' && { include_superseded: true }),
          },
        },
      }),
  });
}

export function useCompletions(typed: string) {
  const q = typed.trim().slice(0, 100);
  const { data } = useQuery({
    queryKey: ['suggest', q],
    enabled: q.length >= MIN_CHARS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.GET('/search/suggest', { params: { query: { q } }, signal })).data,
  });
  return q.length >= MIN_CHARS ? (data ?? []) : [];
}

/** Values in use, with counts. */
export function useFilterValues() {
  const types = useQuery({
    queryKey: ['document-types'],
    queryFn: async ({ signal }) => (await api.GET('/document-types', { signal })).data,
  });
  const aircraft = useQuery({
    queryKey: ['aircraft-types'],
    queryFn: async ({ signal }) => (await api.GET('/aircraft-types', { signal })).data,
  });
  return { types: types.data ?? [], aircraft: aircraft.data ?? [] };
}
