import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { HourlyTask } from '../../../common/hourly-task.js';
import { UserRemoved } from '../../users/user.events.js';
import { CommentRemovalRepository } from './comment-removal.repository.js';

/** Forgets what deleted comments said, a month later; and with their author, in the same transaction, private ones. */
@Injectable()
export class CommentCleaner extends HourlyTask {
  constructor(
    private readonly removals: CommentRemovalRepository,
    events: DomainEvents,
  ) {
    super();
    events.on(UserRemoved, ({ user }) => this.removals.removePrivateOf(user.id));
  }

  protected run(): Promise<void> {
    return this.removals.removeOver();
  }
}
