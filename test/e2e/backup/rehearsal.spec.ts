import { existsSync, readdirSync } from 'node:fs';
import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseManifest, serializeManifest } from '../../../src/backup/backup-manifest.js';
import { DatabaseSnapshot } from '../../../src/backup/database-snapshot.js';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import { EmbeddedPostgres } from '../../../src/integrations/embedded-postgres/embedded-postgres.js';
import { blobKey } from '../../../src/integrations/storage/blob-storage.js';
import { totpCode } from '../../../src/modules/auth/mfa/factors/totp.js';
import { WebhookFactory } from '../../factories/webhook.factory.js';
import { BackupScene, SCENE_KEY, SCENE_SERVICE } from '../../support/scenes/backup-scene.js';
import { runTool, startTool } from '../../support/service/command-line.js';
import { readyManual, untilRead } from '../../support/manuals/manual.js';
import { outbox } from '../../support/service/outbox.js';
import { startS3, type TestS3 } from '../../support/peers/s3-server.js';
import { unixTime } from '../../support/sign-in/second-factors.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const SECRET_KEY = SCENE_KEY;

/** A service is saved while people work, is lost, and comes back: other database, other folder, other kind of storage. */
describe('backup and restore', () => {
  let scene: BackupScene;
  let s3: TestS3;
  let backup: string;
  /** Where it comes back. */
  let database: TestDatabase;
  let target: TestSql;
  let restored: TestWorld | null = null;

  beforeAll(async () => {
    [scene, s3, database] = await Promise.all([BackupScene.start(), startS3(), createEmptyDatabase()]);
    target = new TestSql(database.url);
    backup = await scene.backup();
  });
  afterAll(async () => {
    await restored?.stop();
    await target.close();
    await Promise.all([scene.stop(), s3.stop(), database.drop()]);
  });

  it('saves a service that is in use', () => {
    const { made, backups } = scene;
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.output).toMatch(/ rows, [1-9]\d* jobs, 2 files, of which 2 new/);
    expect(existsSync(path.join(backup, 'secret-key'))).toBe(false);
    expect(readdirSync(backups).sort()).toEqual([path.basename(backup), 'blobs', 'tmp'].sort());
  });

  it('copies no stored file twice, keeps as many backups as are wanted, and no file that none of them names', async () => {
    const other = path.join(scene.scratch, 'others');
    expect((await scene.backUp(other)).output).toContain('2 files, of which 2 new');
    expect((await scene.backUp(other)).output).toContain('2 files, of which 0 new');
    const foreign = blobKey('ab'.repeat(32));
    await cp(path.join(backup, 'manifest.json'), path.join(other, foreign));
    const last = await scene.backUp(other, '--keep', '2');
    expect(last.output).toContain('removed 1 earlier backups and 1 of their files');
    expect(readdirSync(other).filter((name) => name.endsWith('Z'))).toHaveLength(2);
    expect(existsSync(path.join(other, foreign))).toBe(false);
  });

  it('names a stored file that is missing, and saves the others', async () => {
    const { dataDir } = scene.world.service;
    const [blob] = await scene.world.sql.query<{ sha256: string }>(
      `SELECT content_sha256 AS sha256 FROM document_revisions WHERE document_id = $1`,
      [scene.document.id],
    );
    const file = path.join(dataDir, blobKey(blob!.sha256));
    const [aside, other] = [path.join(scene.scratch, 'aside'), path.join(scene.scratch, 'incomplete')];
    await cp(file, aside);
    await rm(file);
    const result = await scene.backUp(other);
    await cp(aside, file);
    expect(result).toMatchObject({ code: 3, errors: `${blob!.sha256}: MISSING OR DAMAGED, not in the backup\n` });
    expect(result.output).toContain('1 files, of which 1 new');
    const verified = await runTool('backup-verify', ['--from', other], { SECRET_KEY, DATA_DIR: dataDir });
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('1 files, all sound') as string });
    expect(verified.errors).toContain(`${blob!.sha256}: was missing`);
  });

  it('keeps stored files from being removed while it copies, and tables from being changed', async () => {
    const { admin, world } = scene;
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
      await expect(
        world.sql.query(`SET lock_timeout = '10ms'; ALTER TABLE comments ADD COLUMN later text`),
      ).rejects.toThrow('lock timeout');
    } finally {
      await snapshot.close();
    }
  });

  describe('of what is no backup, or not for here,', () => {
    let damaged: string;
    beforeEach(async () => {
      damaged = await scene.newFolder('damaged');
      await cp(scene.backups, damaged, { recursive: true });
    });

    /** Tries to restore into the empty database and an empty folder, and checks that nothing was written. */
    async function refusal(from: string, settings: Record<string, string> = {}): Promise<string> {
      const DATA_DIR = await scene.newFolder('refused');
      const env = { SECRET_KEY, DATABASE_URL: database.url, DATA_DIR, ...settings };
      const { code, errors } = await runTool('restore', ['--from', from], env);
      const tables = await target.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`);
      expect({ code, files: readdirSync(DATA_DIR), tables }).toEqual({ code: 1, files: [], tables: [] });
      expect(errors.trim().split('\n')).toHaveLength(1);
      return errors;
    }
    const inBackup = (file: string): string => path.join(damaged, path.basename(backup), file);

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
      expect(await refusal(damaged)).toContain('is missing');
    });

    it('so is a newer version of the service, before even an embedded database is made', async () => {
      const secrets = new Secrets(Buffer.from(SECRET_KEY, 'hex'));
      const manifest = parseManifest(await readFile(inBackup('manifest.json'), 'utf8'), secrets);
      manifest.migrations.push('OfATimeToCome9764000000000');
      await writeFile(inBackup('manifest.json'), serializeManifest(manifest, secrets));
      expect(await refusal(damaged, { DATABASE_URL: '' })).toContain(
        'migration OfATimeToCome9764000000000: restore it',
      );
    });

    it('a database with rows is left alone', async () => {
      const { databaseUrl } = scene.world.service;
      expect(await refusal(scene.backups, { DATABASE_URL: databaseUrl })).toContain('is not empty');
    });
  });

  describe('after the loss of everything', () => {
    let settings: Record<string, string> & { DATA_DIR: string };
    beforeAll(async () => {
      await scene.world.service.kill('SIGKILL');
      settings = { ...s3.env, SECRET_KEY, DATABASE_URL: database.url, DATA_DIR: await scene.newFolder('restored') };
    });

    it('ends in the middle without a row of it', async () => {
      expect(await runTool('migration', ['run'], settings)).toMatchObject({ code: 0 });
      const holder = await target.connect();
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE comments IN SHARE MODE');
      const restore = startTool('restore', ['--from', backup], settings);
      const loading = `SELECT wait_event_type, query FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'amks restore'`;
      await until(
        () => target.query(loading),
        ([one]) => one?.wait_event_type === 'Lock' && String(one.query).startsWith('COPY "comments"'),
      );
      restore.kill();
      await restore.ended;
      await holder.query('ROLLBACK');
      holder.release();
      await until(
        () => target.query(loading),
        (rows) => rows.length === 0,
      );
      expect(await target.query('SELECT id FROM users')).toEqual([]);
    });

    it('comes back, with a trail that holds, and is refused where it came back already', async () => {
      const verified = await runTool('backup-verify', ['--from', backup], settings);
      expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('all sound') as string });
      const result = await runTool('restore', ['--from', backup], settings);
      expect(result).toMatchObject({ code: 0, errors: '' });
      const audit = await runTool('audit-verify', [], settings);
      expect(audit).toMatchObject({ code: 0, errors: '' });
      const again = await runTool('restore', ['--from', backup], settings);
      expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('is not empty') as string });
      const beside = { databaseUrl: database.url, dataDir: settings.DATA_DIR };
      restored = await startWorld({ beside, env: { ...SCENE_SERVICE, ...s3.env } });
    });

    it('sessions, passwords, second factors and API keys work', async () => {
      const { admin, withApp, apiKey } = scene;
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

    it('ends sessions whose refresh token was exchanged since', async () => {
      const { withApp, laterToken } = scene;
      const api = restored!.api.withBearer(withApp.accessToken);
      expect((await api.get('/users/me')).status).toBe(200);
      expect((await restored!.api.post('/auth/refresh', { refresh_token: laterToken })).status).toBe(401);
      expect((await api.get('/users/me')).status).toBe(401);
    });

    it('files are byte for byte what they were, searches find, comments of before the backup are all there', async () => {
      const { admin, document, manual, comments } = scene;
      const api = restored!.api.withBearer(admin.accessToken);
      const file = await fetch(`${restored!.service.baseUrl}/api/v1/documents/${document.id}/content`, {
        headers: { authorization: `Bearer ${admin.accessToken}` },
      });
      expect(Buffer.from(await file.arrayBuffer()).equals(manual)).toBe(true);
      const found = await until(
        () => api.post('/search/documents', { query: 'brake unit attachment bolts torque' }),
        ({ body }) => body.data.length > 0,
      );
      expect(found.body.data[0].id).toBe(document.id);
      const rows = await restored!.sql.query<{ id: string }>('SELECT id FROM comments');
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(comments));
    });

    it('goes on with what was under way: reading, mail, deliveries', async () => {
      const { admin, unread, receiver, event } = scene;
      const { sql, service } = restored!;
      const api = restored!.api.withBearer(admin.accessToken);
      expect((await untilRead(api, unread.id as string)).ingestion.state).toBe('ready');
      await outbox(service.dataDir).waitForMail(admin.user.email);
      const [endpoint] = await sql.query<{ id: string }>('SELECT id FROM webhook_endpoints');
      await new WebhookFactory(sql).skipPause({ id: endpoint!.id, organizationId: '', secret: '' });
      const [, second] = await receiver.waitFor('/hook', 2);
      expect(second!.headers['webhook-id']).toBe(event);
    });

    it('new rows come behind those that there were', async () => {
      const [before] = await restored!.sql.query<{ last: string }>('SELECT max(position) AS last FROM webhook_events');
      const api = restored!.api.withBearer(scene.admin.accessToken);
      await readyManual(api, Buffer.from('FUEL PUMP\n\nReplace the pump FP-9911.'), {});
      const [after] = await restored!.sql.query<{ last: string }>('SELECT max(position) AS last FROM webhook_events');
      expect(Number(after!.last)).toBeGreaterThan(Number(before!.last));
    });

    it('can be saved again from there, come back as an embedded database, and be saved while that runs', async () => {
      const again = path.join(scene.scratch, 'again');
      expect(await runTool('backup', ['--to', again], settings)).toMatchObject({ code: 0, errors: '' });
      const embedded = { SECRET_KEY, DATA_DIR: await scene.newFolder('embedded') };
      expect(await runTool('restore', ['--from', again], embedded)).toMatchObject({ code: 0, errors: '' });
      const verified = await runTool('storage-verify', [], embedded);
      expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+ files, 0 damaged/) as string });
      const running = await EmbeddedPostgres.start({ dataDir: embedded.DATA_DIR, database: 'amks' });
      try {
        expect(await runTool('backup', ['--to', again], embedded)).toMatchObject({ code: 0, errors: '' });
      } finally {
        await running.stop();
      }
    });
  });
});
