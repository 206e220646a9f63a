import { ApiProperty } from '@nestjs/swagger';
import { ErrorBody } from '../../../common/errors/error.response.js';

import type { ChatMessage } from '../chat-message.entity.js';
import { AnswerWarningResponse, CitationResponse, MessageResponse } from './chat.response.js';

/** An event of a streamed answer. */
class AnswerEvent {
  /** Counts from 1 without gaps. Use it as `Last-Event-ID`. */
  id: string;
}

export class MessageDeltaResponse {
  /** Text to append; empty in the first event, which is sent before the search. */
  content: string;
  /** Id of the message; only in the first event. */
  message_id?: string;
  /** Id of the conversation; only in the first event. */
  session_id?: string;
}

/** A piece of the text. */
export class MessageDeltaEvent extends AnswerEvent {
  @ApiProperty({ enum: ['message.delta'] })
  event: 'message.delta';
  data: MessageDeltaResponse;
}

/** A source, sent before the text that cites it. */
export class CitationEvent extends AnswerEvent {
  @ApiProperty({ enum: ['citation'] })
  event: 'citation';
  data: CitationResponse;
}

/** A notice, sent before the steps that it governs. Its text is also part of the content. */
export class WarningEvent extends AnswerEvent {
  @ApiProperty({ enum: ['warning'] })
  event: 'warning';
  data: AnswerWarningResponse;
}

export class MessageDoneMetaResponse {
  /** What was done only in part, and why. */
  warnings: string[];
}

/** The complete message, and the `meta` of its envelope. */
export class MessageDoneResponse extends MessageResponse {
  /** Present if there are warnings. */
  meta?: MessageDoneMetaResponse;

  static override from(message: ChatMessage): MessageDoneResponse {
    const { remarks: warnings } = message;
    return { ...MessageResponse.from(message), ...(warnings.length > 0 && { meta: { warnings } }) };
  }
}

/** Last event of an answer, complete or stopped. */
export class MessageDoneEvent extends AnswerEvent {
  @ApiProperty({ enum: ['message.done'] })
  event: 'message.done';
  data: MessageDoneResponse;
}

/** Last event of an answer that failed or was deleted. */
export class ErrorEvent extends AnswerEvent {
  @ApiProperty({ enum: ['error'] })
  event: 'error';
  data: ErrorBody;
}

/** Events of answer streams, by name. */
export const ANSWER_EVENTS = {
  'message.delta': MessageDeltaEvent,
  citation: CitationEvent,
  warning: WarningEvent,
  'message.done': MessageDoneEvent,
  error: ErrorEvent,
};
