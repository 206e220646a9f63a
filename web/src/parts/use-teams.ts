import { useQuery } from '@tanstack/react-query';
import { paginate } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';
import { collected } from './collected.js';
import { useMe } from './use-me.js';

/** Key of queries, for what changes them. */
export const TEAMS = ['teams'];

/** All teams that the user can see. Managers see their own; other roles none. */
export function useTeams() {
  const { can } = useMe();
  const { data: teams = [], isError } = useQuery({
    queryKey: [...TEAMS, 'all'],
    enabled: can('user.manage'),
    queryFn: ({ signal }) => collected(paginate(api, '/teams', { params: { query: { limit: 100 } }, signal })),
  });
  return {
    isError,
    /** For selects. */
    choices: teams.map(({ id, name }) => ({ value: id, label: name })),
    nameOfTeam: (id: string | null) => teams.find((team) => team.id === id)?.name,
  };
}
