import type { IndexedRevision } from './engine.types.js';

/** The audience of what is open to the whole organization. */
export const EVERYBODY = 'organization';

/** That of drafts: nobody finds them before they are activated. */
export const DRAFTS = 'drafts';

/** In whose library a revision is kept: one of the two above, or the id of a team. */
export function libraryOf({ status, audience }: IndexedRevision): string {
  return status === 'draft' ? DRAFTS : audience;
}
