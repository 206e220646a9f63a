import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { MALWARE, startClamd, type TestClamd } from '../../support/peers/clamd.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf, manualFields, untilRead, uploadManual, wheelManual } from '../../support/manuals/manual.js';
import { fetchImage } from '../../support/manuals/page-images.js';
import { startS3, type TestS3 } from '../../support/peers/s3-server.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const sha256Of = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');
const keyOf = (sha256: string): string => `blobs/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

describe('the service with an object store and a malware scanner', () => {
  let s3: TestS3;
  let clamd: TestClamd;
  let world: TestWorld;
  let admin: SignedIn;
  let env: Record<string, string>;
  beforeAll(async () => {
    [s3, clamd] = await Promise.all([startS3(), startClamd()]);
    env = { ...s3.env, CLAMAV_URL: clamd.url };
    world = await startWorld({ env });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(async () => {
    await world.stop();
    await clamd.stop();
    await s3.stop();
  });
  afterEach(async () => {
    clamd.mode = 'scan';
    await s3.start();
    await s3.tell(null);
  });

  const upload = (content: Uint8Array | string) =>
    admin.api.upload('/documents', manualFields(), { content, name: 'a.txt' });
  const content = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${world.service.baseUrl}/api/v1/documents/${id}/content`, {
      headers: { authorization: `Bearer ${admin.accessToken}`, ...headers },
    });
  const age = (sha256: string): Promise<unknown> =>
    world.sql.query(`UPDATE blobs SET stored_at = now() - interval '25 hours' WHERE sha256 = $1`, [sha256]);

  it('stores, reads and serves a file, and keeps no copy of it', async () => {
    const pdf = await wheelManual();
    const { id } = await uploadManual(admin.api, pdf);
    expect(await s3.keys()).toContain(keyOf(sha256Of(pdf)));
    expect(await untilRead(admin.api, id as string)).toMatchObject({ page_count: 3, ingestion: { state: 'ready' } });
    const whole = await content(id as string);
    expect(pdf.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
    const part = await content(id as string, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${pdf.length}`]);
    expect(pdf.subarray(100, 200).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
    const first = await content(id as string, { range: 'bytes=0-0' });
    expect((await first.arrayBuffer()).byteLength).toBe(1);
    const unchanged = await content(id as string, { 'if-none-match': whole.headers.get('etag')! });
    expect(unchanged.status).toBe(304);
    const image = await fetchImage(world, admin, `/documents/${id}/pages/1/image`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await readdir(world.service.dataDir)).not.toContain('blobs');
  });

  it('accepts nothing but what the scanner found clean, and records what it refused', async () => {
    const temporaryFiles = () => readdir(path.join(world.service.dataDir, 'tmp'));
    const [before, copies] = [await s3.keys(), await temporaryFiles()];
    const large = Buffer.concat([Buffer.from(`${MALWARE}\n`), Buffer.alloc(8 * 1024 ** 2, 'Torque 120 Nm.\n')]);
    for (const body of [`Torque.\n${MALWARE}\n`, large]) {
      const refused = await upload(body);
      expect(errorOf(refused)).toMatchObject({ status: 422, reason: 'malware' });
      expect(refused.body.error.details.signature).toBe('Test.Malware-1');
    }
    clamd.mode = 'limit';
    // Refused in the middle of the file: what follows on the same connection must not wait for the rest of it.
    for (const lines of [20_000, 400_000, 20_000, 2_000_000]) {
      const refused = errorOf(await upload('Torque 120 Nm.\n'.repeat(lines)));
      expect(refused).toMatchObject({ status: 422, reason: 'malware_scan_limit' });
    }
    clamd.mode = 'close';
    const unavailable = await upload('Torque 120 Nm.');
    expect(errorOf(unavailable)).toMatchObject({ status: 503, reason: 'malware_scanner' });
    expect(unavailable.headers.get('retry-after')).toBe('30');
    expect(await s3.keys()).toEqual(before);
    expect(await temporaryFiles()).toEqual(copies);
    const { body } = await admin.api.get('/audit-events?action=document.upload_refused');
    expect(body.data).toHaveLength(6);
    expect((body.data as Json[]).at(-1)).toMatchObject({
      result: 'failure',
      reason: 'malware',
      actor: { id: admin.user.id },
      details: { signature: 'Test.Malware-1' },
    });
  });

  it('says that it cannot store while the store is down, and goes on afterwards', async () => {
    const { id } = await uploadManual(admin.api, 'Stored before.');
    await s3.halt();
    const refused = await upload('Comes at the wrong time.');
    expect(errorOf(refused)).toMatchObject({ status: 503, reason: 'storage' });
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await content(id as string)).status).toBe(503);
    const ready = await fetch(`${world.service.baseUrl}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain('"storage":"failed"');
    expect((await fetch(`${world.service.baseUrl}/healthz`)).status).toBe(200);
    await s3.start();
    await until(
      () => fetch(`${world.service.baseUrl}/readyz`),
      ({ status }) => status === 200,
    );
    expect((await upload('Comes at the right time.')).status).toBe(202);
  });

  it('keeps nothing of refused uploads, and notices damage when it next looks', async () => {
    const orphan = `Nobody asked for this. ${randomBytes(8).toString('hex')}`;
    expect(
      (await admin.api.upload('/documents', { ...manualFields(), document_type: 'X' }, { content: orphan })).status,
    ).toBe(400);
    expect(await s3.keys()).not.toContain(keyOf(sha256Of(orphan)));
    const { id } = await uploadManual(admin.api, 'Precious.');
    const { id: sound } = await uploadManual(admin.api, 'Sound.');
    await untilRead(admin.api, id as string);
    await writeFile(s3.fileOf(keyOf(sha256Of('Precious.'))), 'Rotten...');
    for (const text of ['Precious.', 'Sound.']) await age(sha256Of(text));
    // It looks at start, and then every hour.
    await world.service.restart();
    const damaged = await until(
      () => content(id as string),
      ({ status }) => status !== 200,
    );
    expect(damaged.status).toBe(503);
    expect(await damaged.text()).toContain('content_damaged');
    expect((await content(sound as string)).status).toBe(200);
    expect((await fetch(`${world.service.baseUrl}/readyz`)).status).toBe(200);
    expect(world.service.logs().some(({ msg }) => msg === 'a stored file is damaged')).toBe(true);
    const verify = async (settings = {}): Promise<{ code: number; output: string }> =>
      promisify(execFile)(process.execPath, [path.join(projectRoot(), 'dist/bin/storage-verify.js')], {
        env: {
          ...env,
          PATH: process.env.PATH,
          DATABASE_URL: world.service.databaseUrl,
          DATA_DIR: world.service.dataDir,
          ...settings,
        },
      }).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          output: stdout + stderr,
        }),
      );
    // Run by hand without the service's STORAGE_URL.
    expect(await verify({ STORAGE_URL: '' })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/None of the first \d+ files is in the storage: /) as string,
    });
    expect((await content(sound as string)).status).toBe(200);
    const found = await verify();
    expect(found.code).toBe(1);
    expect(found.output).toContain(`${sha256Of('Precious.')}: DAMAGED`);
    // Uploading the same file again mends every document that has it.
    await uploadManual(admin.api, 'Precious.', { on_duplicate: 'skip' });
    expect(await (await content(id as string)).text()).toBe('Precious.');
    expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('0 damaged') });
  });
});
