import { ApiProperty } from '@nestjs/swagger';
import { ErrorBody } from '../../../common/errors/error.response.js';
import { CitationResponse } from '../../search/dto/citation.response.js';
import type { ChatMessage } from '../chat-message.entity.js';
import { AnswerWarningResponse, MessageResponse } from './chat.response.js';

/** An event of an answer that is told while it is made. */
class AnswerEvent {
  /** Counts from 1, without gaps; what `Last-Event-ID` names. */
  id: string;
}

export class MessageDeltaResponse {
  /** Text to append; none in the first event, which is sent before the answer is sought. */
  content: string;
  /** Which message follows: in the first event alone. */
  message_id?: string;
  /** Its conversation: in the first event alone. */
  session_id?: string;
}

/** A piece of the text. */
export class MessageDeltaEvent extends AnswerEvent {
  @ApiProperty({ enum: ['message.delta'] })
  event: 'message.delta';
  data: MessageDeltaResponse;
}

/** A source, before the first text that names it. */
export class CitationEvent extends AnswerEvent {
  @ApiProperty({ enum: ['citation'] })
  event: 'citation';
  data: CitationResponse;
}

/** Before the steps that it governs; its text comes in a piece of the text, too. */
export class WarningEvent extends AnswerEvent {
  @ApiProperty({ enum: ['warning'] })
  event: 'warning';
  data: AnswerWarningResponse;
}

export class MessageDoneMetaResponse {
  /** What was done only in part, and why. */
  warnings: string[];
}

/** The whole message, and what an envelope would say of it. */
export class MessageDoneResponse extends MessageResponse {
  /** Only where there are warnings. */
  meta?: MessageDoneMetaResponse;

  static override from(message: ChatMessage): MessageDoneResponse {
    const { remarks: warnings } = message;
    return { ...MessageResponse.from(message), ...(warnings.length > 0 && { meta: { warnings } }) };
  }
}

/** The last event of an answer, of one that was stopped as well. */
export class MessageDoneEvent extends AnswerEvent {
  @ApiProperty({ enum: ['message.done'] })
  event: 'message.done';
  data: MessageDoneResponse;
}

/** The last event of an answer that failed, or that is no more. */
export class ErrorEvent extends AnswerEvent {
  @ApiProperty({ enum: ['error'] })
  event: 'error';
  data: ErrorBody;
}

/** Of streams of answers: each event by its name. */
export const ANSWER_EVENTS = {
  'message.delta': MessageDeltaEvent,
  citation: CitationEvent,
  warning: WarningEvent,
  'message.done': MessageDoneEvent,
  error: ErrorEvent,
};
