import type { Comment } from './comment.entity.js';

// All four are told of public comments alone: a private one is nobody's but its author's. One that turns private is
// deleted to everybody else, one that is published has just been made. A comment on a draft is told of like any other:
// whoever passes it on looks who sees the draft.

/** A comment, or a reply, was made or published. */
export class DocumentCommented {
  constructor(readonly comment: Comment) {}
}

/** `comment` is as it is now; `changed` names its fields: body, mentions. */
export class CommentUpdated {
  constructor(
    readonly comment: Comment,
    readonly changed: readonly string[],
  ) {}
}

/** `comment` is as it was; `byUserId` took it back. `isHidden`: it turned private, and nothing is to be told of it any more. */
export class CommentDeleted {
  constructor(
    readonly comment: Comment,
    readonly byUserId: string,
    readonly isHidden = false,
  ) {}
}

/** A thread was settled (`resolved`) or taken up again; `comment` is its root. */
export class CommentResolved {
  constructor(
    readonly comment: Comment,
    readonly resolved: boolean,
    readonly byUserId: string,
  ) {}
}
