import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { requireMatch } from '../../common/http/if-match.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import { Turns } from '../../common/turns.js';
import { oneLine } from '../../common/validation/trimmed.js';
import { DocumentService } from '../documents/document.service.js';
import type { SearchFilters } from '../search/search.service.js';
import { reviewAnswer } from './answer-review.js';
import { AnswerService } from './answer.service.js';
import type { Answer } from './answering/answer.types.js';
import type { CopilotType } from './answering/copilots.js';
import type { ChatMessage } from './chat-message.entity.js';
import type { ChatSession } from './chat-session.entity.js';
import { ChatRepository } from './chat.repository.js';

/** Earlier messages that a follow-up question is understood by. */
const HISTORY_MESSAGES = 10;
const TITLE_CHARS = 80;

export interface NewChatSession {
  copilot_type: CopilotType;
  initial_message?: string;
  title?: string;
  filters?: SearchFilters;
  document_ids?: string[];
}

/** Questions to one conversation that may wait for the answers to others. */
const MAX_WAITING_QUESTIONS = 100;

/** Conversations with a copilot, each its owner's alone. */
@Injectable()
export class ChatService {
  private readonly turns = new Turns(MAX_WAITING_QUESTIONS);

  constructor(
    private readonly chats: ChatRepository,
    private readonly answers: AnswerService,
    private readonly documents: DocumentService,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
  ) {}

  /**
   * Opens a conversation; with an initial message, its answer is part of what comes back.
   *
   * @throws AppError INVALID_REQUEST when the documents are named twice
   */
  async create(
    principal: Principal,
    request: NewChatSession,
  ): Promise<{ session: ChatSession; messages: ChatMessage[] }> {
    if (request.document_ids && request.filters?.document_ids) {
      throw AppError.invalid([{ field: 'document_ids', issue: 'is given in filters already' }]);
    }
    const now = new Date();
    const session: ChatSession = {
      id: newId('chat_session'),
      organization_id: principal.organizationId,
      user_id: principal.userId,
      copilot_type: request.copilot_type,
      title: request.title ?? titleFrom(request.initial_message),
      filters: { ...request.filters, ...(request.document_ids ? { document_ids: request.document_ids } : {}) },
      row_version: 1,
      created_at: now,
      updated_at: now,
    };
    const messages =
      request.initial_message === undefined ? [] : await this.exchange(principal, session, [], request.initial_message);
    if (messages.length === 0) {
      await this.chats.insertSession(session);
    } else {
      await this.db.transaction(async () => {
        await this.chats.insertSession(session);
        await this.chats.insertMessages(messages);
      });
    }
    return { session, messages };
  }

  list(principal: Principal, query: PageQuery): Promise<Page<ChatSession>> {
    return this.paginator.page('chat sessions', query, (afterId, rowCount) =>
      this.chats.listSessions(principal.userId, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<ChatSession> {
    const session = await this.chats.findSession(principal.userId, id);
    if (!session) throw AppError.notFound('chat_session');
    return session;
  }

  /** @throws AppError NOT_FOUND, PRECONDITION_FAILED */
  async rename(
    principal: Principal,
    id: string,
    title: string | undefined,
    ifMatch: string | null,
  ): Promise<ChatSession> {
    return this.db.transaction(async () => {
      const session = await this.lock(principal, id);
      requireMatch(ifMatch, session.row_version);
      return title === undefined ? session : this.chats.saveSession({ ...session, title });
    });
  }

  /** Removes the conversation with its messages. @throws AppError NOT_FOUND */
  async delete(principal: Principal, id: string): Promise<void> {
    if (!(await this.chats.deleteSession(principal.userId, id))) throw AppError.notFound('chat_session');
  }

  /** Messages, newest first, as they may be shown now. @throws AppError NOT_FOUND */
  async listMessages(principal: Principal, id: string, query: PageQuery): Promise<Page<ChatMessage>> {
    const session = await this.get(principal, id);
    const page = await this.paginator.page(`messages of ${id}`, query, (afterId, rowCount) =>
      this.chats.listMessages(session.id, afterId, rowCount),
    );
    const cited = new Set(page.items.flatMap(({ citations }) => citations.map(({ revision_id }) => revision_id)));
    const documents = cited.size > 0 ? await this.documents.findByRevisions(principal, [...cited]) : [];
    const statusOf = new Map(documents.map(({ revision }) => [revision.id, revision.status]));
    return page.map((message) => reviewAnswer(message, statusOf));
  }

  /** Asks in an open conversation; answers the copilot's message. @throws AppError NOT_FOUND; SERVICE_UNAVAILABLE */
  async ask(principal: Principal, id: string, content: string): Promise<ChatMessage> {
    // Questions asked at once are answered one after the other, each knowing the ones before.
    return this.turns.run(id, () => this.answerNext(principal, id, content));
  }

  private async answerNext(principal: Principal, id: string, content: string): Promise<ChatMessage> {
    const session = await this.get(principal, id);
    const history = await this.chats.recentMessages(id, HISTORY_MESSAGES);
    const [question, answer] = await this.exchange(principal, session, history, content);
    await this.db.transaction(async () => {
      // It may have been removed while the answer was sought.
      await this.lock(principal, id);
      await this.chats.insertMessages([question, answer]);
      await this.chats.touchSession(id);
    });
    return answer;
  }

  private async lock(principal: Principal, id: string): Promise<ChatSession> {
    const session = await this.chats.lockSession(principal.userId, id);
    if (!session) throw AppError.notFound('chat_session');
    return session;
  }

  private async exchange(
    principal: Principal,
    session: ChatSession,
    history: ChatMessage[],
    content: string,
  ): Promise<[ChatMessage, ChatMessage]> {
    const question = message(session.id, 'user', { content });
    const answer = await this.answers.answer(principal, {
      text: content,
      history: history.map((turn) => ({ role: turn.role, content: turn.content })),
      copilot_type: session.copilot_type,
      filters: session.filters,
    });
    return [question, message(session.id, 'assistant', answer)];
  }
}

function message(
  sessionId: string,
  role: 'user' | 'assistant',
  said: Pick<ChatMessage, 'content'> & Partial<Answer>,
): ChatMessage {
  return {
    id: newId('message'),
    session_id: sessionId,
    role,
    content: said.content,
    status: 'complete',
    answer_status: said.answer_status ?? null,
    citations: said.citations ?? [],
    warnings: said.warnings ?? [],
    suggestions: said.suggestions ?? [],
    model: said.model ?? null,
    created_at: new Date(),
  };
}

function titleFrom(question: string | undefined): string {
  const line = String(oneLine({ value: question ?? '' })) || 'New conversation';
  if (line.length <= TITLE_CHARS) return line;
  // Not in the middle of a character of two code units.
  return `${line.slice(0, TITLE_CHARS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
