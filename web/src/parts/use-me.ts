import { useQuery } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';

type Permission = Schema<'PermissionsResponse'>['permissions'][number];

/** The user, and what the user's role allows. Nothing is allowed before the service has said so. */
export function useMe() {
  const { data: me } = useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => (await api.GET('/users/me', { signal })).data,
    staleTime: Infinity,
  });
  const { data: permissions } = useQuery({
    queryKey: ['me', 'permissions'],
    queryFn: async ({ signal }) => (await api.GET('/users/me/permissions', { signal })).data.permissions,
    staleTime: Infinity,
  });
  return { me, permissions, can: (permission: Permission) => permissions?.includes(permission) ?? false };
}
