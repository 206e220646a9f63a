import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startService } from '../../support/service/test-service.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

interface Served {
  status: number;
  headers: IncomingMessage['headers'];
  content: Buffer;
}

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Without the decompression of `fetch`. */
async function load(baseUrl: string, path: string, headers: Record<string, string> = {}): Promise<Served> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(baseUrl + path, { headers }, resolve).on('error', reject);
  });
  return { status: response.statusCode ?? 0, headers: response.headers, content: await buffer(response) };
}

describe('the files of the console', () => {
  let world: TestWorld;
  beforeAll(async () => (world = await startWorld({ shared: true })));
  afterAll(() => world.stop());
  const at = (path: string, headers?: Record<string, string>): Promise<Served> =>
    load(world.service.baseUrl, path, headers);
  const assetsOf = ({ content }: Served): string[] =>
    [...content.toString().matchAll(/(?:src|href)="([^"]+assets[^"]+)"/g)].map(([, address]) => address!);

  it('leads browsers from the root, and nobody else', async () => {
    const { status, headers } = await at('/', { accept: BROWSER });
    expect([status, headers.location, headers['cache-control']]).toEqual([302, '/app/', 'no-store']);
    for (const accept of ['*/*', 'application/json', '']) {
      const refused = await at('/', { accept });
      expect(refused.status).toBe(404);
      expect(JSON.parse(refused.content.toString())).toMatchObject({ error: { code: 'NOT_FOUND' } });
    }
    expect((await world.api.post('/', {}, { accept: BROWSER })).status).toBe(404);
  });

  it.each(['/app', '/app/', '/app/ask', '/app/documents/doc_1/pages/19?highlight=%3Cscript%3E'])(
    'are shown by one page at %s',
    async (address) => {
      const { status, headers, content } = await at(address);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(content.toString()).not.toMatch(
        /\{\{|<style|<script(?! type="module" crossorigin src)| on\w+=|script>.*19/,
      );
    },
  );

  it('run no script and style but their own', async () => {
    const [first, second] = [await at('/app/'), await at('/app/')];
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/]{24}';/);
    expect(policy).toMatch(/base-uri 'none'; frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const nonceOf = ({ headers }: Served): string | undefined =>
      /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(first.content.toString()).toContain(`nonce="${nonceOf(first)}"`);
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    expect(first.headers['x-frame-options']).toBe('DENY');
  });

  it('never change under their names, and are compressed beforehand', async () => {
    const assets = assetsOf(await at('/app/'));
    expect(assets.length).toBeGreaterThanOrEqual(2);
    for (const address of assets) {
      const [plain, br, gzip] = await Promise.all(
        ['identity', 'gzip, br', 'gzip'].map((encoding) => at(address, { 'accept-encoding': encoding })),
      );
      expect(plain!.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect([br!.headers['content-encoding'], gzip!.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(br!.headers.vary).toContain('Accept-Encoding');
      expect(brotliDecompressSync(br!.content).equals(plain!.content)).toBe(true);
      expect(gunzipSync(gzip!.content).equals(plain!.content)).toBe(true);
      expect(br!.content.length).toBeLessThan(plain!.content.length / 2);
      const known = await at(address, { 'if-none-match': String(plain!.headers.etag), 'accept-encoding': 'identity' });
      expect([known.status, known.content.length]).toEqual([304, 0]);
    }
  });

  it.each(['/app/assets/', '/app/assets/index-00000000.js', '/app/assets/..%2f..%2fpackage.json'])(
    'do not include %s',
    async (address) => {
      const { status, headers } = await at(address, { accept: BROWSER });
      expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );

  it('state the licenses of what they contain', async () => {
    const { status, headers, content } = await at('/app/licenses.md');
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    for (const name of ['react-dom', '@mantine/core', '@tanstack/react-router', 'openapi-fetch'])
      expect(content.toString()).toContain(name);
  });

  it('are not read by other origins', async () => {
    const { headers } = await at('/app/', { origin: 'https://evil.example' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('can be switched off', async () => {
    const service = await startService({
      env: { CONSOLE: 'off', PUBLIC_URL: 'https://manuals.example.com/knowledge' },
    });
    try {
      const addresses = ['/', '/app', '/app/', '/app/ask', assetsOf(await at('/app/'))[0]!];
      for (const address of addresses)
        expect([address, (await load(service.baseUrl, address, { accept: BROWSER })).status]).toEqual([address, 404]);
      const headers = { origin: 'https://manuals.example.com', 'x-requested-with': 'console' };
      for (const route of ['session', 'session/refresh', 'session/end']) {
        const { status } = await fetch(`${service.baseUrl}/app/${route}`, { method: 'POST', headers });
        expect([route, status]).not.toEqual([route, 200]);
      }
    } finally {
      await service.stop();
    }
  });

  it('know the path and the scheme of the public address', async () => {
    const service = await startService({ env: { PUBLIC_URL: 'https://manuals.example.com/knowledge/' } });
    try {
      const page = await load(service.baseUrl, '/app/ask');
      expect(page.content.toString()).toContain('content="https://manuals.example.com"');
      for (const address of assetsOf(page)) expect(address).toMatch(/^\/knowledge\/app\/assets\//);
      expect((await load(service.baseUrl, '/', { accept: BROWSER })).headers.location).toBe('/knowledge/app/');
      const ended = await fetch(`${service.baseUrl}/app/session/end`, {
        method: 'POST',
        headers: { origin: 'https://manuals.example.com', 'x-requested-with': 'console' },
      });
      expect([ended.status, ended.headers.getSetCookie()]).toEqual([
        204,
        ['__Secure-amks_console=; Path=/knowledge/app/session; HttpOnly; SameSite=Strict; Secure; Max-Age=0'],
      ]);
    } finally {
      await service.stop();
    }
  });
});
