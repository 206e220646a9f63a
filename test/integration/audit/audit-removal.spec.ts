import { newId } from '../../../src/common/ids/type-id.js';
import { startAuditWorld, type AuditWorld } from '../../support/scenes/audit-world.js';

/** Tables of a trail, with the column that says whose it is. */
const PARTS = [
  ['audit_unsealed_events', 'chain'],
  ['audit_tiles', 'chain'],
  ['audit_events', 'organization_id'],
  ['audit_chains', 'chain'],
  ['audit_anchors', 'chain'],
] as const;

const NOTHING = { events: 0, tiles: 0, heads: 0, anchors: 0 };

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
    await world.seal();
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
        `SELECT (SELECT count(*)::int FROM audit_records WHERE organization_id = $1) AS events,
           (SELECT count(*)::int FROM audit_tiles WHERE chain = $1) AS tiles,
           (SELECT count(*)::int FROM audit_chains WHERE chain = $1) AS heads,
           (SELECT count(*)::int FROM audit_anchors WHERE chain = $1) AS anchors`,
        [id],
      )
    )[0];

  it('can be removed once the organization is closed, by one rule for events, head and anchor', async () => {
    const [doomed, other] = [await newTrail(), await newTrail()];
    for (const organization of [doomed, other]) await record(organization, 'test.unsealed');
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
    expect([await left(doomed), await left(other)]).toEqual([NOTHING, { events: 2, tiles: 1, heads: 1, anchors: 1 }]);
  });

  it('goes with the events that are committed later: the sealer removes them', async () => {
    const doomed = await newTrail();
    await schedule(doomed);
    await close(doomed);
    const late = await world.sql.connect();
    await late.query('BEGIN');
    await late.query(
      `INSERT INTO audit_unsealed_events (chain, id, action, result, actor_type, details, occurred_at, mac)
       VALUES ($1, $2, 'test.late', 'success', 'system', '{}', now(), '')`,
      [doomed, newId('audit_event')],
    );
    await world.trail.forget(doomed);
    expect(await left(doomed)).toEqual(NOTHING);
    await late.query('COMMIT');
    late.release();
    expect(await left(doomed)).toEqual({ ...NOTHING, events: 1 });
    await world.seal();
    expect(await left(doomed)).toEqual(NOTHING);
  });
});
