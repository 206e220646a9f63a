import { useQuery } from '@tanstack/react-query';
import { paginate } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';
import { collected } from './collected.js';

/** Everyone who can see the document. Empty for roles that do not share. */
export const useReaders = (documentId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['readers', documentId],
    enabled,
    queryFn: async ({ signal }) => {
      const params = { path: { id: documentId }, query: { limit: 100 } };
      const readers = await collected(paginate(api, '/documents/{id}/access', { params, signal }));
      return readers.map(({ user }) => user);
    },
  });
