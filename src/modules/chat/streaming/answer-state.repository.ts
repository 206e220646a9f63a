import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { signalOf } from '../../../common/database/signals.js';
import type { Answer, AnswerStatus } from '../answering/answer.types.js';
import { ChatMessage, type MessageFailure } from '../chat-message.entity.js';
import type { ToldEvent } from './answer-events.js';
import { toldSoFar } from './told-so-far.js';

/** A maker that was not heard of for so long is dead. Seconds; it speaks up three times as often. */
export const LEASE_SECONDS = 15;
/** So long after its last follower has gone an answer is made on, for one who comes back. Seconds. */
export const GRACE_SECONDS = 5;
/** Events are kept for those who come back after so long. Hours. */
const EVENTS_KEPT_HOURS = 24;

/** Signal that something was told of the answer of that id, or that it, or one of the conversation of that id, is over. */
export const ANSWERS_SIGNAL = 'answers';
const OVER = `${signalOf(ANSWERS_SIGNAL, 'id')}, ${signalOf(ANSWERS_SIGNAL, 'session_id')}`;

/** How the message of an answer in the making stands. */
export interface MakingState {
  id: string;
  /** Made for a stream that nobody follows any more. */
  is_left: boolean;
}

/**
 * Answers in the making. The row is the one truth of it on all nodes: whoever ends it first, its maker, a stop, or the
 * sweep after its maker's death, decides how it ends; what comes later changes nothing.
 */
@Injectable()
export class AnswerStateRepository {
  constructor(private readonly db: Database) {}

  /** Begins the making of a message whose row is new, with its first event. */
  async open(messageId: string, { id, event, data }: ToldEvent, isFollowed: boolean): Promise<void> {
    await this.db.query(
      `WITH message AS (
         UPDATE chat_messages
         SET lease_until = now() + interval '${LEASE_SECONDS} seconds',
             followed_until = CASE WHEN $2 THEN now() + interval '${GRACE_SECONDS} seconds' END
         WHERE id = $1 RETURNING id)
       INSERT INTO chat_message_events (message_id, id, event, data) SELECT message.id, $3::int, $4, $5::json FROM message`,
      [messageId, isFollowed, id, event, JSON.stringify(data)],
    );
  }

  /** Stores what was told; false, and nothing stored, when the message is over. */
  async appendEvents(messageId: string, events: readonly ToldEvent[]): Promise<boolean> {
    const rows = await this.db.query(
      // The lock lets nobody end the message between the look at it and the events.
      `WITH message AS (SELECT id FROM chat_messages WHERE id = $1 AND status = 'streaming' FOR SHARE)
       INSERT INTO chat_message_events (message_id, id, event, data)
       SELECT message.id, told.id, told.event, told.data::json
       FROM message, unnest($2::int[], $3::text[], $4::text[]) AS told (id, event, data)
       RETURNING ${signalOf(ANSWERS_SIGNAL, 'message_id')}`,
      [
        messageId,
        events.map(({ id }) => id),
        events.map(({ event }) => event),
        events.map(({ data }) => JSON.stringify(data)),
      ],
    );
    return rows.length > 0;
  }

  /** Events after that id, in order. */
  eventsAfter(messageId: string, id: number): Promise<ToldEvent[]> {
    return this.db.query<ToldEvent>(
      `SELECT id, event, data FROM chat_message_events WHERE message_id = $1 AND id > $2 ORDER BY id`,
      [messageId, id],
    );
  }

  async deleteOldEvents(): Promise<void> {
    await this.db.query(
      `DELETE FROM chat_message_events WHERE created_at < now() - interval '${EVENTS_KEPT_HOURS} hours'`,
    );
  }

  /** Answers of the conversation that are being made, whatever their place. */
  async countMaking(sessionId: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM chat_messages WHERE session_id = $1 AND status = 'streaming' AND lease_until > now()`,
      [sessionId],
    );
    return row?.count ?? 0;
  }

  /** Whether an answer before this one is still being made: they come one after the other, each knowing those before. */
  async isBehindAnother(sessionId: string, messageId: string): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT 1 AS found FROM chat_messages
       WHERE session_id = $1 AND id < $2 AND status = 'streaming' AND lease_until > now() LIMIT 1`,
      [sessionId, messageId],
    );
    return rows.length > 0;
  }

  /** Those of the messages that are still wanted or left; one that is missing is over, or removed. */
  async findMaking(ids: readonly string[]): Promise<MakingState[]> {
    return this.db.query<MakingState>(
      `SELECT id, coalesce(followed_until < now(), false) AS is_left FROM chat_messages
       WHERE id = ANY($1) AND status = 'streaming'`,
      [ids],
    );
  }

  /** Says that the makers of the messages live. */
  async renewLeases(ids: readonly string[]): Promise<void> {
    await this.db.query(
      `UPDATE chat_messages SET lease_until = now() + interval '${LEASE_SECONDS} seconds'
       WHERE id = ANY($1) AND status = 'streaming'`,
      [ids],
    );
  }

  /** Says that somebody follows the answer; one that was not made for a stream ends with its own request alone. */
  async renewFollowing(id: string): Promise<void> {
    await this.db.query(
      `UPDATE chat_messages SET followed_until = now() + interval '${GRACE_SECONDS} seconds'
       WHERE id = $1 AND status = 'streaming' AND followed_until IS NOT NULL`,
      [id],
    );
  }

  /** The answer, unless the message has ended otherwise. */
  async complete(id: string, answer: Answer, remarks: readonly string[]): Promise<void> {
    await this.db.query(
      `UPDATE chat_messages
       SET status = 'complete', content = $2, answer_status = $3, citations = $4, warnings = $5, suggestions = $6, model = $7,
           remarks = $8, named_revisions = $9, lease_until = NULL, followed_until = NULL
       WHERE id = $1 AND status = 'streaming' RETURNING ${OVER}`,
      [
        id,
        answer.content,
        answer.answer_status,
        ...[answer.citations, answer.warnings, answer.suggestions].map((list) => JSON.stringify(list)),
        answer.model,
        JSON.stringify(remarks),
        JSON.stringify(answer.named_revisions ?? []),
      ],
    );
  }

  /** Ends the message with what was said of it so far; false when it was over already. */
  async endEarly(id: string, status: 'stopped' | 'failed', failure: MessageFailure | null = null): Promise<boolean> {
    return this.db.transaction(async () => {
      const lock = { mode: 'pessimistic_write' } as const;
      const where = { id, status: 'streaming' } as const;
      // A statement of its own: the next one sees all events that were stored before the lock was had.
      if (!(await this.db.repository(ChatMessage).findOne({ where, lock, select: { id: true } }))) return false;
      const { content, citations, warnings } = toldSoFar(await this.eventsAfter(id, 0));
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
