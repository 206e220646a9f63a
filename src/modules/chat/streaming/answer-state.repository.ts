import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { signalOf } from '../../../common/database/signals.js';
import type { Answer, AnswerStatus } from '../answering/answer.types.js';
import { ChatMessage, type MessageFailure } from '../chat-message.entity.js';
import type { AnswerEvent } from './answer-events.js';
import { partialAnswer } from './partial-answer.js';

/** A maker without a renewal for this long is dead. Seconds; it renews three times as often. */
export const LEASE_SECONDS = 15;
/** Time for which an answer continues without a follower, for a client that comes back. Seconds. */
export const GRACE_SECONDS = 5;
/** Events are kept for clients that resume a stream. Hours. */
const EVENTS_KEPT_HOURS = 24;

/** Signal with the id of an answer that has new events or has ended, or of the conversation of an ended one. */
export const ANSWERS_SIGNAL = 'answers';
const OVER = `${signalOf(ANSWERS_SIGNAL, 'id')}, ${signalOf(ANSWERS_SIGNAL, 'session_id')}`;

/** State of the message of an answer in progress. */
export interface MakingState {
  id: string;
  /** Made for a stream that no client follows. */
  is_left: boolean;
}

/** State of answers in progress. The first to end a row decides the outcome: the maker, a stop, or the sweep after the maker's death. */
@Injectable()
export class AnswerStateRepository {
  constructor(private readonly db: Database) {}

  /** Inserts a question and its answer, which is in progress, with the answer's first event. With the next statement of the transaction. */
  async open(
    question: ChatMessage,
    answer: ChatMessage,
    { id, event, data }: AnswerEvent,
    isFollowed: boolean,
  ): Promise<void> {
    await this.db.defer(
      `WITH question AS (
         INSERT INTO chat_messages (id, session_id, role, content, status, created_at)
         VALUES ($1, $2, 'user', $3, 'complete', $4)),
       answer AS (
         INSERT INTO chat_messages (id, session_id, role, content, status, created_at, lease_until, followed_until)
         VALUES ($5, $2, 'assistant', '', 'streaming', $6, now() + interval '${LEASE_SECONDS} seconds',
                 CASE WHEN $7 THEN now() + interval '${GRACE_SECONDS} seconds' END) RETURNING id)
       INSERT INTO chat_message_events (message_id, id, event, data) SELECT answer.id, $8::int, $9, $10::json FROM answer`,
      [
        ...[question.id, question.session_id, question.content, question.created_at, answer.id, answer.created_at],
        ...[isFollowed, id, event, JSON.stringify(data)],
      ],
    );
  }

  /** Stores events; false, and nothing stored, when the message has ended. */
  async appendEvents(messageId: string, events: readonly AnswerEvent[]): Promise<boolean> {
    const rows = await this.db.query(
      // The lock keeps the message from ending between this check and the insert.
      `WITH message AS (SELECT id FROM chat_messages WHERE id = $1 AND status = 'streaming' FOR SHARE)
       INSERT INTO chat_message_events (message_id, id, event, data)
       SELECT message.id, told.id, told.event, told.data::json
       FROM message, unnest($2::int[], $3::text[], $4::text[]) AS told (id, event, data)
       RETURNING ${signalOf(ANSWERS_SIGNAL, 'message_id')}`,
      [messageId, ...columnsOf(events)],
    );
    return rows.length > 0;
  }

  /** Events after that id, in order. */
  eventsAfter(messageId: string, id: number): Promise<AnswerEvent[]> {
    return this.db.query<AnswerEvent>(
      `SELECT id, event, data FROM chat_message_events WHERE message_id = $1 AND id > $2 ORDER BY id`,
      [messageId, id],
    );
  }

  async deleteOldEvents(): Promise<void> {
    await this.db.query(
      `DELETE FROM chat_message_events WHERE created_at < now() - interval '${EVENTS_KEPT_HOURS} hours'`,
    );
  }

  /** Whether an earlier answer is in progress: answers are made in order, because each depends on earlier ones. */
  async isBehindAnother(sessionId: string, messageId: string): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT 1 AS found FROM chat_messages
       WHERE session_id = $1 AND id < $2 AND status = 'streaming' AND lease_until > now() LIMIT 1`,
      [sessionId, messageId],
    );
    return rows.length > 0;
  }

  /** Those of the messages that are in progress. A missing one has ended or was removed. */
  async findMaking(ids: readonly string[]): Promise<MakingState[]> {
    return this.db.query<MakingState>(
      `SELECT id, coalesce(followed_until < now(), false) AS is_left FROM chat_messages
       WHERE id = ANY($1) AND status = 'streaming'`,
      [ids],
    );
  }

  /** Records that the makers of the messages are alive. */
  async renewLeases(ids: readonly string[]): Promise<void> {
    await this.db.query(
      `UPDATE chat_messages SET lease_until = now() + interval '${LEASE_SECONDS} seconds'
       WHERE id = ANY($1) AND status = 'streaming'`,
      [ids],
    );
  }

  /** Records that a client follows the answer. An answer without a stream ends only with its own request. */
  async renewFollowing(id: string): Promise<void> {
    await this.db.query(
      `UPDATE chat_messages SET followed_until = now() + interval '${GRACE_SECONDS} seconds'
       WHERE id = $1 AND status = 'streaming' AND followed_until IS NOT NULL`,
      [id],
    );
  }

  /** Stores the answer with its last events; false, and nothing stored, when the message has ended otherwise. */
  async complete(
    id: string,
    answer: Answer,
    remarks: readonly string[],
    events: readonly AnswerEvent[],
  ): Promise<boolean> {
    const rows = await this.db.query(
      `WITH message AS (
         UPDATE chat_messages
         SET status = 'complete', content = $2, answer_status = $3, citations = $4, warnings = $5, suggestions = $6, model = $7,
             remarks = $8, named_revisions = $9, confidence = $10, refusal_reason = $11, clarification = $12, aircraft = $16, lease_until = NULL, followed_until = NULL
         WHERE id = $1 AND status = 'streaming' RETURNING id, session_id),
       last AS (
         INSERT INTO chat_message_events (message_id, id, event, data)
         SELECT message.id, told.id, told.event, told.data::json
         FROM message, unnest($13::int[], $14::text[], $15::text[]) AS told (id, event, data))
       SELECT ${OVER} FROM message`,
      [
        id,
        answer.content,
        answer.answer_status,
        ...[answer.citations, answer.warnings, answer.suggestions].map((list) => JSON.stringify(list)),
        answer.model,
        JSON.stringify(remarks),
        JSON.stringify(answer.named_revisions ?? []),
        answer.confidence,
        answer.refusal_reason,
        answer.clarification === null ? null : JSON.stringify(answer.clarification),
        ...columnsOf(events),
        answer.aircraft === undefined ? null : JSON.stringify(answer.aircraft),
      ],
    );
    return rows.length > 0;
  }

  /** Ends the message with the text so far; false when it had ended already. */
  async endEarly(id: string, status: 'stopped' | 'failed', failure: MessageFailure | null = null): Promise<boolean> {
    return this.db.transaction(async () => {
      const lock = { mode: 'pessimistic_write' } as const;
      const where = { id, status: 'streaming' } as const;
      // A separate statement, so that the next one sees all events stored before the lock was taken.
      if (!(await this.db.repository(ChatMessage).findOne({ where, lock, select: { id: true } }))) return false;
      const { content, citations, warnings } = partialAnswer(await this.eventsAfter(id, 0));
      const grounded: AnswerStatus = 'grounded';
      await this.db.query(
        `UPDATE chat_messages
         SET status = $2, failure = $3, content = $4, citations = $5, warnings = $6, answer_status = $7,
             lease_until = NULL, followed_until = NULL
         WHERE id = $1 RETURNING ${OVER}`,
        [
          ...[id, status, failure === null ? null : JSON.stringify(failure)],
          ...[content, JSON.stringify(citations), JSON.stringify(warnings)],
          citations.length > 0 ? grounded : null,
        ],
      );
      return true;
    });
  }

  /** Messages, of one conversation or of all, whose maker is dead. */
  async findAbandoned(sessionId: string | null): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM chat_messages
       WHERE status = 'streaming' AND lease_until <= now() AND ($1::text IS NULL OR session_id = $1)`,
      [sessionId],
    );
    return rows.map(({ id }) => id);
  }
}

const columnsOf = (events: readonly AnswerEvent[]): unknown[] => [
  events.map(({ id }) => id),
  events.map(({ event }) => event),
  events.map(({ data }) => JSON.stringify(data)),
];
