import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { KnownDeviceRepository } from '../../../src/modules/auth/devices/known-device.repository.js';
import { IdentityFactory, type TestUser } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

describe('the cleaning of known devices', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let sql: TestSql;
  let devices: KnownDeviceRepository;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, 2).initialize();
    sql = new TestSql(database.url);
    devices = new KnownDeviceRepository(new Database(dataSource));
  });
  afterAll(async () => {
    await sql.close();
    await dataSource.destroy();
    await database.drop();
  });

  const userWith = async (daysAgo: number[]): Promise<TestUser> => {
    const user = await new IdentityFactory(sql).user({ hasPassword: false });
    for (const days of daysAgo) {
      const last_seen_at = new Date(Date.now() - days * 86_400_000);
      await sql.insert('known_devices', { user_id: user.id, fingerprint: randomBytes(32), last_seen_at });
    }
    return user;
  };
  const daysLeft = async ({ id }: TestUser): Promise<number[]> => {
    const rows = await sql.query<{ days: number }>(
      `SELECT extract(day FROM now() - last_seen_at)::int AS days FROM known_devices WHERE user_id = $1 ORDER BY 1`,
      [id],
    );
    return rows.map(({ days }) => days);
  };

  it('forgets what was not used for 180 days, but the last, and all but a hundred', async () => {
    const [active, dormant, many] = [
      await userWith([1, 179, 181]),
      await userWith([200, 300]),
      await userWith(Array.from({ length: 120 }, (_, day) => day)),
    ];
    await devices.deleteForgotten();
    expect([await daysLeft(active), await daysLeft(dormant)]).toEqual([[1, 179], [200]]);
    expect(await daysLeft(many)).toEqual(Array.from({ length: 100 }, (_, day) => day));
    expect(await devices.meet(dormant.id, randomBytes(32))).toBe(true);
  });
});
