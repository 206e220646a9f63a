import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../common/events/domain-events.js';
import { UserRemoved } from '../users/user.events.js';
import { ChatRepository } from './chat.repository.js';

/** Conversations are their owner's alone: they go with the owner, in the same transaction. */
@Injectable()
export class RemovedUsers {
  constructor(events: DomainEvents, chats: ChatRepository) {
    events.on(UserRemoved, ({ user }) => chats.deleteSessionsOf(user.id));
  }
}
