import { Database } from '../../../src/common/database/database.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { ChatRetention } from '../../../src/modules/chat/retention/chat-retention.js';
import { ChatRetentionRepository } from '../../../src/modules/chat/retention/chat-retention.repository.js';
import { IdentityFactory, type TestUser } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

describe('retention of conversations', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let identity: IdentityFactory;
  const nodes: { retention: ChatRetention; stop: () => Promise<void> }[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new TestSql(database.url);
    identity = new IdentityFactory(sql);
    for (let n = 0; n < 2; n += 1) nodes.push(await node());
  });
  afterAll(async () => {
    for (const { stop } of nodes) await stop();
    await sql.close();
    await database.drop();
  });

  const node = async (): Promise<(typeof nodes)[number]> => {
    const dataSource = createDataSource(database.url, 2);
    await dataSource.initialize();
    const db = new Database(dataSource);
    return {
      retention: new ChatRetention(new ChatRetentionRepository(db), db),
      stop: async () => {
        await db.onApplicationShutdown();
        await dataSource.destroy();
      },
    };
  };
  const user = async (chat_retention_days: number | null): Promise<TestUser> => {
    const made = await identity.user();
    await sql.query(`UPDATE organizations SET chat_retention_days = $2 WHERE id = $1`, [
      made.organizationId,
      chat_retention_days,
    ]);
    return made;
  };
  /** Conversations of so many messages each, last used that many days ago. */
  const talk = async (
    { id, organizationId }: TestUser,
    sessions: number,
    messages: number,
    days: number,
  ): Promise<void> => {
    await sql.query(
      `WITH s AS (
         INSERT INTO chat_sessions (id, organization_id, user_id, copilot_type, title, created_at, updated_at)
         SELECT $1 || n, $2, $3, 'mro', 'A', now() - interval '10 years', now() - make_interval(days => $4)
         FROM generate_series(1, $5) n RETURNING id),
       m AS (
         INSERT INTO chat_messages (id, session_id, role, content, status)
         SELECT s.id || '-' || n, s.id, 'assistant', 'x', 'complete' FROM s, generate_series(1, $6) n RETURNING id)
       INSERT INTO message_feedback (message_id, rating) SELECT id, 'up' FROM m`,
      [newId('chat_session'), organizationId, id, days, sessions, messages],
    );
  };
  const counts = async ({ id }: TestUser): Promise<unknown> => {
    const [row] = await sql.query(
      `SELECT count(DISTINCT s.id)::int AS sessions, count(m.id)::int AS messages, count(f.message_id)::int AS feedback
       FROM chat_sessions s LEFT JOIN chat_messages m ON m.session_id = s.id
       LEFT JOIN message_feedback f ON f.message_id = m.id WHERE s.user_id = $1`,
      [id],
    );
    return row;
  };
  const whole = (sessions: number, messages: number): object => ({ sessions, messages, feedback: messages });

  it('removes thousands of them, with all that hangs on them, and none of anybody else', async () => {
    const [mine, forever, longer] = [await user(30), await user(null), await user(60)];
    await talk(mine, 5000, 2, 31);
    await talk(mine, 3, 2, 29);
    for (const other of [forever, longer]) await talk(other, 3, 2, 59);
    await Promise.all(nodes.map(({ retention }) => retention.run()));
    expect(await counts(mine)).toEqual(whole(3, 6));
    expect(await counts(forever)).toEqual(whole(3, 6));
    expect(await counts(longer)).toEqual(whole(3, 6));
    const [rest] = await sql.query(`SELECT count(*)::int AS messages FROM chat_messages`);
    expect(rest).toEqual({ messages: 18 });
  });

  it('takes the longest in several steps', async () => {
    const mine = await user(1);
    await talk(mine, 2, 1700, 2);
    await nodes[0]!.retention.run();
    expect(await counts(mine)).toEqual(whole(0, 0));
  });

  it('leaves a conversation that somebody uses just now', async () => {
    const mine = await user(1);
    await talk(mine, 2, 1, 2);
    const client = await sql.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM chat_sessions WHERE user_id = $1 LIMIT 1 FOR UPDATE`,
        [mine.id],
      );
      await nodes[0]!.retention.run();
      await client.query(`UPDATE chat_sessions SET updated_at = now() WHERE id = $1`, [rows[0]!.id]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await nodes[0]!.retention.run();
    expect(await counts(mine)).toEqual(whole(1, 1));
  });
});
