import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Signals } from '../../../common/database/signals.js';
import { AppError } from '../../../common/errors/app-error.js';
import { formatEvent, HEARTBEAT, type ServerEvent } from '../../../common/streams/event-stream.js';
import type { StreamOptions } from '../../../common/streams/stream-options.js';
import { Wakeups } from '../../../common/streams/wakeups.js';
import { noticesOf } from '../answer-review.js';
import { AnswerReviewer } from '../answer-reviewer.service.js';
import type { ChatMessage } from '../chat-message.entity.js';
import { ChatRepository } from '../chat.repository.js';
import { AbandonedAnswers } from './abandoned-answers.js';
import { closingEvent, eventsOf } from './answer-events.js';
import { AnswerMaker } from './answer-maker.js';
import { ANSWERS_SIGNAL, AnswerStateRepository, GRACE_SECONDS } from './answer-state.repository.js';
import { STREAM_OPTIONS } from './stream-options.js';

/** Polling interval of a follower, which must renew itself and may miss a signal. Milliseconds. */
const LOOK_MS = (GRACE_SECONDS * 1000) / 3;

export interface AnswerReference {
  session_id: string;
  message_id: string;
}

/** Follows answers of any node and age. */
@Injectable()
export class AnswerStream implements BeforeApplicationShutdown {
  private isStopping = false;

  constructor(
    private readonly chats: ChatRepository,
    private readonly states: AnswerStateRepository,
    private readonly abandoned: AbandonedAnswers,
    private readonly maker: AnswerMaker,
    private readonly reviewer: AnswerReviewer,
    private readonly wakeups: Wakeups,
    @Inject(STREAM_OPTIONS) private readonly options: StreamOptions,
    signals: Signals,
  ) {
    signals.on(ANSWERS_SIGNAL, (id) => {
      if (id === null) this.wakeups.wakeAll();
      // The maker of this process signals earlier.
      else if (!this.maker.makes(id)) this.wakeups.wake(id);
    });
  }

  /** Ends streams of answers made elsewhere: their clients reconnect to another node. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /**
   * The events of an answer after `lastId`; all of them when that event does not exist. Ends with `message.done`, `error`, or neither at a
   * timeout or when this process stops.
   * @param signal aborted when the client has disconnected
   */
  async *follow(
    principal: Principal,
    reference: AnswerReference,
    lastId: number,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const { message_id: id } = reference;
    const startedAt = performance.now();
    // An immediate first write sends the head of the response to clients that wait for news.
    let saidAt = -Infinity;
    let position: number | null = null;
    const watch = this.wakeups.watch(id);
    try {
      while (!signal.aborted && performance.now() - startedAt < this.options.longest_ms) {
        // First: an answer that ends between the two is found to be over.
        const isMadeHere = this.maker.makes(id);
        const message = await this.find(principal, reference);
        const isOver = message?.status !== 'streaming';
        position ??= isOver ? lastId : await this.knownPosition(id, lastId);
        const events: ServerEvent[] = isOver
          ? await this.restOf(principal, message, position)
          : await this.states.eventsAfter(id, position);
        for (const event of events) {
          yield formatEvent(event);
          position = event.id;
          saidAt = performance.now();
        }
        if (isOver || (this.isStopping && !isMadeHere)) return;
        await this.states.renewFollowing(id);
        if (performance.now() - saidAt >= this.options.heartbeat_ms) {
          yield HEARTBEAT;
          saidAt = performance.now();
        }
        await watch.wait(Math.min(LOOK_MS, this.options.heartbeat_ms), signal);
      }
    } finally {
      watch.end();
    }
  }

  /**
   * The message when it has ended, as the caller can see it.
   * @param signal aborted when nobody waits
   * @throws AppError NOT_FOUND when it was removed meanwhile
   */
  async whenOver(principal: Principal, reference: AnswerReference, signal: AbortSignal): Promise<ChatMessage> {
    const watch = this.wakeups.watch(reference.message_id);
    try {
      for (;;) {
        const made = await this.maker.over(principal, reference.message_id);
        if (made) return made;
        const message = await this.find(principal, reference);
        if (!message) throw AppError.notFound('message');
        if (message.status !== 'streaming' || signal.aborted) return this.shown(principal, message);
        await watch.wait(LOOK_MS, signal);
      }
    } finally {
      watch.end();
    }
  }

  /** The message, failed if its maker is dead. */
  async find(principal: Principal, { session_id, message_id }: AnswerReference): Promise<ChatMessage | null> {
    const message = await this.chats.findMessage(principal.userId, session_id, message_id);
    const isChanged = message?.status === 'streaming' && (await this.abandoned.fail(session_id));
    return isChanged ? this.chats.findMessage(principal.userId, session_id, message_id) : message;
  }

  private async shown(principal: Principal, message: ChatMessage): Promise<ChatMessage> {
    const [shown = message] = await this.reviewer.review(principal, [message]);
    return shown;
  }

  /** That id, or 0 when no such event exists. */
  private async knownPosition(id: string, lastId: number): Promise<number> {
    const told = await this.states.eventsAfter(id, 0);
    return lastId <= told.length ? lastId : 0;
  }

  /** Remaining events of an ended answer; its end is sent again. */
  private async restOf(principal: Principal, message: ChatMessage | null, position: number): Promise<ServerEvent[]> {
    if (!message) return [removed(position + 1)];
    const shown = await this.shown(principal, message);
    const told = await this.states.eventsAfter(message.id, 0);
    // Text that the client can no longer see must not be repeated.
    const isWhole = shown.content === message.content && isDeepStrictEqual(noticesIn(shown), noticesIn(message));
    const isKept = told[0]?.id === 1 && isWhole;
    const events = isKept ? [...told, closingEvent(shown, told.length + 1)] : eventsOf(shown);
    return events.slice(position > events.length ? 0 : Math.min(position, events.length - 1));
  }
}

function noticesIn({ citations }: ChatMessage): unknown[] {
  return citations.map(noticesOf);
}

function removed(id: number): ServerEvent {
  const { code, message, details } = AppError.notFound('message');
  return { id, event: 'error', data: { code, message, details } };
}
