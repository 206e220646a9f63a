import { newId } from '../../../src/common/ids/type-id.js';
import type { ChainReport } from '../../../src/modules/audit/audit-verification.js';
import { startAuditWorld, type AuditWorld } from '../../support/scenes/audit-world.js';

const EVENTS = 12;

describe('audit verification with an earlier report', () => {
  let world: AuditWorld;
  beforeAll(async () => {
    world = await startAuditWorld();
  });
  afterAll(() => world.stop());

  const record = async (organization: string, count: number): Promise<void> => {
    await world.db.transaction(async () => {
      for (let n = 0; n < count; n += 1) {
        await world.trail.record({ action: `test.act_${n}`, organization_id: organization, details: { n } });
      }
    });
    await world.seal();
  };
  const newChain = async (): Promise<string> => {
    const organization = newId('organization');
    await record(organization, EVENTS);
    return organization;
  };
  const reportsOf = async (organization: string, earlier: ChainReport[]): Promise<ChainReport[]> => {
    const reports: ChainReport[] = [];
    for await (const report of world.verification.verifyAll(earlier)) reports.push(report);
    return reports.filter(({ chain }) => chain === organization);
  };
  const copyOf = async (organization: string): Promise<() => Promise<void>> => {
    const columns = ['last_sequence', 'last_hash', 'seal', 'tree_size', 'tree_root', 'tree_seal', 'sealed_at'];
    const [head] = await world.sql.query<Record<string, unknown>>(
      `SELECT ${columns.join(', ')} FROM audit_chains WHERE chain = $1`,
      [organization],
    );
    const [tile] = await world.sql.query<{ hashes: Buffer }>(`SELECT hashes FROM audit_tiles WHERE chain = $1`, [
      organization,
    ]);
    return async () => {
      await world.tamper('DELETE FROM audit_events WHERE organization_id = $1 AND sequence > $2', [
        organization,
        head!.last_sequence,
      ]);
      const values = columns.map((column, index) => `${column} = $${index + 2}`).join(', ');
      await world.tamper(`UPDATE audit_chains SET ${values} WHERE chain = $1`, [organization, ...Object.values(head!)]);
      await world.tamper(`UPDATE audit_tiles SET hashes = $2 WHERE chain = $1`, [organization, tile!.hashes]);
    };
  };

  it('finds nothing wrong in a chain that went on', async () => {
    const organization = await newChain();
    const earlier = await world.verify(organization);
    await record(organization, 1);
    expect(await reportsOf(organization, [earlier])).toMatchObject([{ events: EVENTS + 1, broken: null }]);
  });

  it('finds that an old copy took the place of the chain, also after it went on', async () => {
    const organization = await newChain();
    const putBack = await copyOf(organization);
    await record(organization, 1);
    const earlier = await world.verify(organization);
    await putBack();
    const broken = { sequence: EVENTS + 1, reason: 'rolled_back' };
    expect(await reportsOf(organization, [])).toMatchObject([{ broken: null }]);
    expect(await reportsOf(organization, [earlier])).toMatchObject([{ broken }]);
    await record(organization, 2);
    expect(await reportsOf(organization, [])).toMatchObject([{ broken: null }]);
    expect(await reportsOf(organization, [earlier])).toMatchObject([{ broken }]);
  });

  it('finds that the chain is gone with its head', async () => {
    const organization = await newChain();
    const earlier = await world.verify(organization);
    await world.tamper('DELETE FROM audit_events WHERE organization_id = $1', [organization]);
    await world.tamper('DELETE FROM audit_chains WHERE chain = $1', [organization]);
    expect(await reportsOf(organization, [])).toEqual([]);
    expect(await reportsOf(organization, [earlier])).toMatchObject([
      { broken: { sequence: 1, reason: 'rolled_back' } },
    ]);
  });
});
