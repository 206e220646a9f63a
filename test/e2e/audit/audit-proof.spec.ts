import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { AuditAct } from '../../../src/modules/audit/audit.service.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { connectAudit, type AuditWorld } from '../../support/scenes/audit-world.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const masterKey = randomBytes(32);

describe('the proof of the audit trail', () => {
  let world: TestWorld;
  let audit: AuditWorld;
  let organization: TestOrganization;
  let admin: SignedIn;

  const record = (act: Partial<AuditAct>): Promise<void> =>
    audit.trail.record({ action: 'test.act', organization_id: organization.id, ...act });

  beforeAll(async () => {
    world = await startWorld({ env: { SECRET_KEY: masterKey.toString('hex') } });
    audit = await connectAudit(world.service.databaseUrl, masterKey);
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
  });
  afterAll(async () => {
    await audit.stop();
    await world.stop();
  });

  /** What the program of the documentation says. */
  const proof = async (organizationId: string, key: string): Promise<{ code: number; output: string }> => {
    const documentation = await readFile(path.join(projectRoot(), 'docs/operations/audit-trail.md'), 'utf8');
    const program = path.join(world.service.dataDir, 'check.mjs');
    await writeFile(program, /```js\n(.*?)```/s.exec(documentation)![1]!);
    return run(program, [`${world.service.baseUrl}/api/v1`, organizationId, key], {});
  };

  it('can be verified by any holder of the list, with the program in the documentation', async () => {
    const { key } = await world.identity.apiKey(admin.user, { scopes: ['audit.view'] });
    const check = (): Promise<{ code: number; output: string }> => proof(organization.id, key);

    const details = { b: [1.5, 1e21, 'é'], a: { z: null, y: true }, 10: 'ten', 9: 'nine' };
    for (let n = 0; n < 101; n += 1) await record({ action: 'test.proven', details });
    await audit.seal();
    const { body } = await admin.api.get('/audit-events?limit=1');
    const count = body.data[0].sequence as number;
    expect(await check()).toEqual({ code: 0, output: `${count} events, unbroken\n` });

    const set = (result: string): Promise<void> =>
      audit.tamper(`UPDATE audit_events SET result = $3 WHERE organization_id = $1 AND sequence = $2`, [
        organization.id,
        count - 1,
        result,
      ]);
    await set('failure');
    expect(await check()).toMatchObject({ code: 1, output: expect.stringContaining(`broken at event ${count - 1}`) });
    await set('success');
  });

  it('is verified from the command line, with exit code 1 for what is wrong', async () => {
    const report = path.join(world.service.dataDir, 'report.json');
    const verify = (...args: string[]): Promise<{ code: number; output: string }> =>
      run('dist/bin/audit-verify.js', args, {
        DATABASE_URL: world.service.databaseUrl,
        DATA_DIR: world.service.dataDir,
        SECRET_KEY: masterKey.toString('hex'),
      });
    const { id } = await world.identity.organization();
    await record({ organization_id: id });
    await audit.seal();
    const whole = await verify('--report', report);
    expect(whole).toMatchObject({ code: 0, output: expect.stringContaining(`${id}: 1 events OK`) });
    const written = JSON.parse(await readFile(report, 'utf8'));
    expect(written.chains).toContainEqual({
      chain: id,
      events: 1,
      removed: 0,
      last_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      unsealed: 0,
      broken: null,
    });
    await audit.tamper(`UPDATE audit_events SET result = 'failure' WHERE organization_id = $1`, [id]);
    const broken = await verify('--earlier', report);
    expect(broken).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${id}: BROKEN at event 1: changed`),
    });
  });

  it('is proven too when its oldest events were removed for their age, and the list says so', async () => {
    const { id } = await world.identity.organization();
    const occurred_at = new Date(Date.now() - 3000 * 24 * 60 * 60 * 1000);
    const unknown = { reason: null, actor_id: null, session_id: null, api_key_id: null, target_type: null };
    const old = { ...unknown, target_id: null, ip: null, user_agent: null, request_id: null, details: {}, occurred_at };
    const event = { ...old, organization_id: id, action: 'test.old', result: 'success', actor_type: 'system' } as const;
    await audit.append([event, event]);
    await audit.retention.run();
    await audit.seal();
    const { user, api } = await world.signIn({ organization: { id }, role: 'admin' });
    await audit.seal();
    const { body } = await api.get('/audit-events');
    expect(body.pagination.total_count).toBe(body.data.length);
    expect((body.data as Json[]).at(-1)).toMatchObject({ sequence: 3, action: 'audit_events.removed' });
    expect(body.meta.warnings).toEqual([expect.stringContaining('number 2')]);
    expect((await api.get('/audit-events?limit=1')).body.meta.warnings).toBeUndefined();
    const { key } = await world.identity.apiKey(user, { scopes: ['audit.view'] });
    expect(await proof(id, key)).toMatchObject({ code: 0, output: `${body.data.length as number} events, unbroken\n` });
    await audit.tamper(`DELETE FROM audit_events WHERE organization_id = $1 AND sequence = 3`, [id]);
    expect(await proof(id, key)).toMatchObject({
      code: 1,
      output: expect.stringContaining('the beginning is missing'),
    });
  });
});

function run(script: string, args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: projectRoot(), env: { PATH: process.env.PATH, ...env } };
    const child = execFile(process.execPath, [script, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
