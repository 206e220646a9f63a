import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { UserRemoved } from '../../users/user.events.js';
import { CommentRemovalRepository } from './comment-removal.repository.js';

/** Removes a user's private comments in the transaction that removes the user. */
@Injectable()
export class CommentCleaner {
  constructor(removals: CommentRemovalRepository, events: DomainEvents) {
    events.on(UserRemoved, ({ user }) => removals.removePrivateOf(user.id));
  }
}
