import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';

/** A document; none without an id. */
export const useDocument = (documentId: string | null) =>
  useQuery({
    queryKey: ['document', documentId],
    enabled: documentId !== null,
    queryFn: async ({ signal }) =>
      (await api.GET('/documents/{id}', { params: { path: { id: documentId ?? '' } }, signal })).data,
  });
