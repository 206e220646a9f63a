import type { ServerEvent } from '../../../common/streams/event-stream.js';
import { streamAnswer } from '../answering/answer-content.js';
import type { ChatMessage, MessageFailure } from '../chat-message.entity.js';
import { MessageDoneResponse } from '../dto/answer-event.response.js';
import { MessageResponse } from '../dto/chat.response.js';
import type { MessageEvent } from './message-event.entity.js';

export type AnswerEvent = Pick<MessageEvent, 'id' | 'event' | 'data'>;

/** For an answer whose maker died or was stopped with its process. */
export const INTERRUPTED: MessageFailure = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The answer was interrupted; ask again',
  details: { reason: 'interrupted' },
};

/** The first event only names the message, so it is sent before retrieval starts. */
export function openingEvent({ id, session_id }: Pick<ChatMessage, 'id' | 'session_id'>): AnswerEvent {
  return { id: 1, event: 'message.delta', data: { content: '', message_id: id, session_id } };
}

/** The last event: the whole message, or why it failed. */
export function closingEvent(message: ChatMessage, id: number): ServerEvent {
  if (message.status === 'failed') return { id, event: 'error', data: message.failure ?? INTERRUPTED };
  return { id, event: 'message.done', data: MessageDoneResponse.from(message) };
}

/** Events of an ended answer whose original events were deleted. */
export function eventsOf(message: ChatMessage): ServerEvent[] {
  const events: ServerEvent[] = [openingEvent(message)];
  streamAnswer(MessageResponse.from(message), {
    delta: (content) => events.push({ id: events.length + 1, event: 'message.delta', data: { content } }),
    citation: (data) => events.push({ id: events.length + 1, event: 'citation', data }),
    warning: (data) => events.push({ id: events.length + 1, event: 'warning', data }),
  });
  return [...events, closingEvent(message, events.length + 1)];
}
