import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../common/pagination/page-query.js';
import { Page } from '../../common/pagination/page.js';
import { UsageMeter } from '../../integrations/usage/usage-meter.js';
import { OrganizationPolicies } from '../settings/organization-policies.service.js';
import { AnswerReviewer } from './answer-reviewer.service.js';
import type { ChatMessage } from './chat-message.entity.js';
import type { ChatSession } from './chat-session.entity.js';
import { ChatRepository } from './chat.repository.js';
import { AbandonedAnswers } from './streaming/abandoned-answers.js';
import { openingEvent } from './streaming/answer-events.js';
import { AnswerMaker } from './streaming/answer-maker.js';
import { AnswerStateRepository } from './streaming/answer-state.repository.js';
import { AnswerStream } from './streaming/answer-stream.service.js';

/** Questions to one conversation that may wait for the answers to others. */
const MAX_WAITING_QUESTIONS = 100;
const RETRY_AFTER_SECONDS = 5;

/** Where the answer to a question is, or will be; no answer for a conversation that was opened without a question. */
export interface AskedQuestion {
  session_id: string;
  message_id: string | null;
  /** The last event that the client had, when it comes back to a stream. */
  last_id?: number;
}

/** A conversation that was opened without a question; under an idempotency key its ids alone are kept. */
export class UnaskedConversation implements AskedQuestion {
  readonly message_id = null;

  constructor(readonly session: ChatSession) {}

  get session_id(): string {
    return this.session.id;
  }

  toJSON(): AskedQuestion {
    return { session_id: this.session_id, message_id: this.message_id };
  }
}

/** Questions and their answers. An answer is made in the background; whoever asked, or comes later, follows it. */
@Injectable()
export class MessageService {
  constructor(
    private readonly chats: ChatRepository,
    private readonly states: AnswerStateRepository,
    private readonly abandoned: AbandonedAnswers,
    private readonly maker: AnswerMaker,
    private readonly streams: AnswerStream,
    private readonly reviewer: AnswerReviewer,
    private readonly policies: OrganizationPolicies,
    private readonly usage: UsageMeter,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
  ) {}

  /** Messages, newest first, as they may be shown now. @throws AppError NOT_FOUND */
  async listMessages(principal: Principal, id: string, query: PageQuery): Promise<Page<ChatMessage>> {
    await this.requireSession(principal, id);
    const load = (): Promise<Page<ChatMessage>> =>
      this.paginator.page(`messages of ${id}`, query, (afterId, rowCount) =>
        this.chats.listMessages(id, afterId, rowCount),
      );
    let page = await load();
    const isOneMade = page.items.some(({ status }) => status === 'streaming');
    if (isOneMade && (await this.abandoned.fail(id))) page = await load();
    return new Page(await this.reviewer.review(principal, page.items), page.pagination);
  }

  /**
   * Asks in an open conversation; the answer is begun when those to earlier questions are over.
   *
   * @param isStream whether somebody follows the answer, so that it is made only while somebody does
   * @throws AppError NOT_FOUND; FORBIDDEN (copilot_disabled); SERVICE_UNAVAILABLE when too many questions wait already
   */
  ask(principal: Principal, id: string, content: string, isStream: boolean): Promise<AskedQuestion> {
    return this.db.transaction(async () => {
      // Whoever asks at the same time waits here, so that questions and answers stand in pairs.
      const session = await this.chats.lockSession(principal.userId, id);
      if (!session) throw AppError.notFound('chat_session');
      await this.policies.requireCopilot(principal, session.copilot_type);
      if ((await this.states.countMaking(id)) > MAX_WAITING_QUESTIONS) throw tooManyWaiting();
      const messageId = await this.begin(principal, session, content, isStream);
      await this.chats.touchSession(id);
      return { session_id: id, message_id: messageId };
    });
  }

  /** An answer, to be followed from an event on. @throws AppError NOT_FOUND, for questions too */
  async findAnswer(principal: Principal, id: string, messageId: string, lastId: number): Promise<AskedQuestion> {
    await this.getAnswer(principal, id, messageId);
    return { session_id: id, message_id: messageId, last_id: lastId };
  }

  /** One message as it may be shown now. @throws AppError NOT_FOUND */
  async getMessage(principal: Principal, id: string, messageId: string): Promise<ChatMessage> {
    const message = await this.streams.find(principal, { session_id: id, message_id: messageId });
    if (!message) throw AppError.notFound('message');
    const [shown = message] = await this.reviewer.review(principal, [message]);
    return shown;
  }

  /** As {@link getMessage}, but no question. @throws AppError NOT_FOUND */
  async getAnswer(principal: Principal, id: string, messageId: string): Promise<ChatMessage> {
    const message = await this.getMessage(principal, id, messageId);
    if (message.role !== 'assistant') throw AppError.notFound('message');
    return message;
  }

  /**
   * Ends an answer with what was said of it; one that was stopped already is as it was.
   *
   * @throws AppError NOT_FOUND; CONFLICT when it is complete or failed
   */
  async stop(principal: Principal, id: string, messageId: string): Promise<ChatMessage> {
    await this.getAnswer(principal, id, messageId);
    await this.maker.stop(messageId);
    const message = await this.getAnswer(principal, id, messageId);
    if (message.status !== 'stopped') {
      throw AppError.conflict('not_streaming', 'The answer is over already', { status: message.status });
    }
    return message;
  }

  /** Stores the question and, still to be made, its answer; the making begins when that is committed. In a transaction. */
  async begin(principal: Principal, session: ChatSession, content: string, isStream: boolean): Promise<string> {
    const question: ChatMessage = {
      ...message(session.id),
      role: 'user',
      content,
      status: 'complete',
      lease_until: null,
    };
    const answer = message(session.id);
    await this.chats.insertMessages([question, answer]);
    await this.states.open(answer.id, openingEvent(answer), isStream);
    this.db.afterCommit(() => this.usage.count('questions', principal.organizationId));
    this.db.afterCommit(() =>
      this.maker.start({ principal, session, questionId: question.id, question: content, messageId: answer.id }),
    );
    return answer.id;
  }

  private async requireSession(principal: Principal, id: string): Promise<void> {
    if (!(await this.chats.findSession(principal.userId, id))) throw AppError.notFound('chat_session');
  }
}

/** A message of the copilot that says nothing yet. */
function message(sessionId: string): ChatMessage {
  return {
    id: newId('message'),
    session_id: sessionId,
    role: 'assistant',
    content: '',
    status: 'streaming',
    answer_status: null,
    citations: [],
    warnings: [],
    suggestions: [],
    named_revisions: [],
    model: null,
    lease_until: new Date(),
    followed_until: null,
    failure: null,
    remarks: [],
    created_at: new Date(),
  };
}

function tooManyWaiting(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many questions of this conversation wait for their answers; try again in a moment',
    { reason: 'overload', retry_after: RETRY_AFTER_SECONDS },
    { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}
