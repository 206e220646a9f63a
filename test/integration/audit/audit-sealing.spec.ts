import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { newId } from '../../../src/common/ids/type-id.js';
import { hashOf, type RecordedEvent } from '../../../src/modules/audit/audit-hash.js';
import { HEAD } from '../../../src/modules/audit/audit-seal.js';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import { connectAudit, type AuditWorld } from '../../support/scenes/audit-world.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

const masterKey = randomBytes(32);
const REFUSED = { code: '42501' };

describe('the sealer of the audit trail', () => {
  let database: TestDatabase;
  let world: AuditWorld;
  let other: AuditWorld;
  beforeAll(async () => {
    database = await createTestDatabase();
    world = await connectAudit(database.url, masterKey, 20);
    other = await connectAudit(database.url, masterKey);
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
    await database.drop();
  });

  const newOrganization = (): string => newId('organization');
  const record = (organization_id: string, action = 'test.act'): Promise<void> =>
    world.trail.record({ action, organization_id });
  const actions = async (organization: string): Promise<string[]> => {
    const rows = await world.sql.query<{ action: string }>(
      `SELECT action FROM audit_events WHERE organization_id = $1 ORDER BY sequence`,
      [organization],
    );
    return rows.map(({ action }) => action);
  };
  /** Many events as a stopped sealer leaves them, recorded by the service. */
  const recordMany = (organization_id: string, count: number): Promise<void> =>
    world.db.transaction(async () => {
      for (let n = 0; n < count; n += 1) await record(organization_id, `test.act_${n}`);
    });

  it('neither waits for a transaction that stays open, nor skips what it commits later', async () => {
    const organization = newOrganization();
    await world.db.transaction(async () => {
      await record(organization, 'test.late');
      await world.db.query('SELECT 1');
      await other.trail.record({ action: 'test.early', organization_id: organization });
      await other.seal();
      expect(await actions(organization)).toEqual(['test.early']);
      expect(await other.verify(organization)).toMatchObject({ events: 1, unsealed: 0, broken: null });
    });
    expect(await world.verify(organization)).toMatchObject({ events: 1, unsealed: 1, broken: null });
    await world.seal();
    expect(await actions(organization)).toEqual(['test.early', 'test.late']);
    expect(await world.verify(organization)).toMatchObject({ events: 2, unsealed: 0, broken: null });
  });

  it('keeps the order of commits when the clock goes backwards', async () => {
    const organization = newOrganization();
    const ids: string[] = [];
    for (let hour = 0; hour < 3; hour += 1) {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1, 12 - hour));
      await world.insert([eventOf(organization, { action: `test.${hour}`, occurred_at: new Date(Date.now()) })]);
      clock.mockRestore();
      const [last] = await world.sql.query<{ id: string }>(
        `SELECT id FROM audit_unsealed_events WHERE chain = $1 ORDER BY arrival DESC LIMIT 1`,
        [organization],
      );
      ids.push(last!.id);
    }
    expect([...ids].sort()).not.toEqual(ids);
    await world.seal();
    expect(await actions(organization)).toEqual(['test.0', 'test.1', 'test.2']);
  });

  it('takes turns with another one', async () => {
    const organizations = Array.from({ length: 3 }, newOrganization);
    const writing = Array.from({ length: 20 }, async (_, writer) => {
      for (let n = 0; n < 15; n += 1) await record(organizations[(writer + n) % 3]!);
    });
    let isWriting = true;
    const sealing = [world, other].map(async (each) => {
      while (isWriting) await each.seal();
    });
    await Promise.all(writing).finally(() => (isWriting = false));
    await Promise.all(sealing);
    await world.seal();
    for (const organization of organizations) {
      expect(await world.verify(organization)).toMatchObject({ events: 100, unsealed: 0, broken: null });
    }
  });

  it('continues in bounded batches what a process that died in the middle of one has left', async () => {
    const organization = newOrganization();
    await recordMany(organization, 2_500);
    // The sealer stops in its second batch, at an event that another session is inserting.
    const holder = await world.sql.connect();
    await holder.query('BEGIN');
    await holder.query(
      `INSERT INTO audit_events SELECT id, organization_id, 0, action, result, reason, actor_type, actor_id, session_id, api_key_id,
         target_type, target_id, ip, user_agent, request_id, details, occurred_at, '', ''
       FROM audit_records WHERE organization_id = $1 AND action = 'test.act_1500'`,
      [organization],
    );
    const sealing = world.seal();
    const [sealer] = await other.sql.untilBlocked(holder);
    const logged = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    // What PostgreSQL does when the process has ended.
    await other.sql.query('SELECT pg_terminate_backend($1)', [sealer]);
    await sealing;
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
    expect(await actions(organization)).toHaveLength(1_000);
    expect(await other.verify(organization)).toMatchObject({ events: 1_000, unsealed: 1_500, broken: null });
    await holder.query('ROLLBACK');
    holder.release();
    await other.seal();
    expect(await world.verify(organization)).toMatchObject({ events: 2_500, unsealed: 0, broken: null });
    expect(await actions(organization)).toEqual(Array.from({ length: 2_500 }, (_, n) => `test.act_${n}`));
  });

  it('goes on from chains that nodes of the release before have begun and continue', async () => {
    const organization = newOrganization();
    await appendAsBefore(world, organization, 70);
    expect(await world.verify(organization)).toMatchObject({ events: 70, broken: null });
    await world.seal();
    const treeSize = async (): Promise<number> => {
      const sql = `SELECT tree_size::int AS size FROM audit_chains WHERE chain = $1`;
      return (await world.sql.query<{ size: number }>(sql, [organization]))[0]!.size;
    };
    expect(await treeSize()).toBe(70);
    await Promise.all([
      appendAsBefore(world, organization, 20),
      recordMany(organization, 20).then(() => other.seal()),
      appendAsBefore(other, organization, 20),
    ]);
    await world.seal();
    expect(await treeSize()).toBe(130);
    expect(await world.verify(organization)).toMatchObject({ events: 130, unsealed: 0, broken: null });
  });

  it('seals nothing that the service did not record, and verification finds it', async () => {
    const COLUMNS = 'chain, id, action, result, actor_type, details, occurred_at, mac';
    const plant = (values: string) => (organization: string) =>
      world.sql.query(
        `INSERT INTO audit_unsealed_events (${COLUMNS}) SELECT ${values} FROM audit_records WHERE organization_id = $1`,
        [organization],
      );
    const forgeries = [
      plant(`organization_id, id || 'x', action, result, actor_type, details, occurred_at, '\\x00'`),
      // The event again, with its own authentication code.
      async (organization: string) => {
        const [row] = await world.sql.query<{ chain: string }>(
          `SELECT ${COLUMNS} FROM audit_unsealed_events WHERE chain = $1`,
          [organization],
        );
        await world.seal();
        await world.sql.insert('audit_unsealed_events', row!);
      },
      (organization: string) =>
        world.tamper(`UPDATE audit_unsealed_events SET occurred_at = occurred_at - interval '1 day' WHERE chain = $1`, [
          organization,
        ]),
    ];
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    for (const forge of forgeries) {
      const organization = newOrganization();
      await record(organization);
      await forge(organization);
      await world.seal();
      const report = await world.verify(organization);
      expect(report.broken).toEqual({ sequence: report.events + 1, reason: 'forged' });
      expect(report.events).toBeLessThanOrEqual(1);
    }
    expect(logged).toHaveBeenCalledTimes(forgeries.length);
    logged.mockRestore();
    await world.tamper(`DELETE FROM audit_unsealed_events`);
  });

  it('is found to have stopped when an event waits for more than a minute', async () => {
    const organization = newOrganization();
    await record(organization);
    expect(await world.verify(organization)).toMatchObject({ events: 0, unsealed: 1, broken: null });
    const late = newOrganization();
    await world.insert([eventOf(late, { occurred_at: new Date(Date.now() - 61_000) })]);
    expect(await world.verify(late)).toMatchObject({ unsealed: 1, broken: { sequence: 1, reason: 'unsealed' } });
    const verifying = world.verify(late);
    await other.seal();
    expect(await verifying).toMatchObject({ broken: null });
  });

  it('alone can remove an unsealed event', async () => {
    const organization = newOrganization();
    await record(organization);
    const remove = (): Promise<unknown> =>
      world.sql.query(`DELETE FROM audit_unsealed_events WHERE chain = $1`, [organization]);
    await expect(remove()).rejects.toMatchObject(REFUSED);
    await world.sql.query(
      `INSERT INTO audit_events SELECT id, organization_id, 1, 'test.other', result, reason, actor_type, actor_id, session_id,
         api_key_id, target_type, target_id, ip, user_agent, request_id, details, occurred_at, '', ''
       FROM audit_records WHERE organization_id = $1`,
      [organization],
    );
    await expect(remove()).rejects.toMatchObject(REFUSED);
    await world.tamper(`DELETE FROM audit_unsealed_events`);
  });

  it('leaves a damaged tree as it is, and goes on with the chain', async () => {
    const organization = newOrganization();
    await recordMany(organization, 40);
    await world.seal();
    await world.tamper(`UPDATE audit_tiles SET hashes = '\\x00' WHERE chain = $1 AND level = 1`, [organization]);
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    await recordMany(organization, 2);
    await world.seal();
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    expect(await world.verify(organization)).toMatchObject({
      events: 42,
      broken: { sequence: 1, reason: 'tree_wrong' },
    });
  });
});

function eventOf(organization_id: string, other: Partial<RecordedEvent>): Omit<RecordedEvent, 'id'> {
  return {
    ...{ organization_id, action: 'test.act', result: 'success', reason: null, actor_type: 'system', actor_id: null },
    ...{ session_id: null, api_key_id: null, target_type: null, target_id: null, ip: null, user_agent: null },
    ...{ request_id: null, details: {}, occurred_at: new Date() },
    ...other,
  };
}

/** What release 0.2.0 does in the transaction of each act. */
async function appendAsBefore({ db }: AuditWorld, organization_id: string, count: number): Promise<void> {
  const secrets = new Secrets(masterKey);
  const empty = { chain: organization_id, last_sequence: 0, last_hash: Buffer.alloc(32) };
  for (let n = 0; n < count; n += 1) {
    await db.transaction(async () => {
      await db.query(
        `INSERT INTO audit_chains (chain, last_sequence, last_hash, seal) VALUES ($1, 0, $2, $3) ON CONFLICT DO NOTHING`,
        [organization_id, empty.last_hash, HEAD.seal(empty, secrets)],
      );
      const [head] = await db.query<typeof empty>(
        `SELECT chain, last_sequence::float8 AS last_sequence, last_hash FROM audit_chains WHERE chain = $1 FOR UPDATE`,
        [organization_id],
      );
      const event = {
        ...{ ...eventOf(organization_id, { action: 'test.old' }), id: newId('audit_event') },
        ...{ sequence: head!.last_sequence + 1, previous_hash: head!.last_hash },
      };
      const end = { chain: organization_id, last_sequence: event.sequence, last_hash: hashOf(event) };
      await db.query(
        `INSERT INTO audit_events (id, organization_id, sequence, action, result, actor_type, details, occurred_at, previous_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          ...[event.id, organization_id, event.sequence, event.action, event.result, event.actor_type, event.details],
          ...[event.occurred_at, event.previous_hash, end.last_hash],
        ],
      );
      await db.query(`UPDATE audit_chains SET last_sequence = $2, last_hash = $3, seal = $4 WHERE chain = $1`, [
        organization_id,
        end.last_sequence,
        end.last_hash,
        HEAD.seal(end, secrets),
      ]);
    });
  }
}
