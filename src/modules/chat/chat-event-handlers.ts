import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../common/events/domain-events.js';
import { UserRemoved } from '../users/user.events.js';
import { ChatRepository } from './chat.repository.js';

/** Deletes the conversations of a removed user in the same transaction. */
@Injectable()
export class ChatEventHandlers {
  constructor(events: DomainEvents, chats: ChatRepository) {
    events.on(UserRemoved, ({ user }) => chats.deleteSessionsOf(user.id));
  }
}
