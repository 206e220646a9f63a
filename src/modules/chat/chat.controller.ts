import { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpStatus,
  Param,
  Patch,
  Post,
  Query,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { contentDisposition } from '../../common/files/download-name.js';
import { AsEventStream, StreamsEvents } from '../../common/streams/event-stream.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { IfMatch } from '../../common/http/if-match.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import {
  Answers,
  AnswersList,
  AnswersFile,
  AnswersNothing,
  AnswersOrStreams,
  AnswersPage,
} from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import { COPILOTS } from './answering/copilots.js';
import { ChatService } from './chat.service.js';
import { ConversationExport } from './conversation-export.service.js';
import { ANSWER_EVENTS } from './dto/answer-event.response.js';
import { CreateChatSessionRequest, UpdateChatSessionRequest } from './dto/chat.request.js';
import { ChatSessionResponse, CopilotResponse, CreatedChatSessionResponse } from './dto/chat.response.js';
import { ExportQuery } from './dto/message.query.js';
import type { AskedQuestion } from './message.service.js';
import { FirstAnswerDelivery } from './streaming/answer-delivery.interceptor.js';

const EXPORT_TYPES = { md: 'text/markdown; charset=utf-8', json: 'application/json; charset=utf-8' };

const SessionId = (): ParameterDecorator => Param('id', new IdPipe('chat_session'));

@ApiTags('Chat')
@Controller()
@Requires('chat.use')
export class ChatController {
  constructor(
    private readonly chat: ChatService,
    private readonly exports: ConversationExport,
  ) {}

  /** Lists the copilots with their purposes. */
  @Get('copilots')
  @AnswersList(CopilotResponse)
  async listCopilots(@CurrentPrincipal() principal: Principal): Promise<CopilotResponse[]> {
    const enabled = await this.chat.enabledCopilots(principal);
    return COPILOTS.map((copilot) => CopilotResponse.from(copilot, enabled));
  }

  /** Creates a conversation. With `initial_message` it answers the first question, as JSON or as an event stream; 404 if the conversation is removed meanwhile. */
  @Post('chat/sessions')
  @Expensive()
  @StreamsEvents()
  @Idempotent()
  // Listed below @Idempotent() to run inside of it: the key stores the conversation's id.
  @UseInterceptors(FirstAnswerDelivery)
  @Fails('FORBIDDEN', 'copilot_disabled')
  @Fails('NOT_FOUND')
  @AnswersOrStreams(HttpStatus.CREATED, CreatedChatSessionResponse, ANSWER_EVENTS)
  createChatSession(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateChatSessionRequest,
    @AsEventStream() isStream: boolean,
  ): Promise<AskedQuestion> {
    return this.chat.create(principal, body, isStream);
  }

  /** Lists the caller's conversations, newest first. */
  @Get('chat/sessions')
  @AnswersPage(ChatSessionResponse)
  async listChatSessions(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<ChatSessionResponse>> {
    return (await this.chat.list(principal, query)).map((session) => ChatSessionResponse.from(session));
  }

  /** Returns a conversation of the caller. */
  @Get('chat/sessions/:id')
  @Answers(HttpStatus.OK, ChatSessionResponse)
  async getChatSession(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
  ): Promise<ChatSessionResponse> {
    return ChatSessionResponse.from(await this.chat.get(principal, id));
  }

  /** Renames a conversation, or changes the aircraft that later answers are for. */
  @Patch('chat/sessions/:id')
  @Answers(HttpStatus.OK, ChatSessionResponse)
  async updateChatSession(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @Body() body: UpdateChatSessionRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<ChatSessionResponse> {
    return ChatSessionResponse.from(await this.chat.update(principal, id, body, ifMatch));
  }

  /** Deletes a conversation with its messages. */
  @Delete('chat/sessions/:id')
  @AnswersNothing()
  deleteChatSession(@CurrentPrincipal() principal: Principal, @SessionId() id: string): Promise<void> {
    return this.chat.delete(principal, id);
  }

  /** Downloads a conversation: questions, answers, warnings and sources. */
  @Get('chat/sessions/:id/export')
  @Expensive()
  @RawResponse()
  @AnswersFile(HttpStatus.OK, 'the file', Object.values(EXPORT_TYPES).map((type) => type.replace(/;.*/, '')))
  async exportChatSession(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @Query() { format }: ExportQuery,
  ): Promise<StreamableFile> {
    const session = await this.chat.get(principal, id);
    return new StreamableFile(Readable.from(this.exports.write(principal, session, format)), {
      type: EXPORT_TYPES[format],
      disposition: contentDisposition('attachment', `${session.title}.${format}`),
    });
  }
}
