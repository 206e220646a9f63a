import { useQuery } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { useMe } from '../../parts/use-me.js';

export type Person = Schema<'UserResponse'>;
export type Team = Schema<'TeamResponse'>;
export type Role = Schema<'Role'>;

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  admin: 'Administrator',
  manager: 'Manager',
  engineer: 'Engineer',
  viewer: 'Viewer',
  api_user: 'Service account',
};

export const ROLES = Object.keys(ROLE_NAMES) as Role[];

const BY_MANAGERS: readonly Role[] = ['manager', 'engineer', 'viewer'];

/** For managers who manage nobody yet. */
export const NO_TEAM = 'You are in no team. Ask an administrator to assign you to one.';

/** Key of queries, for what changes them. */
export const PEOPLE = ['users'];

/** What the user can do with other accounts. The service has the last word. */
export function useManagement() {
  const { me } = useMe();
  const isAdmin = me?.role === 'admin';
  return {
    me,
    isAdmin,
    /** A manager without a team reaches nobody. */
    reachesSomebody: isAdmin || typeof me?.team_id === 'string',
    /** Roles that the user can give to people. */
    assignable: ROLES.filter((role) => role !== 'api_user' && (isAdmin || BY_MANAGERS.includes(role))),
    manages: ({ role }: Person) => isAdmin || BY_MANAGERS.includes(role),
  };
}

/** All roles and permissions, with their descriptions. */
export function useRoles() {
  return useQuery({
    queryKey: ['roles'],
    queryFn: async ({ signal }) => {
      const [roles, permissions] = await Promise.all([
        api.GET('/roles', { signal }),
        api.GET('/permissions', { signal }),
      ]);
      return { roles: roles.data, permissions: permissions.data };
    },
    staleTime: Infinity,
  });
}
