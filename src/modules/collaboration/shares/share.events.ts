import type { DocumentRow } from '../../documents/document.service.js';
import type { Share } from './share.repository.js';

/** A document was shared with a user or a team. */
export class DocumentShared {
  constructor(
    readonly share: Share,
    readonly document: DocumentRow,
    /** All shares of the same request, including this one. */
    readonly given: readonly Share[],
  ) {}
}

/** A share was deleted, directly or with its source; `share` is its last state. Not emitted on expiry. */
export class ShareEnded {
  constructor(readonly share: Share) {}
}
