import type { DocumentRow } from '../../documents/document.service.js';
import type { Share } from './share.repository.js';

/** A document was shared with a person or a team. */
export class DocumentShared {
  constructor(
    readonly share: Share,
    readonly document: DocumentRow,
    /** All that were given by the same act, this one among them. */
    readonly given: readonly Share[],
  ) {}
}

/** A share is no more, by somebody's wish or because what it rested on is gone; `share` is as it was. One that runs out is told of by nobody. */
export class ShareEnded {
  constructor(readonly share: Share) {}
}
