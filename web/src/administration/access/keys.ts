import { useQuery } from '@tanstack/react-query';
import { paginate, type Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { collected } from '../../parts/collected.js';
import { PEOPLE, useRoles, type Person } from '../people/people.js';

export type ApiKey = Schema<'ApiKeyResponse'>;
export type Permission = Schema<'Permission'>;

/** Key of queries, for what changes them. */
export const KEYS = ['api keys'];

/** All service accounts, to choose from. */
export function useServiceAccounts() {
  const { data, error, refetch } = useQuery({
    queryKey: [...PEOPLE, 'all service accounts'],
    queryFn: ({ signal }) =>
      collected(paginate(api, '/users', { params: { query: { role: 'api_user', limit: 100 } }, signal })),
  });
  return { accounts: data, error, refetch };
}

/** What a key of the service account can be allowed: the permissions of its role and its grants. */
export function usePermissionsOf({ role, grants }: Person) {
  const { data, error, refetch } = useRoles();
  const ofRole = data?.roles.find((one) => one.role === role)?.permissions ?? [];
  const held: Permission[] = [...ofRole, ...grants];
  const permissions = data?.permissions.filter(({ permission }) => held.includes(permission)) ?? [];
  return { permissions, error, refetch };
}
