import { randomBytes } from 'node:crypto';
import type { MasterKeys } from '../../../src/common/crypto/secrets.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { connectAudit, type AuditWorld } from '../../support/scenes/audit-world.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

describe('the audit trail in a change of the master key', () => {
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

  const rotate = async (): Promise<number | undefined> =>
    (await world.rotation.run(null)).resealed['audit_chains.seal'];

  it('is resealed, event by event or all at once, and false seals stay false', async () => {
    const [idle, busy, changed, cut] = Array.from({ length: 4 }, () => newId('organization')) as [
      string,
      string,
      string,
      string,
    ];
    const record = async (organization_id: string): Promise<void> => {
      await world.trail.record({ action: 'test.act', organization_id });
      await world.seal();
    };
    for (const organization of [idle, busy, changed, cut]) for (let n = 0; n < 3; n += 1) await record(organization);
    await world.tamper(`UPDATE audit_events SET reason = 'x' WHERE organization_id = $1 AND sequence = 2`, [changed]);
    await world.tamper(`UPDATE audit_chains SET last_sequence = 2 WHERE chain = $1`, [cut]);

    const before = keys.present;
    keys = { present: randomBytes(32), previous: [before] };
    expect(await world.verify(idle)).toMatchObject({ events: 3, broken: null });
    await record(busy);
    // `busy` got its seal by the event, `cut` had one of its tree alone.
    expect(await rotate()).toBe(3);
    expect(await rotate()).toBe(0);

    keys = { ...keys, previous: [] };
    expect(await world.verify(idle)).toMatchObject({ events: 3, broken: null });
    expect(await world.verify(busy)).toMatchObject({ events: 4, broken: null });
    expect(await world.verify(changed)).toMatchObject({ broken: { sequence: 2, reason: 'changed' } });
    expect(await world.verify(cut)).toMatchObject({ broken: { sequence: 3, reason: 'seal_wrong' } });

    keys = { present: before, previous: [] };
    expect(await world.verify(idle)).toMatchObject({ broken: { reason: 'seal_wrong' } });
  });
});
