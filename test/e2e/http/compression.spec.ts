import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import { readyManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

describe('compression', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  /** As the bytes come: fetch would unpack them. */
  function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
    return new Promise((resolve, reject) => {
      const sent = request(`${world.service.baseUrl}${path}`, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject).end();
    });
  }
  const signedIn = (headers: Record<string, string> = {}) => ({
    authorization: `Bearer ${admin.accessToken}`,
    ...headers,
  });

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0.1, gzip;q=0.9', gunzipSync],
  ])('sends the description of the API as %s to who accepts %s', async (encoding, accepted, unpack) => {
    const plain = await ask('/openapi.json');
    const packed = await ask('/openapi.json', { 'accept-encoding': accepted });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(packed.body.length),
      'x-ratelimit-limit': expect.any(String) as string,
    });
    expect(packed.headers.vary).toMatch(/Accept-Encoding/);
    expect(plain.headers.vary).toMatch(/Accept-Encoding/);
    expect(unpack(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length * 5).toBeLessThan(plain.body.length);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const again = await ask('/openapi.json', { 'accept-encoding': accepted, 'if-none-match': packed.headers.etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('sends the script of the page of the API as brotli, however its address is spelled', async () => {
    const page = await ask('/docs');
    const [, script = ''] = /<script src="([^"]+)"/.exec(page.body.toString()) ?? [];
    for (const path of [`/${script}`, `/${script.replace('-', '%2D')}`]) {
      const packed = await ask(path, { 'accept-encoding': 'br' });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(packed.body.length) });
      expect(brotliDecompressSync(packed.body).equals((await ask(path)).body)).toBe(true);
    }
    const head = await ask('/openapi.json', { 'accept-encoding': 'br' }, 'HEAD');
    expect(head.body.length).toBe(0);
  });

  it('compresses answers of more than 1 KiB, and neither small ones nor those with a tag of their own', async () => {
    const large = await ask('/api/v1/permissions', signedIn({ 'accept-encoding': 'gzip' }));
    expect(large.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(large.body).toString())).toMatchObject({ success: true });
    const small = await ask('/healthz', { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
    const tagged = await ask('/api/v1/users/me', signedIn({ 'accept-encoding': 'gzip' }));
    expect(tagged.headers.etag).toBeDefined();
    expect(tagged.headers['content-encoding']).toBeUndefined();
    const identity = await ask('/api/v1/permissions', signedIn({ 'accept-encoding': 'identity, gzip;q=0' }));
    expect(identity.headers['content-encoding']).toBeUndefined();
  });

  it('leaves alone what a length could betray, and files', async () => {
    const withCookie = await ask('/api/v1/permissions', signedIn({ cookie: 'a=b', 'accept-encoding': 'br' }));
    expect(withCookie.headers['content-encoding']).toBeUndefined();
    const page = await ask('/api/v1/auth/sessions', signedIn({ 'accept-encoding': 'br' }));
    expect(page.headers['content-encoding']).toBeUndefined();

    const { id } = await readyManual(admin.api, `# A\n\n${'Torque the axle nut to 270 N·m. '.repeat(100)}\n`, {});
    const whole = await ask(`/api/v1/documents/${id}/content`, signedIn({ 'accept-encoding': 'br' }));
    expect(whole.headers['content-encoding']).toBeUndefined();
    const part = await ask(
      `/api/v1/documents/${id}/content`,
      signedIn({ 'accept-encoding': 'br', range: 'bytes=0-9' }),
    );
    expect([part.status, part.headers['content-encoding'], part.body.length]).toEqual([206, undefined, 10]);
  });
});
