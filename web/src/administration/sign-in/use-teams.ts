import { useQuery } from '@tanstack/react-query';
import { paginate } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';

/** All teams, as a choice. */
export function useTeams(): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['teams', 'choice'],
    queryFn: async ({ signal }) => {
      const found = [];
      for await (const { id, name } of paginate(api, '/teams', { params: { query: { limit: 100 } }, signal }))
        found.push({ value: id, label: name });
      return found;
    },
  });
  return data;
}
