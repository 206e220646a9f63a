import type { ServerEvent } from '../../../common/http/event-stream.js';
import { tell } from '../answering/telling.js';
import type { ChatMessage, MessageFailure } from '../chat-message.entity.js';
import { MessageDoneResponse } from '../dto/answer-event.response.js';
import { MessageResponse } from '../dto/chat.response.js';
import type { MessageEvent } from './message-event.entity.js';

export type ToldEvent = Pick<MessageEvent, 'id' | 'event' | 'data'>;

/** Of an answer whose maker died, or was stopped with its process. */
export const INTERRUPTED: MessageFailure = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The answer was interrupted; ask again',
  details: { reason: 'interrupted' },
};

/** The first event: it says nothing yet but which message follows, so it leaves before the answer is sought. */
export function openingEvent({ id, session_id }: Pick<ChatMessage, 'id' | 'session_id'>): ToldEvent {
  return { id: 1, event: 'message.delta', data: { content: '', message_id: id, session_id } };
}

/** The last event: the whole message, or why there is none. */
export function closingEvent(message: ChatMessage, id: number): ServerEvent {
  if (message.status === 'failed') return { id, event: 'error', data: message.failure ?? INTERRUPTED };
  return { id, event: 'message.done', data: MessageDoneResponse.from(message) };
}

/** What is told of an answer that is over, when what was told of it while it was made is not to be had any more. */
export function eventsOf(message: ChatMessage): ServerEvent[] {
  const events: ServerEvent[] = [openingEvent(message)];
  tell(MessageResponse.from(message), {
    delta: (content) => events.push({ id: events.length + 1, event: 'message.delta', data: { content } }),
    citation: (data) => events.push({ id: events.length + 1, event: 'citation', data }),
    warning: (data) => events.push({ id: events.length + 1, event: 'warning', data }),
  });
  return [...events, closingEvent(message, events.length + 1)];
}
