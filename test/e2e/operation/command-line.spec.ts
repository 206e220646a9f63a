import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { outbox } from '../../support/service/outbox.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('tools of the command line', () => {
  let world: TestWorld;
  beforeAll(async () => {
    // Nobody listens there: what the service is to send stays pending.
    world = await startWorld({ env: { MAIL_URL: 'smtp://127.0.0.1:1' } });
  });
  afterAll(() => world.stop());

  const jobs = (): Promise<{ id: string; state: string; retry_count: number }[]> =>
    world.sql.query(`SELECT id, state::text, retry_count FROM jobs.job WHERE name = 'account-mails'`);
  const tokens = (): Promise<object[]> => world.sql.query(`SELECT id FROM one_time_tokens ORDER BY id`);

  it('leave mail and other background work to the service: their shell may not know its mail server', async () => {
    const { email } = await world.identity.user();
    expect((await world.api.post('/auth/password/forgot', { email })).status).toBe(202);
    await until(async () => (await jobs())[0]?.state === 'retry');
    await world.service.kill();
    await world.sql.query(`UPDATE jobs.job SET start_after = now() WHERE name = 'account-mails'`);
    await world.sql.query(`INSERT INTO login_failures (key, points, expire) VALUES ('account:password:old', 1, 0)`);
    const before = { jobs: await jobs(), tokens: await tokens() };
    expect(before.jobs).toHaveLength(1);

    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = world.service;
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL, DATA_DIR };
    const tool = spawn(process.execPath, [compiledFile('secrets-rotate.js')], { cwd: DATA_DIR, env });
    tool.stdout.resume();
    tool.stderr.resume();
    const [code] = (await once(tool, 'close')) as [number];

    expect(code).toBe(0);
    expect({ jobs: await jobs(), tokens: await tokens() }).toEqual(before);
    expect(await outbox(DATA_DIR).messagesTo(email)).toEqual([]);
    expect(await world.sql.query(`SELECT key FROM login_failures WHERE expire = 0`)).toHaveLength(1);
  });
});
