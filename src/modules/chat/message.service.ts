import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import { warnClient } from '../../common/context/request-context.js';
import { onceAborted } from '../../common/context/when-closed.js';
import { AppError } from '../../common/errors/app-error.js';
import type { ErrorCode } from '../../common/errors/error-codes.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../common/pagination/page-query.js';
import { Page } from '../../common/pagination/page.js';
import { UsageMeter } from '../../integrations/metering/usage-meter.js';
import { OrganizationPolicies } from '../settings/organization-policies.service.js';
import { AnswerReviewer } from './answer-reviewer.service.js';
import type { ChatMessage } from './chat-message.entity.js';
import type { ChatSession } from './chat-session.entity.js';
import { ChatRepository } from './chat.repository.js';
import { AbandonedAnswers } from './streaming/abandoned-answers.js';
import { INTERRUPTED, openingEvent } from './streaming/answer-events.js';
import { AnswerMaker } from './streaming/answer-maker.js';
import { AnswerStateRepository } from './streaming/answer-state.repository.js';
import { AnswerStream } from './streaming/answer-stream.service.js';

/** Maximum questions of one conversation that wait for earlier answers. */
const MAX_WAITING_QUESTIONS = 100;
const RETRY_AFTER_SECONDS = 5;

/** Ids of a question and its answer; no answer for a conversation opened without a question. */
export interface AskedQuestion {
  session_id: string;
  message_id: string | null;
  /** The last event that the client received, when it resumes a stream. */
  last_id?: number;
}

/** A conversation opened without a question; under an idempotency key only its ids are stored. */
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

/** Questions and their answers, which are made in the background and can be followed by several clients. */
@Injectable()
export class MessageService {
  private readonly logger = new Logger(MessageService.name);

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

  /** Messages, newest first, as the caller can see them now. @throws AppError NOT_FOUND */
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
   * Asks in an open conversation. The answer starts when earlier ones have ended.
   * @param isStream whether the answer stops when no client follows it
   * @throws AppError NOT_FOUND; FORBIDDEN (copilot_disabled); SERVICE_UNAVAILABLE when too many questions wait
   */
  ask(principal: Principal, id: string, content: string, isStream: boolean): Promise<AskedQuestion> {
    return this.db.transaction(async () => {
      // Concurrent questions wait here, so that questions and answers alternate.
      const session = await this.chats.lockSession(principal.userId, id);
      if (!session) throw AppError.notFound('chat_session');
      await this.policies.requireCopilot(principal, session.copilot_type);
      if (session.making > MAX_WAITING_QUESTIONS) throw tooManyWaiting();
      const messageId = await this.begin(principal, session, content, isStream);
      await this.chats.touchSession(id);
      return { session_id: id, message_id: messageId };
    });
  }

  /** An answer to follow from an event. @throws AppError NOT_FOUND, also for questions */
  async findAnswer(principal: Principal, id: string, messageId: string, lastId: number): Promise<AskedQuestion> {
    await this.getAnswer(principal, id, messageId);
    return { session_id: id, message_id: messageId, last_id: lastId };
  }

  /**
   * The answer when it has ended. It is stopped when the client disconnects before.
   * @param closed aborted when the client has disconnected
   * @throws AppError what failed it; NOT_FOUND when it was removed meanwhile
   */
  async whenAnswered(principal: Principal, asked: AskedQuestion, closed: AbortSignal): Promise<ChatMessage> {
    const { session_id, message_id: id } = asked;
    if (id === null) throw AppError.notFound('message');
    const stop = (): void => {
      this.maker.stop(id).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'an answer that nobody waits for could not be stopped');
      });
    };
    onceAborted(closed, stop);
    const answer = await this.streams.whenOver(principal, { session_id, message_id: id }, closed);
    closed.removeEventListener('abort', stop);
    answer.remarks.forEach(warnClient);
    if (answer.status !== 'failed') return answer;
    const failure = answer.failure ?? INTERRUPTED;
    throw new AppError(failure.code as ErrorCode, failure.message, { ...failure.details });
  }

  /** One message as the caller can see it now. @throws AppError NOT_FOUND */
  async getMessage(principal: Principal, id: string, messageId: string): Promise<ChatMessage> {
    const message = await this.streams.find(principal, { session_id: id, message_id: messageId });
    if (!message) throw AppError.notFound('message');
    const [shown = message] = await this.reviewer.review(principal, [message]);
    return shown;
  }

  /** As {@link getMessage}, for answers only. @throws AppError NOT_FOUND */
  async getAnswer(principal: Principal, id: string, messageId: string): Promise<ChatMessage> {
    const message = await this.getMessage(principal, id, messageId);
    if (message.role !== 'assistant') throw AppError.notFound('message');
    return message;
  }

  /** Ends an answer with the text so far; repeating it changes nothing. @throws AppError NOT_FOUND; CONFLICT when complete or failed */
  async stop(principal: Principal, id: string, messageId: string): Promise<ChatMessage> {
    await this.getAnswer(principal, id, messageId);
    await this.maker.stop(messageId);
    const message = await this.getAnswer(principal, id, messageId);
    if (message.status !== 'stopped') {
      throw AppError.conflict('not_streaming', 'The answer is already finished', { status: message.status });
    }
    return message;
  }

  /** Stores the question and an empty answer, which is started after the commit. Call in a transaction. */
  async begin(principal: Principal, session: ChatSession, content: string, isStream: boolean): Promise<string> {
    const question: ChatMessage = {
      ...message(session.id),
      role: 'user',
      content,
      status: 'complete',
      lease_until: null,
    };
    const answer = message(session.id);
    await this.states.open(question, answer, openingEvent(answer), isStream);
    this.db.afterCommit(() => this.usage.count('questions', principal.organizationId));
    this.db.afterCommit(() =>
      this.maker.start({ principal, session, questionId: question.id, question: content, message: answer }),
    );
    return answer.id;
  }

  private async requireSession(principal: Principal, id: string): Promise<void> {
    if (!(await this.chats.findSession(principal.userId, id))) throw AppError.notFound('chat_session');
  }
}

/** An empty message of the copilot. */
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
    refusal_reason: null,
    clarification: null,
    named_revisions: [],
    aircraft: null,
    model: null,
    confidence: null,
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
