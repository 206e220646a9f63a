import type { Comment } from './comment.entity.js';

// Public comments only: turning private is a deletion, publishing a creation. Includes drafts: subscribers must check access.

export class DocumentCommented {
  constructor(readonly comment: Comment) {}
}

/** `comment` is the new state; `changed` lists the fields: body, mentions. */
export class CommentUpdated {
  constructor(
    readonly comment: Comment,
    readonly changed: readonly string[],
  ) {}
}

/** `comment` is the state before the deletion. `isHidden`: it turned private, and pending messages about it must not be sent. */
export class CommentDeleted {
  constructor(
    readonly comment: Comment,
    readonly byUserId: string,
    readonly isHidden = false,
  ) {}
}

/** A thread was resolved (`resolved`) or reopened; `comment` is its first one. */
export class CommentResolved {
  constructor(
    readonly comment: Comment,
    readonly resolved: boolean,
    readonly byUserId: string,
  ) {}
}
