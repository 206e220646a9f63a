import type { TemporaryRevision } from './temporary-revision.entity.js';

/** What happened to a temporary revision. `review_required`: a later revision became current without incorporating it. */
export const TEMPORARY_REVISION_ACTS = ['created', 'updated', 'withdrawn', 'deleted', 'review_required'] as const;
export type TemporaryRevisionAct = (typeof TEMPORARY_REVISION_ACTS)[number];

/** `temporaryRevision` is the new state; before a deletion, the last one. */
export class TemporaryRevisionChanged {
  constructor(
    readonly temporaryRevision: Pick<TemporaryRevision, 'id' | 'organization_id' | 'document_id'>,
    readonly act: TemporaryRevisionAct,
    /** Null for what the service finds. */
    readonly byUserId: string | null,
    /** Names of the changed fields. */
    readonly changed: readonly string[] = [],
  ) {}
}
