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

  const record = (organization: string, count: number): Promise<void> =>
    world.db.transaction(async () => {
      for (let n = 0; n < count; n += 1) {
        await world.trail.record({ action: `test.act_${n}`, organization_id: organization, details: { n } });
      }
    });
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
    const [head] = await world.sql.query<Record<string, unknown>>('SELECT * FROM audit_chains WHERE chain = $1', [
      organization,
    ]);
    return async () => {
      await world.tamper('DELETE FROM audit_events WHERE organization_id = $1 AND sequence > $2', [
        organization,
        head!.last_sequence,
      ]);
      await world.tamper(
        'UPDATE audit_chains SET last_sequence = $2, last_hash = $3, seal = $4 WHERE chain = $1',
        Object.values(head!),
      );
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
