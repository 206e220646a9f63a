import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server } from 'node:net';
import { OutboundHttpError } from '../../../src/integrations/outbound-http/outbound-http.errors.js';
import { OutboundHttp, type OutboundHttpOptions } from '../../../src/integrations/outbound-http/outbound-http.js';
import { selfSignedCertificate } from '../../support/self-signed-certificate.js';

describe('OutboundHttp', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const listening = (server: Server, host = '127.0.0.1', port = 0): Promise<number> => {
    servers.push(server);
    return new Promise((resolve) => {
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
    });
  };
  const serve = async (listener: RequestListener, host = '127.0.0.1', port = 0): Promise<string> =>
    `http://${host}:${await listening(http.createServer(listener), host, port)}`;
  const local = (options: OutboundHttpOptions = {}): OutboundHttp =>
    new OutboundHttp({ allowLoopback: true, ...options });
  const failure = (word: string): unknown => expect.objectContaining({ failure: word });

  it('brings status, headers and body, of refusals too', async () => {
    const url = await serve((request, response) => {
      response.writeHead(418, { 'x-seen': request.method ?? '' });
      request.on('data', (body: Buffer) => response.write(body)).on('end', () => response.end('!'));
    });
    const answer = await local().request(url, { method: 'POST', body: 'Tür' });
    expect([answer.status, answer.headers.get('x-seen'), answer.body]).toEqual([418, 'POST', 'Tür!']);
  });

  it('gives up on a server that accepts and says nothing', async () => {
    const url = await serve(() => undefined);
    await expect(local({ timeoutMs: 50 }).request(url)).rejects.toEqual(failure('timeout'));
  });

  it('gives up on a server whose answer never ends', async () => {
    const url = await serve((_request, response) => {
      const drip = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drip));
    });
    await expect(local({ timeoutMs: 80 }).request(url)).rejects.toEqual(failure('timeout'));
  });

  it('gives up on a connection that is never secured, long before the rest of its time', async () => {
    const port = await listening(net.createServer());
    const outbound = local({ connectTimeoutMs: 50, timeoutMs: 30_000 });
    await expect(outbound.request(`https://127.0.0.1:${port}`)).rejects.toEqual(failure('timeout'));
  });

  it('gives up on a name server that does not answer', async () => {
    const outbound = local({ connectTimeoutMs: 50, resolve: () => new Promise(() => undefined) });
    await expect(outbound.request('https://idp.example')).rejects.toEqual(failure('timeout'));
  });

  it.each([true, false])('reads no 50 MB, whether announced (%s) or not', async (announced) => {
    const size = 50 * 1024 ** 2;
    let sent = 0;
    const url = await serve((_request, response) => {
      if (announced) response.setHeader('content-length', size);
      const chunk = Buffer.alloc(64 * 1024);
      const more = (): void => {
        while (sent < size && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    });
    await expect(local().request(url)).rejects.toEqual(failure('too_large'));
    expect(sent).toBeLessThan(size / 2);
  });

  it('reads less where less is enough', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(100)));
    expect((await local().request(url, { maxBytes: 100 })).body).toHaveLength(100);
    await expect(local().request(url, { maxBytes: 99 })).rejects.toEqual(failure('too_large'));
  });

  it('follows no redirect, and says where it would have led', async () => {
    let called = 0;
    const inner = await serve((_request, response) => {
      called += 1;
      response.end('secret');
    });
    const url = await serve((_request, response) => {
      response.writeHead(302, { location: inner }).end();
    });
    await expect(local().request(url)).rejects.toEqual(
      expect.objectContaining({ failure: 'redirect', location: inner }),
    );
    expect(called).toBe(0);
  });

  it('takes no compressed answer, which could be a bomb', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end();
    });
    await expect(local().request(url)).rejects.toEqual(failure('protocol'));
  });

  it('asks for the addresses of a name once, and connects to what was checked', async () => {
    const first = await serve((_request, response) => response.end('checked'), '127.0.0.1');
    const { port } = new URL(first);
    await serve((_request, response) => response.end('changed'), '127.0.0.2', Number(port));
    const answers = ['127.0.0.1', '127.0.0.2', '10.0.0.1'];
    let asked = 0;
    const resolve: OutboundHttpOptions['resolve'] = () =>
      Promise.resolve([{ address: answers[asked++] ?? '10.0.0.1', family: 4 }]);
    const outbound = local({ resolve });
    expect((await outbound.request(`http://idp.example:${port}/`)).body).toBe('checked');
    expect(asked).toBe(1);
  });

  it('refuses a name when any of its addresses is not public', async () => {
    const resolve: OutboundHttpOptions['resolve'] = () =>
      Promise.resolve([
        { address: '93.184.215.14', family: 4 },
        { address: 'fd00::1', family: 6 },
      ]);
    await expect(new OutboundHttp({ resolve }).request('https://idp.example')).rejects.toEqual(failure('address'));
  });

  it('tells one thing of names that lead inside and of names that are none, so that nobody finds out which there are', async () => {
    const told = async (resolve: OutboundHttpOptions['resolve']): Promise<string[]> => {
      const error: unknown = await new OutboundHttp({ resolve })
        .request('https://vault.internal')
        .catch((thrown: unknown) => thrown);
      return error instanceof OutboundHttpError ? [error.message, (error.cause as Error).message] : [];
    };
    const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const answers = await Promise.all([
      told(() => Promise.resolve([{ address: '10.0.0.7', family: 4 }])),
      told(() => Promise.resolve([{ address: '127.0.0.1', family: 4 }])),
      told(() => Promise.resolve([])),
      told(() => Promise.reject(notFound)),
    ]);
    expect(new Set(answers.map(([message]) => message)).size).toBe(1);
    expect(answers.map(([, cause]) => cause)).toEqual([
      'vault.internal leads to a private address',
      'vault.internal leads to a loopback address',
      'vault.internal has no address',
      'vault.internal cannot be resolved',
    ]);
  });

  it.each([
    'https://127.0.0.1:9',
    'https://localhost:9',
    'https://[::1]:9',
    'https://2130706433:9',
    'https://0x7f.1:9',
    'https://017700000001:9',
    'https://[::ffff:127.0.0.1]:9',
    'https://[64:ff9b::7f00:1]:9',
    'https://10.0.0.1:9',
    'https://169.254.169.254/latest/meta-data',
    'https://0:9',
  ])('calls no %s', async (url) => {
    await expect(new OutboundHttp().request(url)).rejects.toEqual(failure('address'));
  });

  it.each([
    'http://1.1.1.1',
    'http://127.0.0.1',
    'ftp://1.1.1.1',
    'file:///etc/passwd',
    'https://user:password@1.1.1.1',
    'javascript:alert(1)',
    'no address',
  ])('takes %s for no address', async (url) => {
    await expect(new OutboundHttp().request(url)).rejects.toEqual(failure('url'));
    expect(new OutboundHttp().accepts(url)).toBe(false);
  });

  it('calls nothing but loopback over http, even where loopback is allowed', async () => {
    await expect(local().request('http://1.1.1.1')).rejects.toEqual(failure('url'));
    await expect(local().request('https://10.0.0.1')).rejects.toEqual(failure('address'));
  });

  it('trusts no certificate that nobody vouches for', async () => {
    const port = await listening(https.createServer(selfSignedCertificate()));
    await expect(local().request(`https://127.0.0.1:${port}`)).rejects.toEqual(failure('tls'));
  });

  it('tells a closed port, an unknown name and something that is no HTTP apart', async () => {
    const closed = await listening(net.createServer());
    servers.splice(0).forEach((server) => server.close());
    await expect(local().request(`http://127.0.0.1:${closed}`)).rejects.toEqual(failure('connect'));
    await expect(local().request('https://nowhere.invalid')).rejects.toEqual(failure('dns'));
    const port = await listening(net.createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
    await expect(local().request(`http://127.0.0.1:${port}`)).rejects.toEqual(failure('protocol'));
  });
});
