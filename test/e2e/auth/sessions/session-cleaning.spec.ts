import { startWorld, type TestWorld } from '../../../support/service/test-world.js';
import { until } from '../../../support/until.js';

describe('sessions that are over', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  it('are forgotten after 30 days, with the address and the device in them', async () => {
    const people = {
      ended: `ended_at = now() - interval '31 days'`,
      expired: `expires_at = now() - interval '31 days'`,
      idle: `last_seen_at = now() - interval '31 days'`,
      endedLately: `ended_at = now() - interval '29 days'`,
      open: `ended_at = NULL`,
    };
    const idOf: Record<string, string> = {};
    for (const [name, change] of Object.entries(people)) {
      const { user } = await world.signIn();
      const [row] = await world.sql.query<{ id: string }>(
        `UPDATE sessions SET ${change} WHERE user_id = $1 RETURNING id`,
        [user.id],
      );
      idOf[name] = row?.id ?? '';
    }
    await world.service.restart();
    const ours = 'SELECT id FROM sessions WHERE id = ANY ($1) ORDER BY id';
    const left = await until(
      async () => (await world.sql.query<{ id: string }>(ours, [Object.values(idOf)])).map(({ id }) => id),
      (ids) => ids.length <= 2,
    );
    expect(left).toEqual([idOf['endedLately'], idOf['open']].sort());
  });
});
