import { newId } from '../../../src/common/ids/type-id.js';
import { startAuditWorld, type AuditWorld } from '../../support/scenes/audit-world.js';
import { until } from '../../support/until.js';

/** Tables of a trail, with the column that says whose it is. */
const PARTS = [
  ['audit_events', 'organization_id'],
  ['audit_chains', 'chain'],
  ['audit_anchors', 'chain'],
] as const;

describe('the audit trail of an organization that is deleted', () => {
  let world: AuditWorld;
  beforeAll(async () => {
    world = await startAuditWorld();
  });
  afterAll(() => world.stop());

  const record = (organizationId: string, action: string): Promise<void> =>
    world.trail.record({ action, organization_id: organizationId });
  const remove = (table: string, column: string, organizationId: string): Promise<unknown[]> =>
    world.sql.query(`DELETE FROM ${table} WHERE ${column} = $1 RETURNING 1`, [organizationId]);
  /** An organization with an event, and an anchor as of events that were removed for their age. */
  const newTrail = async (): Promise<string> => {
    const id = newId('organization');
    await record(id, 'test.act');
    await world.sql.query(`INSERT INTO audit_anchors SELECT $1, 0, '', ''`, [id]);
    return id;
  };
  const schedule = (id: string): Promise<unknown> =>
    world.sql.query(`INSERT INTO organization_deletions (organization_id, due_at) VALUES ($1, now())`, [id]);
  const close = (id: string): Promise<unknown> =>
    world.sql.query(`UPDATE organization_deletions SET closed_at = now() WHERE organization_id = $1`, [id]);
  const left = async (id: string): Promise<unknown> =>
    (
      await world.sql.query(
        `SELECT (SELECT count(*)::int FROM audit_events WHERE organization_id = $1) AS events,
           (SELECT count(*)::int FROM audit_chains WHERE chain = $1) AS heads,
           (SELECT count(*)::int FROM audit_anchors WHERE chain = $1) AS anchors`,
        [id],
      )
    )[0];

  it('can be removed once the organization is closed, by one rule for events, head and anchor', async () => {
    const [doomed, other] = [await newTrail(), await newTrail()];
    await schedule(doomed);
    const refusal = { code: '42501' };
    for (const [table, column] of PARTS) await expect(remove(table, column, doomed)).rejects.toMatchObject(refusal);
    await close(doomed);
    for (const [table, column] of PARTS) {
      await expect(remove(table, column, other)).rejects.toMatchObject(refusal);
      await expect(world.sql.query(`DELETE FROM ${table}`)).rejects.toMatchObject(refusal);
      await expect(world.sql.query(`TRUNCATE ${table}`)).rejects.toMatchObject(refusal);
      expect(await remove(table, column, doomed)).toHaveLength(1);
    }
    expect([await left(doomed), await left(other)]).toEqual([
      { events: 0, heads: 0, anchors: 0 },
      { events: 1, heads: 1, anchors: 1 },
    ]);
  });

  it('goes with the event that is being written meanwhile', async () => {
    const doomed = await newTrail();
    await schedule(doomed);
    await close(doomed);
    let commit = (): void => undefined;
    const held = new Promise<void>((resolve) => (commit = resolve));
    let isWritten = false;
    const writing = world.db.transaction(async () => {
      await record(doomed, 'test.late');
      await world.db.beforeCommit('webhooks', () => {
        isWritten = true;
        return held;
      });
    });
    await until(() => Promise.resolve(isWritten), Boolean);
    const forgetting = world.trail.forget(doomed);
    await until(
      () =>
        world.sql.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ({ length }) => length > 0,
    );
    commit();
    await Promise.all([writing, forgetting]);
    expect(await left(doomed)).toEqual({ events: 0, heads: 0, anchors: 0 });
  });
});
