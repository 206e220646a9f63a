import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Put,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { AsEventStream, StreamsEvents } from '../../common/streams/event-stream.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersEvents, AnswersOrStreams, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import { ANSWER_EVENTS } from './dto/answer-event.response.js';
import { CreateMessageRequest } from './dto/chat.request.js';
import { MessageResponse } from './dto/chat.response.js';
import { PutFeedbackRequest } from './dto/feedback.request.js';
import { FeedbackResponse } from './dto/feedback.response.js';
import { StreamQuery } from './dto/message.query.js';
import { FeedbackService } from './feedback/feedback.service.js';
import { MessageService, type AskedQuestion } from './message.service.js';
import { AnswerDelivery, StreamDelivery } from './streaming/answer-delivery.interceptor.js';

const SessionId = (): ParameterDecorator => Param('id', new IdPipe('chat_session'));
const MessageId = (): ParameterDecorator => Param('message_id', new IdPipe('message'));

@ApiTags('Chat')
@Controller('chat/sessions/:id/messages')
@Requires('chat.use')
export class MessageController {
  constructor(
    private readonly messages: MessageService,
    private readonly feedback: FeedbackService,
  ) {}

  /** Lists the messages of a conversation, newest first. */
  @Get()
  @AnswersPage(MessageResponse)
  async listMessages(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @Query() query: PageQuery,
  ): Promise<Page<MessageResponse>> {
    return (await this.messages.listMessages(principal, id, query)).map((message) => MessageResponse.from(message));
  }

  /** Asks a question. The answer cites a source for every sentence; it is returned as JSON or as an event stream. */
  @Post()
  @Expensive()
  @StreamsEvents()
  @Idempotent()
  // Listed below @Idempotent() to run inside of it: the key stores the answer's id.
  @UseInterceptors(AnswerDelivery)
  @Fails('FORBIDDEN', 'copilot_disabled')
  @AnswersOrStreams(HttpStatus.CREATED, MessageResponse, ANSWER_EVENTS)
  createMessage(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @Body() body: CreateMessageRequest,
    @AsEventStream() isStream: boolean,
  ): Promise<AskedQuestion> {
    return this.messages.ask(principal, id, body.content, isStream);
  }

  /** Returns a message. */
  @Get(':message_id')
  @Answers(HttpStatus.OK, MessageResponse)
  async getMessage(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @MessageId() messageId: string,
  ): Promise<MessageResponse> {
    return MessageResponse.from(await this.messages.getMessage(principal, id, messageId));
  }

  /** Streams an answer, running or finished, after the event `Last-Event-ID` or from its start. */
  @Get(':message_id/stream')
  @RawResponse()
  @UseInterceptors(StreamDelivery)
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'id of the last event that the client had' })
  @AnswersEvents(HttpStatus.OK, ANSWER_EVENTS)
  followMessage(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @MessageId() messageId: string,
    @Query() query: StreamQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
  ): Promise<AskedQuestion> {
    return this.messages.findAnswer(principal, id, messageId, parseEventId(lastEventId ?? query.last_event_id));
  }

  /** Stops a running answer, which ends with the text sent so far. Has no effect on a stopped answer. */
  @Post(':message_id/stop')
  @HttpCode(HttpStatus.OK)
  @Fails('CONFLICT', 'not_streaming')
  @Answers(HttpStatus.OK, MessageResponse)
  async stopMessage(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @MessageId() messageId: string,
  ): Promise<MessageResponse> {
    return MessageResponse.from(await this.messages.stop(principal, id, messageId));
  }

  /** Rates an answer, replacing an earlier rating. */
  @Put(':message_id/feedback')
  @Fails('CONFLICT', 'streaming')
  @Answers(HttpStatus.OK, FeedbackResponse)
  async putFeedback(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @MessageId() messageId: string,
    @Body() { rating, reason, comment }: PutFeedbackRequest,
  ): Promise<FeedbackResponse> {
    const given = { message_id: messageId, rating, reason: reason ?? null, comment: comment ?? null };
    return FeedbackResponse.from(await this.feedback.put(principal, id, given));
  }
}

/** 0, before the first event, for a value that is not an event id. */
function parseEventId(value: string | undefined): number {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : 0;
}
