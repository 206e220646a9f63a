import type { IndexedRevision } from '../engine.types.js';

/** Audience of documents open to the whole organization. */
export const EVERYBODY = 'organization';

/** Drafts are not searchable before activation. */
export const DRAFTS = 'drafts';

/** The library of a revision: one of the two above, or a team id. */
export function libraryOf({ status, audience }: IndexedRevision): string {
  return status === 'draft' ? DRAFTS : audience;
}
