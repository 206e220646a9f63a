import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { useMe } from '../parts/use-me.js';
import { useFilterValues } from '../search/use-search.js';
import { DOCUMENT_TYPES } from './document-types.js';

/** What the user may change. The service decides; this hides what it would refuse. */
export function useManaging() {
  const { me, can } = useMe();
  const isAdmin = me?.role === 'admin';
  const team = me?.team_id ?? null;
  const mayManage = can('document.manage');
  return {
    isAdmin,
    /** Of a manager, whose documents belong to it. */
    team,
    mayManage,
    mayUpload: mayManage && (isAdmin || team !== null),
    manages: (document: { team_id: string | null }) =>
      mayManage && (isAdmin || (team !== null && document.team_id === team)),
  };
}

/** Document types and aircraft in use, most frequent first. */
export function useKinds() {
  const { types, aircraft } = useFilterValues();
  return {
    types: types.filter(({ count }) => count > 0).map(({ value }) => value),
    aircraft: aircraft.map(({ value }) => value),
    /** Types that new documents can have. */
    typesInUse: DOCUMENT_TYPES.filter(
      (type: Schema<'DocumentType'>) => types.find(({ value }) => value === type)?.in_use ?? true,
    ),
  };
}

export const reasonOf = (error: Error | null): unknown =>
  error instanceof ApiError ? error.details.reason : undefined;
