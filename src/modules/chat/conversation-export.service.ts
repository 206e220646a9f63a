import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { AnswerReviewer } from './answer-reviewer.service.js';
import type { ChatMessage } from './chat-message.entity.js';
import type { ChatSession } from './chat-session.entity.js';
import { ChatRepository } from './chat.repository.js';
import { ChatSessionResponse, MessageResponse } from './dto/chat.response.js';
import type { ExportFormat } from './dto/message.query.js';
import { conversationHead, messageMarkdown } from './conversation-markdown.js';

const PAGE = 100;

/** Exports conversations, oldest message first, with reviewed answers. */
@Injectable()
export class ConversationExport {
  constructor(
    private readonly chats: ChatRepository,
    private readonly reviewer: AnswerReviewer,
  ) {}

  /** The file in chunks, so that memory does not grow with the conversation. */
  write(principal: Principal, session: ChatSession, format: ExportFormat): AsyncGenerator<string> {
    const messages = this.messages(principal, session.id);
    return format === 'md' ? markdown(session, messages) : json(session, messages);
  }

  private async *messages(principal: Principal, sessionId: string): AsyncGenerator<ChatMessage> {
    let last = '';
    for (;;) {
      const page = await this.chats.messagesAfter(sessionId, last, PAGE);
      yield* await this.reviewer.review(principal, page);
      last = page.at(-1)?.id ?? last;
      if (page.length < PAGE) return;
    }
  }
}

async function* markdown(session: ChatSession, messages: AsyncIterable<ChatMessage>): AsyncGenerator<string> {
  yield conversationHead(session);
  for await (const message of messages) yield messageMarkdown(message);
}

async function* json(session: ChatSession, messages: AsyncIterable<ChatMessage>): AsyncGenerator<string> {
  const head = JSON.stringify({ ...ChatSessionResponse.from(session), exported_at: new Date().toISOString() });
  yield `${head.slice(0, -1)},"messages":[`;
  let separator = '';
  for await (const message of messages) {
    yield separator + JSON.stringify(MessageResponse.from(message));
    separator = ',';
  }
  yield ']}\n';
}
