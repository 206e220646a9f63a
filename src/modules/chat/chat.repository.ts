import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import { ChatMessage } from './chat-message.entity.js';
import { ChatSession } from './chat-session.entity.js';

@Injectable()
export class ChatRepository {
  constructor(private readonly db: Database) {}

  /** False when the organization does not use the copilot. */
  async insertSession(session: ChatSession): Promise<boolean> {
    const {
      id,
      organization_id,
      user_id,
      copilot_type,
      title,
      filters,
      aircraft_id,
      row_version,
      created_at,
      updated_at,
    } = session;
    const rows = await this.db.query(
      `INSERT INTO chat_sessions (id, organization_id, user_id, copilot_type, title, filters, row_version, created_at, updated_at, aircraft_id)
       SELECT $1, id, $3, $4::text, $5, $6::jsonb, $7::int, $8::timestamptz, $9::timestamptz, $10
       FROM organizations WHERE id = $2 AND $4 = ANY (copilots_enabled)
       RETURNING 1`,
      [id, organization_id, user_id, copilot_type, title, filters, row_version, created_at, updated_at, aircraft_id],
    );
    return rows.length > 0;
  }

  findSession(userId: string, id: string): Promise<ChatSession | null> {
    return this.db.repository(ChatSession).findOneBy({ id, user_id: userId });
  }

  /** As {@link findSession}, locked until the end of the transaction, with the number of its answers in progress on all nodes. */
  async lockSession(userId: string, id: string): Promise<(ChatSession & { making: number }) | null> {
    // A separate statement, so that the next one sees what the holder of the lock has committed.
    await this.db.defer(`SELECT FROM chat_sessions WHERE id = $1 AND user_id = $2 FOR UPDATE`, [id, userId]);
    const [row] = await this.db.query<ChatSession & { making: number }>(
      `SELECT s.id, s.organization_id, s.user_id, s.copilot_type, s.title, s.filters, s.aircraft_id, s.aircraft_chosen_at, s.row_version, s.created_at, s.updated_at,
              (SELECT count(*)::int FROM chat_messages m
               WHERE m.session_id = s.id AND m.status = 'streaming' AND m.lease_until > now()) AS making
       FROM chat_sessions s WHERE s.id = $1 AND s.user_id = $2`,
      [id, userId],
    );
    return row ?? null;
  }

  saveSession(session: ChatSession): Promise<ChatSession> {
    return this.db.repository(ChatSession).save(session);
  }

  /** Clients see `updated_at`, so a new message makes a new version. */
  async touchSession(id: string): Promise<void> {
    await this.db.defer(`UPDATE chat_sessions SET updated_at = now(), row_version = row_version + 1 WHERE id = $1`, [
      id,
    ]);
  }

  async deleteSession(userId: string, id: string): Promise<boolean> {
    const result = await this.db.repository(ChatSession).delete({ id, user_id: userId });
    return result.affected === 1;
  }

  async deleteSessionsOf(userId: string): Promise<void> {
    await this.db.repository(ChatSession).delete({ user_id: userId });
  }

  async listSessions(userId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<ChatSession>> {
    return this.db.list<ChatSession>(
      {
        sql: `SELECT * FROM chat_sessions WHERE user_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
        parameters: [userId, afterId, rowCount],
      },
      { sql: `FROM chat_sessions WHERE user_id = $1`, parameters: [userId] },
    );
  }

  async listMessages(sessionId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<ChatMessage>> {
    return this.db.list<ChatMessage>(
      {
        sql: `SELECT * FROM chat_messages WHERE session_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
        parameters: [sessionId, afterId, rowCount],
      },
      { sql: `FROM chat_messages WHERE session_id = $1`, parameters: [sessionId] },
    );
  }

  async findMessage(userId: string, sessionId: string, id: string): Promise<ChatMessage | null> {
    const [row] = await this.db.query<ChatMessage>(
      `SELECT m.* FROM chat_messages m JOIN chat_sessions s ON s.id = m.session_id
       WHERE m.id = $3 AND m.session_id = $2 AND s.user_id = $1`,
      [userId, sessionId, id],
    );
    return row ?? null;
  }

  /** The latest messages before this one, oldest first. */
  async messagesBefore(sessionId: string, id: string, count: number): Promise<ChatMessage[]> {
    const rows = await this.db.query<ChatMessage>(
      `SELECT * FROM chat_messages
       WHERE session_id = $1 AND id < $2 AND status IN ('complete', 'stopped') AND content <> '' ORDER BY id DESC LIMIT $3`,
      [sessionId, id, count],
    );
    return rows.reverse();
  }

  /** Messages after that one, oldest first. */
  messagesAfter(sessionId: string, id: string, count: number): Promise<ChatMessage[]> {
    return this.db.query<ChatMessage>(
      `SELECT * FROM chat_messages WHERE session_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [sessionId, id, count],
    );
  }
}
