import { existsSync, readdirSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSnapshot } from '../../../src/backup/database-snapshot.js';
import { blobKey } from '../../../src/integrations/storage/blob-storage.js';
import { WebhookFactory, WEBHOOK_TEST_KEY } from '../../factories/webhook.factory.js';
import type { Json } from '../../support/api-client.js';
import { runTool, type ToolResult } from '../../support/command-line.js';
import { readyManual, until, uploadManual, untilRead, wheelManual } from '../../support/manual.js';
import { outbox } from '../../support/outbox.js';
import { startS3, type TestS3 } from '../../support/s3-server.js';
import { SecondFactors, unixTime, type EnrolledApp } from '../../support/second-factors.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/test-database.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/test-world.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { totpCode } from '../../../src/modules/auth/mfa/factors/totp.js';

const SECRET_KEY = WEBHOOK_TEST_KEY;
const SERVICE = { OUTBOUND_ALLOW_LOOPBACK: 'true', SECRET_KEY };

/** A service is saved while people work, is lost, and comes back: other database, other folder, other kind of storage. */
describe('backup and restore', () => {
  let world: TestWorld;
  let receiver: WebhookReceiver;
  let s3: TestS3;
  let scratch: string;
  let backups: string;
  let made: ToolResult;
  let database: TestDatabase;
  let restored: TestWorld | null = null;

  let admin: SignedIn;
  let withApp: SignedIn & { app: EnrolledApp };
  let apiKey: string;
  let manual: Buffer;
  let document: Json;
  let unread: Json;
  let events: string[];
  /** Comments whose creation was answered before the backup began. */
  const earlierComments: string[] = [];

  const backUp = (...args: string[]): Promise<ToolResult> => {
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = world.service;
    return runTool('backup', ['--to', backups, ...args], { SECRET_KEY, DATABASE_URL, DATA_DIR });
  };
  const folder = (): string =>
    path.join(
      backups,
      readdirSync(backups).find((name) => name.endsWith('Z'))!,
    );
  const newFolder = (name: string): Promise<string> => mkdtemp(path.join(scratch, name));

  beforeAll(async () => {
    scratch = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'backup-'));
    backups = path.join(scratch, 'backups');
    // Nobody listens there: mail waits to be tried again.
    const env = { ...SERVICE, MAIL_URL: 'smtp://127.0.0.1:1' };
    [world, receiver, s3, database] = await Promise.all([
      startWorld({ env }),
      startWebhookReceiver(),
      startS3(),
      createEmptyDatabase(),
    ]);
    admin = await world.signIn({ role: 'admin' });
    const organization = { id: admin.user.organizationId };
    withApp = await new SecondFactors(world).userWithApp({ organization });
    ({ key: apiKey } = await world.identity.apiKey(admin.user));
    manual = await wheelManual();
    document = await readyManual(admin.api, manual);
    await receiver.answer('/hook', { status: 500 }, {});
    const webhooks = new WebhookFactory(world.sql);
    const endpoint = await webhooks.endpoint(`${receiver.url}/hook`, { organization });
    events = await webhooks.tell(endpoint);
    await receiver.waitFor('/hook', 1);
    await until(
      () => webhooks.deliveries(endpoint),
      ([delivery]) => delivery?.attempts === 1 && delivery.state === 'pending',
    );
    expect((await world.api.post('/auth/password/forgot', { email: admin.user.email })).status).toBe(202);
    await until(
      () => world.sql.query(`SELECT 1 FROM jobs.job WHERE name = 'account-mails' AND state = 'retry'`),
      (rows) => rows.length > 0,
    );
    // Who reads it stands before its first page for as long as the backup takes.
    const holder = await world.sql.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE pages IN SHARE MODE');
    unread = await uploadManual(
      admin.api,
      Buffer.from('HYDRAULIC RESERVOIR\n\nFill it with SKYDROL-LD4.'),
      {},
      'fluid.txt',
    );
    const writing = write();
    await until(
      () => Promise.resolve(earlierComments.length),
      (count) => count > 5,
    );
    const before = [...earlierComments];
    made = await backUp();
    await writing.stop();
    earlierComments.splice(0, earlierComments.length, ...before);
    await holder.query('ROLLBACK');
    holder.release();
  });
  afterAll(async () => {
    await restored?.stop();
    await world.stop();
    await Promise.all([receiver.stop(), s3.stop(), database.drop()]);
    await rm(scratch, { recursive: true, force: true });
  });

  /** Comments and registers webhooks until told to stop. */
  function write(): { stop(): Promise<void> } {
    let stopped = false;
    const running = (async () => {
      while (!stopped) {
        const body = `Comment ${earlierComments.length}`;
        const { status, body: answer } = await admin.api.post(`/documents/${document.id}/comments`, {
          page_number: 1,
          body,
        });
        expect(status).toBe(201);
        earlierComments.push(answer.data.id as string);
      }
    })();
    return {
      stop: () => {
        stopped = true;
        return running;
      },
    };
  }

  it('saves a service that is in use', () => {
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.output).toMatch(/ rows, [1-9]\d* jobs, 2 files, of which 2 new/);
    expect(existsSync(path.join(folder(), 'secret-key'))).toBe(false);
    expect(readdirSync(backups).sort()).toEqual([path.basename(folder()), 'blobs', 'tmp'].sort());
  });

  it('copies no stored file twice, keeps as many backups as are wanted, and no file that none of them names', async () => {
    const other = path.join(scratch, 'others');
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = world.service;
    const run = (...args: string[]): Promise<ToolResult> =>
      runTool('backup', ['--to', other, ...args], { SECRET_KEY, DATABASE_URL, DATA_DIR });
    expect((await run()).output).toContain('2 files, of which 2 new');
    expect((await run()).output).toContain('2 files, of which 0 new');
    const foreign = blobKey('ab'.repeat(32));
    await cp(path.join(folder(), 'manifest.json'), path.join(other, foreign));
    const last = await run('--keep', '2');
    expect(last.output).toContain('removed 1 earlier backups and 1 files of theirs');
    expect(readdirSync(other).filter((name) => name.endsWith('Z'))).toHaveLength(2);
    expect(existsSync(path.join(other, foreign))).toBe(false);
  });

  it('keeps stored files from being removed while it copies', async () => {
    const gone = await readyManual(admin.api, Buffer.from('LANDING LIGHT\n\nReplace the lamp LL-2271.'), {});
    const [blob] = await world.sql.query<{ sha256: string }>(
      `SELECT content_sha256 AS sha256 FROM document_revisions WHERE document_id = $1`,
      [gone.id],
    );
    const file = path.join(world.service.dataDir, blobKey(blob!.sha256));
    await world.sql.query(`UPDATE blobs SET stored_at = now() - interval '1 day' WHERE sha256 = $1`, [blob!.sha256]);
    const snapshot = await DatabaseSnapshot.open(world.service.databaseUrl);
    try {
      await expect(DatabaseSnapshot.open(world.service.databaseUrl)).rejects.toThrow('Another backup');
      expect((await admin.api.delete(`/documents/${gone.id}`)).status).toBe(204);
      const released = `SELECT 1 FROM blobs WHERE sha256 = $1 AND released_at IS NOT NULL`;
      await until(
        () => world.sql.query(released, [blob!.sha256]),
        (rows) => rows.length === 1,
      );
      expect(existsSync(file)).toBe(true);
    } finally {
      await snapshot.close();
    }
  });

  describe('of what is no backup, or not for here,', () => {
    let damaged: string;
    beforeEach(async () => {
      damaged = await newFolder('damaged-');
      await cp(backups, damaged, { recursive: true });
    });

    /** Tries to restore into the empty database and an empty folder, and looks whether anything was written. */
    async function refusal(from: string, settings: Record<string, string> = {}): Promise<string> {
      const DATA_DIR = await newFolder('refused-');
      const { code, errors } = await runTool('restore', ['--from', from], {
        SECRET_KEY,
        DATABASE_URL: database.url,
        DATA_DIR,
        ...settings,
      });
      expect({ code, written: readdirSync(DATA_DIR) }).toEqual({ code: 1, written: [] });
      expect(errors.trim().split('\n')).toHaveLength(1);
      return errors;
    }
    const inBackup = (file: string): string => path.join(damaged, path.basename(folder()), file);

    it('a flipped byte, a missing table, a cut manifest and a changed one are told', async () => {
      const table = inBackup('tables/users.copy.gz');
      const content = await readFile(table);
      const flipped = Buffer.from(content);
      flipped[20]! ^= 1;
      await writeFile(table, flipped);
      expect(await refusal(damaged)).toContain('users.copy.gz is not what was written');
      await rm(table);
      expect(await refusal(damaged)).toContain('users.copy.gz is missing');
      await writeFile(table, content);

      const manifest = await readFile(inBackup('manifest.json'), 'utf8');
      await writeFile(inBackup('manifest.json'), manifest.slice(0, 500));
      expect(await refusal(damaged)).toContain('no complete JSON');
      await writeFile(inBackup('manifest.json'), manifest.replace('"tables/users.copy.gz"', '"tables/teams.copy.gz"'));
      expect(await refusal(damaged)).toContain('was changed');
      await rm(inBackup('manifest.json'));
      expect(await refusal(damaged)).toContain('no complete backup');
    });

    it('so are a stored file that was damaged, another master key, and none', async () => {
      expect(await refusal(damaged, { SECRET_KEY: 'cd'.repeat(32) })).toContain('another master key');
      expect(await refusal(damaged, { SECRET_KEY: '' })).toContain('no master key');
      const blobs = readdirSync(path.join(damaged, 'blobs'), { recursive: true, encoding: 'utf8' });
      const blob = path.join(
        damaged,
        'blobs',
        blobs.find((name) => /[0-9a-f]{64}$/.test(name))!,
      );
      await copyFile(inBackup('manifest.json'), blob);
      expect(await refusal(damaged)).toContain('is not what was written');
      await rm(blob);
      expect(await refusal(damaged)).toContain('is missing beside it');
    });

    it('a database with rows is left alone', async () => {
      expect(await refusal(backups, { DATABASE_URL: world.service.databaseUrl })).toContain('is not empty');
    });
  });

  describe('after the loss of everything', () => {
    beforeAll(async () => {
      await world.service.kill('SIGKILL');
      const dataDir = await newFolder('restored-');
      const settings = { ...s3.env, SECRET_KEY, DATABASE_URL: database.url, DATA_DIR: dataDir };
      const verified = await runTool('backup-verify', ['--from', folder()], settings);
      expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('all sound') as string });
      const result = await runTool('restore', ['--from', folder()], settings);
      expect(result).toMatchObject({ code: 0, errors: '' });
      const audit = await runTool('audit-verify', [], settings);
      expect(audit).toMatchObject({ code: 0, errors: '' });
      const place = { databaseUrl: database.url, dataDir };
      restored = await startWorld({ beside: place, env: { ...SERVICE, ...s3.env } });
    });

    it('sessions, passwords, second factors and API keys work', async () => {
      const { api, sql } = restored!;
      expect((await api.withBearer(admin.accessToken).get('/users/me')).status).toBe(200);
      await restored!.signIn(admin.user);
      const { body } = await restored!.login(withApp.user);
      await sql.query(`UPDATE mfa_methods SET last_used_step = NULL`);
      const code = totpCode(withApp.app.secret, unixTime());
      const mfa_token = body.data.mfa_token as string;
      expect((await api.post('/auth/mfa/verify', { mfa_token, code })).status).toBe(200);
      expect((await api.withKey(apiKey).get('/documents')).status).toBe(200);
    });

    it('files are byte for byte what they were, searches find, comments of before the backup are all there', async () => {
      const api = restored!.api.withBearer(admin.accessToken);
      const { databaseUrl } = restored!.service;
      const file = await fetch(`${restored!.service.baseUrl}/api/v1/documents/${document.id}/content`, {
        headers: { authorization: `Bearer ${admin.accessToken}` },
      });
      expect(Buffer.from(await file.arrayBuffer()).equals(manual)).toBe(true);
      const found = await until(
        () => api.post('/search/documents', { query: 'brake unit attachment bolts torque' }),
        ({ body }) => body.data.length > 0,
      );
      expect(found.body.data[0].id).toBe(document.id);
      expect(databaseUrl).toBe(database.url);
      const comments = await restored!.sql.query<{ id: string }>('SELECT id FROM comments ORDER BY id');
      const ids = comments.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(earlierComments));
    });

    it('goes on with what was under way: reading, mail, deliveries', async () => {
      const { sql } = restored!;
      const api = restored!.api.withBearer(admin.accessToken);
      expect((await untilRead(api, unread.id as string)).ingestion.state).toBe('ready');
      await outbox(restored!.service.dataDir).waitForMail(admin.user.email);
      const [endpoint] = await sql.query<{ id: string }>('SELECT id FROM webhook_endpoints');
      await new WebhookFactory(sql).skipPause({ id: endpoint!.id, organizationId: '', secret: '' });
      const [, second] = await receiver.waitFor('/hook', 2);
      expect(second!.headers['webhook-id']).toBe(events[0]);
    });

    it('new rows come behind those that there were', async () => {
      const [before] = await restored!.sql.query<{ last: string }>('SELECT max(position) AS last FROM webhook_events');
      const api = restored!.api.withBearer(admin.accessToken);
      await readyManual(api, Buffer.from('FUEL PUMP\n\nReplace the pump FP-9911.'), {});
      const [after] = await restored!.sql.query<{ last: string }>('SELECT max(position) AS last FROM webhook_events');
      expect(Number(after!.last)).toBeGreaterThan(Number(before!.last));
    });

    it('can be saved again from there, and come back as an embedded database beside a running service', async () => {
      const { databaseUrl: DATABASE_URL, dataDir } = restored!.service;
      const again = path.join(scratch, 'again');
      const source = { ...s3.env, SECRET_KEY, DATABASE_URL, DATA_DIR: dataDir };
      expect(await runTool('backup', ['--to', again], source)).toMatchObject({ code: 0, errors: '' });
      const DATA_DIR = await newFolder('embedded-');
      const target = { SECRET_KEY, DATA_DIR };
      expect(await runTool('restore', ['--from', again], target)).toMatchObject({ code: 0, errors: '' });
      const verified = await runTool('storage-verify', [], target);
      expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+ files, 0 damaged/) as string });
    });
  });
});
