import { randomBytes } from 'node:crypto';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { connectAudit, type AuditWorld } from '../../support/audit-world.js';

describe('a change of SECRET_KEY', () => {
  const oldKey = randomBytes(32);
  let database: TestDatabase;
  let before: AuditWorld;
  let after: AuditWorld;
  beforeAll(async () => {
    database = await createTestDatabase();
    before = await connectAudit(database.url, oldKey);
    after = await connectAudit(database.url, randomBytes(32));
  });
  afterAll(async () => {
    await Promise.all([before.stop(), after.stop()]);
    await database.drop();
  });

  it('seals the whole chains under the new key, leaves the broken ones, and may be run again', async () => {
    const [whole, broken] = [newId('organization'), newId('organization')];
    for (const organization_id of [whole, whole, broken, broken]) {
      await before.trail.record({ action: 'test.act', organization_id });
    }
    await before.tamper(`UPDATE audit_events SET reason = 'x' WHERE organization_id = $1 AND sequence = 2`, [broken]);
    expect(await after.verify(whole)).toMatchObject({ broken: { sequence: 2, reason: 'seal_wrong' } });

    for (let run = 0; run < 2; run += 1) {
      const left = await after.verification.resealChains(new Secrets(oldKey));
      expect(left).toMatchObject([{ chain: broken, broken: { sequence: 2, reason: 'changed' } }]);
    }
    expect(await after.verify(whole)).toMatchObject({ events: 2, broken: null });
    expect(await before.verify(whole)).toMatchObject({ broken: { reason: 'seal_wrong' } });
    expect(await after.verify(broken)).toMatchObject({ broken: { sequence: 2, reason: 'changed' } });

    await after.trail.record({ action: 'test.act', organization_id: whole });
    expect(await after.verify(whole)).toMatchObject({ events: 3, broken: null });
  });
});
