import { useQuery } from '@tanstack/react-query';
import { paginate } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';
import { collected } from './collected.js';
import { useMe } from './use-me.js';

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

/** Names of people of whom the service says the id. Roles that do not share learn their own alone. */
export function useReaderNames(documentId: string, enabled: boolean): (id: string | null) => string {
  const { me } = useMe();
  const { data: readers = [] } = useReaders(documentId, enabled);
  return (id) => {
    if (id === null) return 'A removed account';
    return id === me?.id ? 'You' : (readers.find((reader) => reader.id === id)?.name ?? 'A colleague');
  };
}
