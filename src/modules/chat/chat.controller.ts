import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/auth/principal.js';
import { IfMatch } from '../../common/http/if-match.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersList, AnswersNothing, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import { COPILOTS } from './answering/copilots.js';
import { ChatService } from './chat.service.js';
import { CreateChatSessionRequest, CreateMessageRequest, UpdateChatSessionRequest } from './dto/chat.request.js';
import {
  ChatSessionResponse,
  CopilotResponse,
  CreatedChatSessionResponse,
  MessageResponse,
} from './dto/chat.response.js';

const SessionId = (): ParameterDecorator => Param('id', new IdPipe('chat_session'));

@ApiTags('Chat')
@Controller()
@Requires('chat.use')
export class ChatController {
  constructor(private readonly chat: ChatService) {}

  /** The copilots and what each is for. */
  @Get('copilots')
  @AnswersList(CopilotResponse)
  listCopilots(): CopilotResponse[] {
    return COPILOTS.map((copilot) => CopilotResponse.from(copilot));
  }

  /** Opens a conversation and, with `initial_message`, answers its first question. */
  @Post('chat/sessions')
  @Idempotent({ slow: true })
  @Answers(HttpStatus.CREATED, CreatedChatSessionResponse)
  async createChatSession(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateChatSessionRequest,
  ): Promise<CreatedChatSessionResponse> {
    const { session, messages } = await this.chat.create(principal, body);
    return CreatedChatSessionResponse.of(session, messages);
  }

  /** The caller's conversations, newest first. */
  @Get('chat/sessions')
  @AnswersPage(ChatSessionResponse)
  async listChatSessions(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<ChatSessionResponse>> {
    return (await this.chat.list(principal, query)).map((session) => ChatSessionResponse.from(session));
  }

  /** One of the caller's conversations. */
  @Get('chat/sessions/:id')
  @Answers(HttpStatus.OK, ChatSessionResponse)
  async getChatSession(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
  ): Promise<ChatSessionResponse> {
    return ChatSessionResponse.from(await this.chat.get(principal, id));
  }

  /** Renames a conversation. */
  @Patch('chat/sessions/:id')
  @Answers(HttpStatus.OK, ChatSessionResponse)
  async updateChatSession(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @Body() body: UpdateChatSessionRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<ChatSessionResponse> {
    return ChatSessionResponse.from(await this.chat.rename(principal, id, body.title, ifMatch));
  }

  /** Removes a conversation with its messages. */
  @Delete('chat/sessions/:id')
  @AnswersNothing()
  deleteChatSession(@CurrentPrincipal() principal: Principal, @SessionId() id: string): Promise<void> {
    return this.chat.delete(principal, id);
  }

  /** Messages of a conversation, newest first. */
  @Get('chat/sessions/:id/messages')
  @AnswersPage(MessageResponse)
  async listMessages(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @Query() query: PageQuery,
  ): Promise<Page<MessageResponse>> {
    return (await this.chat.listMessages(principal, id, query)).map((message) => MessageResponse.from(message));
  }

  /** Asks a question; answers the copilot's message, every sentence of it cited. */
  @Post('chat/sessions/:id/messages')
  @Idempotent({ slow: true })
  @Answers(HttpStatus.CREATED, MessageResponse)
  async createMessage(
    @CurrentPrincipal() principal: Principal,
    @SessionId() id: string,
    @Body() body: CreateMessageRequest,
  ): Promise<MessageResponse> {
    return MessageResponse.from(await this.chat.ask(principal, id, body.content));
  }
}
