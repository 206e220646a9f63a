import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { newId } from '../../../src/common/ids/type-id.js';
import { createS3Client } from '../../../src/integrations/storage/s3-client.js';
import { parseStorageUrl } from '../../../src/integrations/storage/storage-url.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { S3_ACCOUNT, S3_BUCKET, startS3, type TestS3 } from '../../support/peers/s3-server.js';
import { IMPORT_DEFAULTS, untilImport } from '../../support/scenes/import-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { until } from '../../support/until.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('the source of an import', () => {
  const own = newId('organization');
  let share: string;
  let s3: TestS3;
  let client: S3Client;
  let world: TestWorld;
  let admin: SignedIn;

  beforeAll(async () => {
    share = await mkdtemp(path.join(os.tmpdir(), 'share-'));
    s3 = await startS3();
    client = createS3Client(parseStorageUrl(s3.storageUrl()), S3_ACCOUNT);
    world = await startWorld({
      env: {
        INGESTION_CONCURRENCY: '0',
        IMPORT_MAX_FILES: '20',
        IMPORT_MAX_UNPACKED_BYTES: '1000000',
        IMPORT_ROOTS: `${own}=${share}/library,${own}=${s3.storageUrl('library')},${newId('organization')}=${share}/other`,
        STORAGE_ACCESS_KEY_ID: S3_ACCOUNT.accessKeyId,
        STORAGE_SECRET_ACCESS_KEY: S3_ACCOUNT.secretAccessKey,
      },
    });
    await world.sql.insert('organizations', { id: own, name: 'Share Air', plan: 'enterprise' });
    admin = await world.signIn({ organization: { id: own }, role: 'admin' });
  });
  beforeEach(async () => {
    for (const folder of ['library', 'other']) await rm(path.join(share, folder), { recursive: true, force: true });
    await write('other/secret.txt', 'Nobody else may read this.');
  });
  afterAll(async () => {
    client.destroy();
    await world.stop();
    await s3.stop();
    await rm(share, { recursive: true, force: true });
  });

  const write = async (name: string, content: string): Promise<void> => {
    await mkdir(path.join(share, path.dirname(name)), { recursive: true });
    await writeFile(path.join(share, name), content);
  };
  const put = (key: string, content: string): Promise<unknown> =>
    client.send(new PutObjectCommand({ Bucket: S3_BUCKET, Key: key, Body: content }));
  const send = (source: string, fields: Record<string, string> = {}, { api } = admin) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...IMPORT_DEFAULTS, ...fields, source })) form.set(name, value);
    return api.request('POST', '/imports', { body: form });
  };
  const run = async (source: string, fields: Record<string, string> = {}): Promise<[Json, Record<string, string>]> => {
    const { id } = await ok(send(source, fields));
    const made = await untilImport(admin.api, id, ['reading', 'completed', 'failed']);
    const items = (await ok(admin.api.get(`/imports/${String(id)}/items?limit=100`))) as Json[];
    return [made, Object.fromEntries(items.map(({ path: name, state, error }) => [name, error?.code ?? state]))];
  };

  it('is a folder that the operator allowed, with its manifest', async () => {
    await write('library/AMM/32 Wheels rev 4.txt', 'Torque the nut to 90 N·m.');
    await write('library/cards/TC-1.txt', 'Oil the pin.');
    await write('library/.git/config', 'x');
    await write('library/manifest.csv', 'path,document_number\ncards/TC-1.txt,TC-1\ncards/TC-9.txt,TC-9\n');
    const [made, outcomes] = await run(`${share}/library`, { rules: '[{"path": "AMM/**", "document_type": "AMM"}]' });
    expect(outcomes).toEqual({
      'AMM/32 Wheels rev 4.txt': 'created',
      'cards/TC-1.txt': 'created',
      'cards/TC-9.txt': 'not_in_archive',
    });
    expect(made).toMatchObject({ source: `${share}/library`, file_name: 'library', size: 0 });
    const [, again] = await run(`${share}/library/`);
    expect(again).toMatchObject({ 'AMM/32 Wheels rev 4.txt': 'unchanged', 'cards/TC-1.txt': 'unchanged' });
    const [, below] = await run(`${share}/library/cards`);
    expect(below).toEqual({ 'TC-1.txt': 'unchanged' });
  });

  it('leads nowhere else by links', async () => {
    await write('library/a.txt', 'Oil the cam.');
    await symlink('../other/secret.txt', path.join(share, 'library/link.txt'));
    await symlink('../other', path.join(share, 'library/folder'));
    const [, outcomes] = await run(`${share}/library`);
    expect(outcomes).toEqual({ 'a.txt': 'created', folder: 'not_a_file', 'link.txt': 'not_a_file' });
    const [made] = await run(`${share}/library/folder`);
    expect(made).toMatchObject({ state: 'failed', error: { code: 'source_unavailable' } });
  });

  it('fails if it is gone, or has too many files or bytes', async () => {
    const [gone] = await run(`${share}/library/nowhere`);
    expect(gone.error).toEqual({ code: 'source_unavailable', message: 'The source cannot be read (ENOENT).' });
    for (let n = 0; n <= 20; n += 1) await write(`library/${n}.txt`, `Oil pin ${n}.`);
    expect((await run(`${share}/library`))[0]).toMatchObject({ state: 'failed', error: { code: 'archive_entries' } });
    await rm(path.join(share, 'library'), { recursive: true });
    await write('library/large.txt', 'x'.repeat(1_000_001));
    expect((await run(`${share}/library`))[0]).toMatchObject({ state: 'failed', error: { code: 'archive_size' } });
  });

  it('may lose files while it is imported: the others are filed', async () => {
    await write('library/a.txt', 'Grease the cam.');
    await write('library/b.txt', 'Grease the rod.');
    await write('library/c/d.txt', 'Grease the bolt.');
    // After the files are listed, before the first is opened.
    const holder = await world.sql.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE import_items IN EXCLUSIVE MODE');
    const running = run(`${share}/library`);
    await world.sql.untilBlocked(holder);
    await rm(path.join(share, 'library/a.txt'));
    await rename(path.join(share, 'library/c'), path.join(share, 'other/c'));
    await symlink('../other/c', path.join(share, 'library/c'));
    await holder.query('COMMIT');
    holder.release();
    const [made, outcomes] = await running;
    expect(made.error).toBeNull();
    expect(outcomes).toEqual({ 'a.txt': 'file_missing', 'b.txt': 'created', 'c/d.txt': 'source_unavailable' });
  });

  it('waits for a share that is away', async () => {
    await write('library/a.txt', 'Wipe the cam.');
    await write('library/b.txt', 'Wipe the rod.');
    const holder = await world.sql.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE import_items IN EXCLUSIVE MODE');
    const running = run(`${share}/library`);
    await world.sql.untilBlocked(holder);
    await rename(path.join(share, 'library'), path.join(share, 'away'));
    await holder.query('COMMIT');
    holder.release();
    await until(
      () => ok(admin.api.get('/imports?limit=1')),
      ([one]: Json[]) => one!.state === 'running',
    );
    await rename(path.join(share, 'away'), path.join(share, 'library'));
    expect((await running)[1]).toEqual({ 'a.txt': 'created', 'b.txt': 'created' });
  });

  it('is a prefix of a bucket', async () => {
    await put('library/AMM/engine oil.txt', 'Torque the plug to 9 N·m.');
    await put('library/AMM/', '');
    await put('library/manifest.json', '[{"path": "AMM/engine oil.txt", "title": "Engine oil"}]');
    await put('other/secret.txt', 'Nobody else may read this.');
    const [made, outcomes] = await run(`s3://${S3_BUCKET}/library`);
    expect([made.error, outcomes]).toEqual([null, { 'AMM/engine oil.txt': 'created' }]);
    const [, below] = await run(`s3://${S3_BUCKET}/library/AMM/`);
    expect(below).toEqual({ 'engine oil.txt': 'unchanged' });
    for (let n = 0; n <= 20; n += 1) await put(`library/many/${n}.txt`, `Wipe pin ${n}.`);
    expect((await run(`s3://${S3_BUCKET}/library/many`))[0].error.code).toBe('archive_entries');
    await s3.halt();
    const [failed] = await run(`s3://${S3_BUCKET}/library`);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'source_unavailable' } });
    await s3.start();
  });

  it('is refused outside of the roots of the organization, whether it exists or not', async () => {
    const stranger = await world.signIn({ role: 'admin' });
    const sources = [
      ...[
        `${share}/other`,
        `${share}/nowhere`,
        `${share}/library/../other`,
        share,
        `${share}/library2`,
        'library',
        '/',
      ],
      ...[`s3://${S3_BUCKET}/other`, `s3://${S3_BUCKET}`, `s3://${S3_BUCKET}/library2`, 's3://else/library', 's3://'],
    ];
    for (const source of sources) {
      const response = await send(source);
      expect([source, response.status, errorOf(response).reason]).toEqual([source, 403, 'source_not_allowed']);
    }
    const response = await send(`${share}/library`, {}, stranger);
    expect([response.status, errorOf(response).reason]).toEqual([403, 'source_not_allowed']);
  });

  it('replaces the archive', async () => {
    const neither = await admin.api.request('POST', '/imports', { body: new FormData() });
    expect([neither.status, errorOf(neither).field]).toEqual([400, 'file']);
    const both = await admin.api.upload(
      '/imports',
      { source: `${share}/library` },
      { content: 'PK\x03\x04', name: 'a.zip' },
    );
    expect([both.status, errorOf(both).field]).toEqual([400, 'source']);
  });
});
