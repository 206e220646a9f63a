import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiledFile } from '@amks/reader/processes/installation.js';
import type { Json } from '../../../support/api/api-client.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('npm run admin:create', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  async function create(email: string, password: string): Promise<{ code: number; errors: string }> {
    const options = ['--organization', 'Example Air', '--email', email, '--name', 'Chief Engineer'];
    const child = spawn(process.execPath, [compiledFile('admin-create.js'), ...options], {
      env: { ...process.env, DATABASE_URL: world.service.databaseUrl, DATA_DIR: world.service.dataDir },
    });
    child.stdin.end(password);
    child.stdout.resume();
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>]);
    return { code, errors };
  }

  it.each([
    ['a common one', 'Password123!', 'common password'],
    ['the organization', 'Example-2026', 'organization'],
    ['the own name', 'Chief-Engineer-1', 'name'],
  ])('judges a password as every other: %s', async (_, password, said) => {
    const { code, errors } = await create('chief@admin.example', password);
    expect(code).toBe(2);
    expect(errors).toContain(said);
  });

  it('makes an administrator who can sign in', async () => {
    const admin = { email: 'chief@admin.example', password: 'torque wrench calibrated' };
    expect((await create(admin.email, admin.password)).code).toBe(0);
    const { status, body } = await world.login(admin);
    expect(status).toBe(200);
    expect(body.data.user.role).toBe('admin');
    const { data } = (await world.api.withBearer(body.data.access_token as string).get('/audit-events')).body;
    const events = (data as Json[])
      .reverse()
      .map(({ sequence, action, actor, target, details }): unknown[] => [
        sequence,
        action,
        actor.type,
        target?.type,
        details,
      ]);
    expect(events.slice(0, 2)).toEqual([
      [1, 'organization.created', 'system', 'organization', { plan: 'standard' }],
      [2, 'user.created', 'system', 'user', { role: 'admin', team_id: null }],
    ]);
  });
});
