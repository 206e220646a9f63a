import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { MasterKeys } from '../../../src/common/crypto/secrets.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { ChainReport } from '../../../src/modules/audit/audit-verification.js';
import { connectAudit, type AuditWorld } from '../../support/scenes/audit-world.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of the seven years that are kept unless an organization says otherwise. */
const DEFAULT_DAYS = 2555;

describe('retention of the audit trail', () => {
  let keys: MasterKeys = { present: randomBytes(32), previous: [] };
  let database: TestDatabase;
  let world: AuditWorld;
  beforeAll(async () => {
    database = await createTestDatabase();
    world = await connectAudit(database.url, () => keys);
  });
  afterAll(async () => {
    await world.stop();
    await database.drop();
  });

  /** Events as they were written that many days ago. */
  const append = (organization_id: string | null, ages: number[]): Promise<void> =>
    world.append(
      ages.map((days) => ({
        organization_id,
        action: 'test.act',
        result: 'success',
        reason: null,
        actor_type: 'system',
        actor_id: null,
        session_id: null,
        api_key_id: null,
        target_type: null,
        target_id: null,
        ip: null,
        user_agent: null,
        request_id: null,
        details: { days },
        occurred_at: new Date(Date.now() - days * DAY_MS),
      })),
    );
  /** A run of retention, and then of the sealer. */
  const removeOld = async (): Promise<void> => {
    await world.retention.run();
    await world.seal();
  };
  const newOrganization = async (days: number): Promise<string> => {
    const id = newId('organization');
    await world.sql.insert('organizations', { id, name: 'Example Air', plan: 'standard', audit_retention_days: days });
    return id;
  };
  const sequences = async (organization: string): Promise<number[]> => {
    const rows = await world.sql.query<{ sequence: number }>(
      `SELECT sequence::float8 AS sequence FROM audit_events WHERE organization_id = $1 ORDER BY audit_events.sequence`,
      [organization],
    );
    return rows.map(({ sequence }) => sequence);
  };
  const told = async (organization: string): Promise<unknown[]> => {
    const rows = await world.sql.query<{ details: unknown }>(
      `SELECT details FROM audit_events WHERE organization_id = $1 AND action = 'audit_events.removed' ORDER BY sequence`,
      [organization],
    );
    return rows.map(({ details }) => details);
  };
  const hash = async (organization: string, sequence: number): Promise<string> => {
    const [row] = await world.sql.query<{ hash: Buffer }>(
      `SELECT hash FROM audit_events WHERE organization_id = $1 AND sequence = $2`,
      [organization, sequence],
    );
    return row!.hash.toString('hex');
  };
  const broken = async (organization: string): Promise<ChainReport['broken']> =>
    (await world.verify(organization)).broken;

  it('removes what is older than the organization keeps it, says so, and the rest still proves itself', async () => {
    const [mine, other] = [await newOrganization(400), await newOrganization(DEFAULT_DAYS)];
    // The clock of a node was wrong: what is younger holds what follows it.
    for (const organization of [mine, other]) await append(organization, [900, 500, 401, 399, 410, 1]);
    const earlier = await world.verify(mine);
    const third = await hash(mine, 3);
    await removeOld();
    expect(await sequences(mine)).toEqual([4, 5, 6, 7]);
    expect(await told(mine)).toEqual([{ first_sequence: 1, last_sequence: 3, last_hash: third, older_than_days: 400 }]);
    expect(await world.verify(mine)).toMatchObject({ events: 7, removed: 3, broken: null });
    expect(await world.verification.verify(mine, earlier)).toMatchObject({ broken: null });
    expect(await sequences(other)).toEqual([1, 2, 3, 4, 5, 6]);
    // Nothing is left to do.
    await removeOld();
    expect(await sequences(mine)).toEqual([4, 5, 6, 7]);
    await append(mine, [0]);
    expect(await world.verify(mine)).toMatchObject({ events: 8, removed: 3, broken: null });
  });

  it('goes on in batches where it was broken off, while the chain is verified', async () => {
    const organization = await newOrganization(400);
    await append(organization, Array<number>(2500).fill(500));
    let isRemoving = true;
    const removing = removeOld().finally(() => (isRemoving = false));
    while (isRemoving) expect(await broken(organization)).toBeNull();
    await removing;
    expect(await sequences(organization)).toEqual([2501, 2502, 2503]);
    expect((await told(organization)).map((details) => (details as { last_sequence: number }).last_sequence)).toEqual([
      1000, 2000, 2500,
    ]);
    expect(await world.verify(organization)).toMatchObject({ events: 2503, removed: 2500, broken: null });
  });

  it('keeps what belongs to no organization, or to none any more, for seven years', async () => {
    const gone = newId('organization');
    await append(gone, [DEFAULT_DAYS + 1, DEFAULT_DAYS - 1]);
    await append(null, [DEFAULT_DAYS + 1, DEFAULT_DAYS - 1]);
    await removeOld();
    expect(await sequences(gone)).toEqual([2, 3]);
    expect(await world.verify('installation')).toMatchObject({ removed: 1, events: 3, broken: null });
  });

  it('leaves what does not fit together where it is: the finding stays', async () => {
    const [changed, forged] = [await newOrganization(400), await newOrganization(400)];
    for (const organization of [changed, forged]) await append(organization, [500, 500, 1]);
    await world.tamper(`UPDATE audit_events SET reason = 'x' WHERE organization_id = $1 AND sequence = 1`, [changed]);
    await world.sql.query(
      `INSERT INTO audit_anchors SELECT organization_id, 1, hash, '' FROM audit_events WHERE organization_id = $1 AND sequence = 1`,
      [forged],
    );
    await world.sql.query(`DELETE FROM audit_events WHERE organization_id = $1 AND sequence = 1`, [forged]);
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    await removeOld();
    const chains = logged.mock.calls.map(([{ chain }]) => chain as string);
    logged.mockRestore();
    expect(chains.sort()).toEqual([changed, forged].sort());
    expect(await sequences(changed)).toEqual([1, 2, 3]);
    expect(await broken(changed)).toEqual({ sequence: 1, reason: 'changed' });
    expect(await sequences(forged)).toEqual([2, 3]);
    expect(await broken(forged)).toEqual({ sequence: 1, reason: 'seal_wrong' });
  });

  it('is found where somebody else removes events, moves the anchor or takes it out', async () => {
    const organization = await newOrganization(400);
    await append(organization, [500, 500, 1, 1, 1]);
    await removeOld();
    const refusal = { code: '42501' };
    const on = (sql: string) => world.sql.query(sql, [organization]);
    await expect(on(`DELETE FROM audit_events WHERE organization_id = $1 AND sequence = 3`)).rejects.toMatchObject(
      refusal,
    );
    await expect(on(`UPDATE audit_anchors SET last_sequence = 1 WHERE chain = $1`)).rejects.toMatchObject(refusal);
    await expect(on(`DELETE FROM audit_anchors WHERE chain = $1`)).rejects.toMatchObject(refusal);
    await expect(world.sql.query(`TRUNCATE audit_anchors`)).rejects.toMatchObject(refusal);
    // Younger than a year: not even where the anchor says so.
    await on(`UPDATE audit_anchors SET last_sequence = 3 WHERE chain = $1`);
    await expect(on(`DELETE FROM audit_events WHERE organization_id = $1 AND sequence = 3`)).rejects.toMatchObject(
      refusal,
    );
    expect(await broken(organization)).toEqual({ sequence: 3, reason: 'seal_wrong' });
    await world.tamper(`DELETE FROM audit_anchors WHERE chain = $1`, [organization]);
    expect(await broken(organization)).toEqual({ sequence: 1, reason: 'missing' });
  });

  it('finds another past than an earlier report saw end where the anchor is', async () => {
    const organization = await newOrganization(400);
    await append(organization, [500, 500]);
    const earlier = await world.verify(organization);
    await append(organization, [1]);
    await removeOld();
    expect(await world.verification.verify(organization, earlier)).toMatchObject({ removed: 2, broken: null });
    const other = { ...earlier, last_hash: 'ab'.repeat(32) };
    expect(await world.verification.verify(organization, other)).toMatchObject({
      broken: { sequence: 2, reason: 'rolled_back' },
    });
  });

  it('reseals anchors together with the heads when the master key changes', async () => {
    const organization = await newOrganization(400);
    await append(organization, [500, 1]);
    await removeOld();
    keys = { present: randomBytes(32), previous: [keys.present] };
    expect(await broken(organization)).toBeNull();
    await world.rotation.run(null);
    keys = { ...keys, previous: [] };
    expect(await world.verify(organization)).toMatchObject({ removed: 1, broken: null });
  });
});
