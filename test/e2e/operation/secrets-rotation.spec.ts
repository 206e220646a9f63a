import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { SecretKeyFile } from '../../../src/common/crypto/secret-key-file.js';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import { compiledFile } from '@amks/reader/processes/installation.js';
import type { ApiResponse } from '../../support/api/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const PURPOSE = 'idempotent responses';
const ROWS = 250;

/** `npm run secrets:rotate` killed in the middle and run again, while a service is in use. */
describe('rotation of the master key under a running service', () => {
  let world: TestWorld;
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => {
    children.forEach((child) => child.kill('SIGKILL'));
    await world.stop();
  });

  function rotate(): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = world.service;
    const child = spawn(process.execPath, [compiledFile('secrets-rotate.js')], {
      cwd: DATA_DIR,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL, DATA_DIR },
    });
    children.add(child);
    const written = Promise.all([text(child.stdout), text(child.stderr)]);
    const ended = once(child, 'close').then(async () => ({
      code: child.exitCode,
      output: (await written).join('\n'),
    }));
    return { child, ended };
  }

  const lines = (): string[] => readFileSync(path.join(world.service.dataDir, 'secret-key'), 'utf8').trim().split('\n');

  /** Every sealed value there is, opened; and how many are under the present key. */
  async function openAll(secrets: Secrets): Promise<{ renewed: number; total: number }> {
    const responses = await world.sql.query<{ sealed: Buffer }>(
      'SELECT response AS sealed FROM idempotency_keys WHERE response IS NOT NULL',
    );
    const keys = await world.sql.query<{ sealed: Buffer }>('SELECT sealed_private_key AS sealed FROM signing_keys');
    for (const { sealed } of responses) secrets.decrypt(sealed, PURPOSE);
    for (const { sealed } of keys) secrets.decrypt(sealed, 'signing keys');
    const all = [...responses, ...keys];
    return { renewed: all.filter(({ sealed }) => !secrets.needsReseal(sealed)).length, total: all.length };
  }

  /** Uses what is sealed until told to stop: answers are kept, repeated and compared. */
  function useTheService({ api, user }: SignedIn): { stop(): Promise<number> } {
    let stopped = false;
    let rounds = 0;
    const running = (async () => {
      while (!stopped) {
        const headers = { 'idempotency-key': randomUUID() };
        const answers: ApiResponse[] = [];
        for (let time = 0; time < 2; time += 1) {
          answers.push(await api.post('/api-keys', { name: 'CI', scopes: ['document.view'] }, headers));
        }
        expect(answers.map(({ status }) => status)).toEqual([201, 201]);
        expect(answers[1]!.body.data).toEqual(answers[0]!.body.data);
        expect((await world.login(user)).status).toBe(200);
        rounds += 1;
        // In use, not under load: the rotation must make progress.
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    })();
    return {
      stop: async () => {
        stopped = true;
        await running;
        return rounds;
      },
    };
  }

  it('keeps all readable, before, in the middle of and after a rotation that is killed once', async () => {
    const secrets = new Secrets(new SecretKeyFile(world.service.dataDir).keys);
    const person = await world.signIn();
    const request = { name: 'before', scopes: ['document.view'] };
    const headers = { 'idempotency-key': randomUUID() };
    const before = await person.api.post('/api-keys', request, headers);
    for (let n = 0; n < ROWS; n += 1) {
      await world.sql.insert('idempotency_keys', {
        organization_id: person.user.organizationId,
        user_id: person.user.id,
        key: `row ${String(n).padStart(4, '0')}`,
        request_hash: randomBytes(32),
        status: 201,
        response: secrets.encrypt(Buffer.from(`{"data":${n},"warnings":[]}`), PURPOSE),
      });
    }
    const [oldKey] = lines();
    expect(lines()).toHaveLength(1);
    const use = useTheService(await world.signIn());

    // The rotation skips rows that requests hold until they are free, so it stops half-way for as long as the test needs.
    const holder = await world.sql.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT 1 FROM idempotency_keys WHERE key BETWEEN 'row 0120' AND 'row 0249' FOR UPDATE`);
    const killed = rotate();
    const isHalf = async (): Promise<boolean> => lines().length === 2 && (await openAll(secrets)).renewed > 100;
    await until(async () => killed.child.exitCode !== null || (await isHalf()));
    expect(killed.child.exitCode).toBeNull();
    killed.child.kill('SIGKILL');
    await killed.ended;
    await holder.query('ROLLBACK');
    holder.release();

    expect(lines()).toHaveLength(2);
    expect(lines()[1]).toBe(oldKey);
    const half = await openAll(new Secrets(new SecretKeyFile(world.service.dataDir).keys));
    expect(half.total - half.renewed).toBeGreaterThanOrEqual(130);
    expect((await person.api.post('/api-keys', request, headers)).body.data).toEqual(before.body.data);

    const { code, output } = await rotate().ended;
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('the old key was deleted') as string,
    });
    expect(await use.stop()).toBeGreaterThan(2);

    expect(lines()).toHaveLength(1);
    expect(lines()).not.toContain(oldKey);
    const recorded = await world.sql.query(`SELECT details FROM audit_records WHERE action = 'secrets.rotated'`);
    expect(recorded).toEqual([{ details: { new_key: false, dropped: true } }]);
    const alone = new Secrets(Buffer.from(lines()[0]!, 'base64'));
    const { renewed, total } = await openAll(alone);
    expect(total).toBeGreaterThan(ROWS);
    expect(renewed).toBe(total);

    // Nothing of the old key is left in memory either: a process that never saw it serves the same.
    await world.service.restart();
    const again = await person.api.post('/api-keys', request, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body.data).toEqual(before.body.data);
  });
});
