import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { manualFields } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const MIB = 1024 ** 2;
const BOUNDARY = randomUUID();

describe('large and broken uploads', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ env: { UPLOAD_MAX_BYTES: String(65 * MIB), INGESTION_CONCURRENCY: '0' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const temporaryFiles = (): string[] => readdirSync(path.join(world.service.dataDir, 'tmp'));
  const residentMib = (): number =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${world.service.pid}/status`, 'utf8'))?.[1]) / 1024;

  /** An unfinished upload: its fields are sent, its file is not. */
  function begin(headers: Record<string, string> = {}): http.ClientRequest {
    const request = http.request(`${world.service.baseUrl}/api/v1/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.accessToken}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      },
    });
    for (const [name, value] of Object.entries(manualFields()))
      request.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    request.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="big.txt"\r\n\r\n`);
    return request;
  }

  const answer = (request: http.ClientRequest): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      request.on('error', reject).on('response', (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body })).on('error', reject);
      });
    });

  const write = (request: http.ClientRequest, chunk: Buffer): Promise<void> =>
    new Promise((resolve, reject) => request.write(chunk, (error) => (error ? reject(error) : resolve())));

  it('takes 64 MiB without holding them', async () => {
    const chunk = Buffer.alloc(MIB, 'Torque the bolt to 120 Nm.\n');
    const hash = createHash('sha256');
    // Once before, so that what any first upload costs is not counted.
    for (const megabytes of [1, 64]) {
      const before = residentMib();
      let most = before;
      const request = begin();
      const answered = answer(request);
      for (let i = 0; i < megabytes; i += 1) {
        if (megabytes === 64) hash.update(chunk);
        await write(request, chunk);
        most = Math.max(most, residentMib());
      }
      request.end(`\r\n--${BOUNDARY}--\r\n`);
      const { status, body } = await answered;
      expect(status).toBe(202);
      if (megabytes === 1) continue;
      expect(most - before).toBeLessThan(60);
      expect(body).toContain(hash.digest('hex'));
    }
  });

  it('refuses a file over the limit as soon as it is over', async () => {
    const request = begin();
    const answered = answer(request);
    const chunk = Buffer.alloc(MIB, 'a');
    let isAnswered = false;
    void answered.finally(() => (isAnswered = true)).catch(() => undefined);
    for (let i = 0; i < 70 && !isAnswered; i += 1) await write(request, chunk).catch(() => undefined);
    request.end(`\r\n--${BOUNDARY}--\r\n`);
    const { status, body } = await answered;
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({
      error: { code: 'PAYLOAD_TOO_LARGE', details: { max_bytes: 65 * MIB } },
    });
    await until(() => temporaryFiles().length === 0);
  });

  it('leaves no temporary file when the client goes away in the middle', async () => {
    const request = begin();
    const answered = answer(request);
    for (let i = 0; i < 3; i += 1) await write(request, Buffer.alloc(MIB, 'a'));
    await until(() => temporaryFiles().length === 1);
    request.destroy();
    await expect(answered).rejects.toThrow();
    await until(() => temporaryFiles().length === 0);
    expect((await world.api.get('/healthz')).status).toBe(200);
    // It is no failure of ours, least of all of the database.
    expect(world.service.logs().filter(({ level }) => level === 'error')).toEqual([]);
    const rows = await world.sql.query(`SELECT 1 FROM document_revisions WHERE file_name = 'big.txt'`);
    expect(rows).toHaveLength(2);
  });

  it('answers 400 to a form that ends in the file, and leaves nothing', async () => {
    const request = begin();
    const answered = answer(request);
    await write(request, Buffer.alloc(MIB, 'a'));
    request.end();
    const { status, body } = await answered;
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'INVALID_REQUEST']);
    await until(() => temporaryFiles().length === 0);
  });

  it('goes on serving others meanwhile', async () => {
    const request = begin();
    const answered = answer(request);
    await write(request, Buffer.alloc(MIB, 'a'));
    expect((await admin.api.get('/documents')).status).toBe(200);
    request.end(`\r\n--${BOUNDARY}--\r\n`);
    expect((await answered).status).toBe(202);
  });
});
