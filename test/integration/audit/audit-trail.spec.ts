import { newId } from '../../../src/common/ids/type-id.js';
import { createRequestContext, runWithContext } from '../../../src/common/context/request-context.js';
import { startAuditWorld, type AuditWorld } from '../../support/scenes/audit-world.js';

interface Row {
  organization_id: string | null;
  sequence: string;
  action: string;
}

describe('the audit trail', () => {
  let world: AuditWorld;
  beforeAll(async () => {
    world = await startAuditWorld({ poolSize: 20 });
  });
  afterAll(() => world.stop());

  const rowsOf = async (organizationId: string): Promise<Row[]> => {
    await world.seal();
    return world.sql.query('SELECT * FROM audit_events WHERE organization_id = $1 ORDER BY sequence', [organizationId]);
  };
  const record = (organizationId: string | null, action: string): Promise<void> =>
    world.trail.record({ action, organization_id: organizationId });
  const newOrganization = (): string => newId('organization');

  it('is one unbroken chain after 40 transactions at once', async () => {
    const organization = newOrganization();
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        world.db.transaction(async () => {
          await record(organization, `test.first_${n}`);
          await world.db.query('SELECT pg_sleep(0.002)');
          await record(organization, `test.second_${n}`);
        }),
      ),
    );
    const rows = await rowsOf(organization);
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    // What one transaction did is in its order.
    const actions = rows.map(({ action }) => action);
    for (let n = 0; n < 40; n += 1) {
      expect(actions.indexOf(`test.second_${n}`)).toBeGreaterThan(actions.indexOf(`test.first_${n}`));
    }
    expect(await world.verify(organization)).toMatchObject({ events: 80, broken: null });
  });

  it('takes several organizations in one transaction without deadlocks', async () => {
    const organizations = [newOrganization(), newOrganization(), null];
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        world.db.transaction(async () => {
          for (let i = 0; i < 3; i += 1) await record(organizations[(n + i) % 3]!, 'test.many');
        }),
      ),
    );
    await world.seal();
    for (const chain of [organizations[0]!, organizations[1]!, 'installation']) {
      expect(await world.verify(chain)).toMatchObject({ events: 30, broken: null });
    }
  });

  it('keeps nothing of a transaction that is rolled back, and no gap', async () => {
    const organization = newOrganization();
    await record(organization, 'test.before');
    const failing = world.db.transaction(async () => {
      await record(organization, 'test.undone');
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await record(organization, 'test.after');
    expect((await rowsOf(organization)).map(({ sequence, action }) => [sequence, action])).toEqual([
      ['1', 'test.before'],
      ['2', 'test.after'],
    ]);
  });

  it('takes what is recorded while the transaction closes', async () => {
    const organization = newOrganization();
    await world.db.transaction(async () => {
      await record(organization, 'test.one');
      await world.db.beforeCommit('webhooks', () => record(organization, 'test.two'));
    });
    expect((await rowsOf(organization)).map(({ action }) => action)).toEqual(['test.one', 'test.two']);
    expect(await world.verify(organization)).toMatchObject({ events: 2, broken: null });
  });

  it('takes from the request who acted, from where, and which request', async () => {
    const organizationId = newOrganization();
    const userId = newId('user');
    const context = createRequestContext('req-1', { ip: '192.0.2.7', userAgent: 'Ægir/1.0 "quoted"' });
    const principal = { userId, organizationId, teamId: null, role: 'admin', plan: 'standard', permissions: new Set() };
    const session = { type: 'session', sessionId: newId('session'), provenAt: null };
    const key = { type: 'api_key', apiKeyId: newId('api_key') };
    const target = { type: 'user', id: newId('user') };
    await runWithContext(context, async () => {
      await world.trail.record({ action: 'auth.login', organization_id: organizationId, result: 'failure' });
      context.principal = { ...principal, credential: session } as never;
      const details = { when: new Date(0), 'ключ "': [1e21, 0.1, -0, null, { b: 1, a: '\u2028' }], absent: undefined };
      await world.trail.record({ action: 'user.suspended', target, reason: 'left', details });
      context.principal = { ...principal, credential: key } as never;
      await world.trail.record({ action: 'user.updated', target });
      await world.trail.record({ action: 'session.ended', actor: { type: 'system' } });
    });
    const from = {
      organization_id: organizationId,
      ip: '192.0.2.7',
      user_agent: 'Ægir/1.0 "quoted"',
      request_id: 'req-1',
    };
    const nobody = { actor_id: null, session_id: null, api_key_id: null, target_id: null };
    const targeted = { target_type: 'user', target_id: target.id };
    expect(await rowsOf(organizationId)).toMatchObject([
      { ...from, ...nobody, actor_type: 'anonymous', result: 'failure', reason: null, details: {} },
      {
        ...from,
        ...targeted,
        actor_type: 'user',
        actor_id: userId,
        session_id: session.sessionId,
        result: 'success',
        reason: 'left',
        details: { when: '1970-01-01T00:00:00.000Z', 'ключ "': [1e21, 0.1, 0, null, { a: '\u2028', b: 1 }] },
      },
      { ...from, ...targeted, actor_type: 'api_key', actor_id: userId, session_id: null, api_key_id: key.apiKeyId },
      { ...from, ...nobody, actor_type: 'system' },
    ]);
    expect(await world.verify(organizationId)).toMatchObject({ events: 4, broken: null });
  });

  it('says of what happens outside of requests that the system did it, in the installation', async () => {
    await world.trail.record({ action: 'test.system' });
    const rows = await world.sql.query(
      `SELECT organization_id, actor_type FROM audit_records WHERE action = 'test.system'`,
    );
    expect(rows).toEqual([{ organization_id: null, actor_type: 'system' }]);
  });

  it.each([
    `UPDATE audit_events SET action = 'x'`,
    `UPDATE audit_events SET action = 'x' WHERE false`,
    'DELETE FROM audit_events',
    'TRUNCATE audit_events',
    'DELETE FROM audit_chains',
    'TRUNCATE audit_chains',
    `UPDATE audit_unsealed_events SET action = 'x' WHERE false`,
    'TRUNCATE audit_unsealed_events',
    'TRUNCATE audit_tiles',
    'DELETE FROM audit_tiles',
    `UPDATE audit_tiles SET hashes = ''`,
    `UPDATE audit_tiles SET position = 7`,
  ])('refuses %s', async (statement) => {
    await expect(world.sql.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
