import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { toAppError } from '../../../common/http/error.filter.js';
import { currentContext, outsideOfContexts } from '../../../common/context/request-context.js';
import { Database } from '../../../common/database/database.js';
import { Wakeups } from '../../../common/streams/wakeups.js';
import { SHUTDOWN_TIMEOUTS_MS } from '../../../common/runtime/shutdown-timeouts.js';
import { histogram, secondsSince } from '../../../common/telemetry/metrics.js';
import { QueryLog } from '../../../common/telemetry/query-log.js';
import { inSpan } from '../../../common/telemetry/tracing.js';
import { turnOf } from '../answer-review.js';
import { AnswerReviewer } from '../answer-reviewer.service.js';
import { AnswerService } from '../answer.service.js';
import type { ChatMessage, MessageFailure } from '../chat-message.entity.js';
import type { ChatSession } from '../chat-session.entity.js';
import { ChatRepository } from '../chat.repository.js';
import { INTERRUPTED } from './answer-events.js';
import { AnswerRecord } from './answer-record.js';
import { AnswerStateRepository, LEASE_SECONDS } from './answer-state.repository.js';

/** Earlier messages that give a follow-up question its context. */
const HISTORY_MESSAGES = 10;
/** Interval of checks whether an answer in progress is still wanted. Milliseconds. */
const CHECK_MS = 250;
/** Interval of checks of a question behind another one, whose end is also signaled. Milliseconds. */
const TURN_CHECK_MS = 5_000;
const LOOKS_PER_LEASE = Math.floor((LEASE_SECONDS * 1000) / 3 / CHECK_MS);
/** Timeout of an answer. Milliseconds. */
const LONGEST_MS = 180_000;

const answerSeconds = histogram(
  'chat_answer_seconds',
  'Answers of the chat, by how they ended: grounded, refused, needs_clarification, stopped or failed.',
  ['status'],
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 180],
);

/** A stored question and its conversation. */
export interface AnswerWork {
  principal: Principal;
  session: ChatSession;
  questionId: string;
  question: string;
  /** As stored before its answer. */
  message: ChatMessage;
}

/** How a message ends without its answer. */
interface EarlyEnd {
  status: 'stopped' | 'failed';
  failure: MessageFailure | null;
}

interface Making {
  principal: Principal;
  abort: AbortController;
  over: Promise<ChatMessage | null>;
}

const STOPPED: EarlyEnd = { status: 'stopped', failure: null };

/** Makes the answers requested from this process, independently of the request, until they are complete or unwanted. */
@Injectable()
export class AnswerMaker implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(AnswerMaker.name);
  private readonly making = new Map<string, Making>();
  private timer: NodeJS.Timeout | undefined;
  private looks = 0;
  private isLooking = false;

  constructor(
    private readonly answers: AnswerService,
    private readonly states: AnswerStateRepository,
    private readonly chats: ChatRepository,
    private readonly reviewer: AnswerReviewer,
    private readonly wakeups: Wakeups,
    private readonly queries: QueryLog,
    private readonly db: Database,
  ) {}

  start(work: AnswerWork): void {
    const abort = new AbortController();
    const { id } = work.message;
    const over = this.make(work, abort).finally(() => {
      this.making.delete(id);
      this.wakeups.wake(id);
      this.wakeups.wake(work.session.id);
      if (this.making.size === 0) this.rest();
    });
    this.making.set(id, { principal: work.principal, abort, over });
    currentContext()?.lastingWork.push(over.then(() => undefined));
    this.timer ??= outsideOfContexts(() => setInterval(() => void this.checkState(), CHECK_MS));
  }

  /** Whether this process makes the answer. */
  makes(messageId: string): boolean {
    return this.making.has(messageId);
  }

  /**
   * Resolves when the answer has ended; at once when another process makes it.
   * @returns the complete message, for the request that asked; null for others, whose rights may have changed since, and when it has ended otherwise
   */
  async over(principal: Principal, messageId: string): Promise<ChatMessage | null> {
    const making = this.making.get(messageId);
    const message = await making?.over;
    return message && making?.principal === principal ? message : null;
  }

  /** Ends the answer with the text so far, on any node; false when it had ended already. */
  async stop(messageId: string): Promise<boolean> {
    const isStopped = await this.states.endEarly(messageId, 'stopped');
    this.making.get(messageId)?.abort.abort(STOPPED);
    this.wakeups.wake(messageId);
    return isStopped;
  }

  beforeApplicationShutdown(): void {
    const interrupt = (): void => {
      for (const { abort } of this.making.values()) abort.abort({ status: 'failed', failure: INTERRUPTED });
    };
    setTimeout(interrupt, SHUTDOWN_TIMEOUTS_MS.answers).unref();
  }

  /** The database is closed after this. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.making.values()].map(({ over }) => over));
    this.rest();
  }

  /** Never rejects: the message has the outcome. */
  private async make(work: AnswerWork, abort: AbortController): Promise<ChatMessage | null> {
    const { id: messageId } = work.message;
    const startedAt = performance.now();
    let status: string = 'failed';
    this.queries.note('chat', work.question);
    try {
      const message = await inSpan('chat answer', () => this.answer(work, abort));
      status = message?.answer_status ?? 'stopped';
      return message;
    } catch (error) {
      const end = abort.signal.aborted ? (abort.signal.reason as EarlyEnd) : this.failureOf(error);
      status = end.status;
      await this.states.endEarly(messageId, end.status, end.failure).catch((failure: unknown) => {
        // The lease expires, and then the answer counts as failed.
        this.logger.warn({ err: failure }, 'the end of an answer could not be stored');
      });
      return null;
    } finally {
      answerSeconds.observe({ status }, secondsSince(startedAt));
    }
  }

  private async answer(
    { principal, session, questionId, question, message }: AnswerWork,
    abort: AbortController,
  ): Promise<ChatMessage | null> {
    const { signal } = abort;
    const { id: messageId } = message;
    const record = new AnswerRecord(
      async (events) => {
        const isStored = await this.states.appendEvents(messageId, events);
        this.wakeups.wake(messageId);
        return isStored;
      },
      (failure) => abort.abort(failure === null ? STOPPED : this.failureOf(failure)),
    );
    const before = await this.historyAtTurn(session.id, messageId, questionId, signal);
    const timeout = setTimeout(() => abort.abort({ status: 'failed', failure: TOO_LONG }), LONGEST_MS);
    try {
      // The answerer must not receive more than the caller can see.
      const history = await this.reviewer.review(principal, before);
      const asked = this.answers.answer(principal, {
        text: question,
        history: history.map(turnOf),
        copilot_type: session.copilot_type,
        filters: session.filters,
        aircraft_id: session.aircraft_id,
        namesFrom: firstSince(session.aircraft_chosen_at, history),
        sink: record,
        signal,
      });
      // The answerer may react late to the signal; nobody waits for it.
      const answer = await unlessAborted(asked, signal);
      const events = await record.end();
      signal.throwIfAborted();
      const remarks = currentContext()?.warnings ?? [];
      const complete: ChatMessage = {
        ...message,
        ...answer,
        status: 'complete',
        remarks: [...remarks],
        lease_until: null,
      };
      const [isStored, [shown = complete]] = await this.db.together(() =>
        Promise.all([
          this.states.complete(messageId, answer, remarks, events),
          this.reviewer.review(principal, [complete]),
        ]),
      );
      return isStored ? shown : null;
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Waits until the answers before this one have ended. @returns the latest messages before the question */
  private async historyAtTurn(
    sessionId: string,
    messageId: string,
    questionId: string,
    signal: AbortSignal,
  ): Promise<ChatMessage[]> {
    const watch = this.wakeups.watch(sessionId);
    try {
      for (;;) {
        const [isBehindAnother, before] = await this.db.together(() =>
          Promise.all([
            this.states.isBehindAnother(sessionId, messageId),
            this.chats.messagesBefore(sessionId, questionId, HISTORY_MESSAGES),
          ]),
        );
        if (!isBehindAnother) return before;
        await watch.wait(TURN_CHECK_MS, signal);
        signal.throwIfAborted();
      }
    } finally {
      watch.end();
    }
  }

  private failureOf(error: unknown): EarlyEnd {
    const { code, message, details, status, cause } = toAppError(error);
    if (status >= 500) this.logger.error({ code, err: cause ?? error }, 'an answer could not be made');
    return { status: 'failed', failure: { code, message, details } };
  }

  /** Ends answers that were stopped, removed or abandoned on any node, and renews the leases of the rest. */
  private async checkState(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const ids = [...this.making.keys()];
    try {
      this.looks += 1;
      if (this.looks % LOOKS_PER_LEASE === 0) await this.states.renewLeases(ids);
      const wanted = new Map((await this.states.findMaking(ids)).map(({ id, is_left: isLeft }) => [id, !isLeft]));
      for (const id of ids) if (wanted.get(id) !== true) this.making.get(id)?.abort.abort(STOPPED);
    } catch (error) {
      this.logger.warn({ err: error }, 'answers in the making could not be looked after');
    } finally {
      this.isLooking = false;
    }
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const { code, message, details } = new AppError('SERVICE_UNAVAILABLE', 'The answer took too long; ask again', {
  reason: 'answer_timeout',
});
const TOO_LONG: MessageFailure = { code, message, details };

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const give = (): void => reject(new Error('nobody waits for the answer', { cause: signal.reason }));
    signal.addEventListener('abort', give, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
    if (signal.aborted) give();
  });
}

/** The index of the first message since a time. */
function firstSince(time: Date | null, messages: readonly ChatMessage[]): number {
  return time === null ? 0 : messages.filter(({ created_at }) => created_at < time).length;
}
