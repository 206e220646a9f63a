import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { OutboundHttpError } from '../../../src/integrations/outbound-http/outbound-http.errors.js';
import { OutboundHttp, type OutboundHttpOptions } from '../../../src/integrations/outbound-http/outbound-http.js';
import { selfSignedCertificate } from '../../support/peers/self-signed-certificate.js';

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

  it.each([
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['private', 'fd00::1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '::1'],
    ['link-local', '169.254.169.254'],
    ['link-local', 'fe80::1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::1'],
    ['reserved', '0.0.0.0'],
  ])('connects to no name that resolves to a %s address, %s', async (_, address) => {
    let connections = 0;
    const port = await listening(
      net.createServer(() => (connections += 1)),
      '::',
    );
    let asked = 0;
    // A second resolution would return a permitted address.
    const resolve: OutboundHttpOptions['resolve'] = () => {
      asked += 1;
      const family = net.isIP(asked === 1 ? address : '1.1.1.1');
      return Promise.resolve([{ address: asked === 1 ? address : '1.1.1.1', family }]);
    };
    const outbound = new OutboundHttp({ resolve, connectTimeoutMs: 500 });
    await expect(outbound.request(`https://hook.example:${port}`)).rejects.toEqual(failure('address'));
    expect([asked, connections]).toEqual([1, 0]);
  });

  describe('of a lenient request', () => {
    const lenient = { lenient: true, maxBytes: 10 } as const;

    it('cuts what is too large, between characters', async () => {
      const url = await serve((_request, response) => response.end(`123456789${'€'.repeat(100_000)}`));
      expect(await local().request(url, lenient)).toMatchObject({ status: 200, body: '123456789' });
    });

    it('takes a redirect and a compressed body for answers', async () => {
      const redirect = await serve((_request, response) => {
        response.writeHead(308, { location: 'http://127.0.0.1:9/' }).end('moved');
      });
      expect(await local().request(redirect, lenient)).toMatchObject({ status: 308, body: 'moved' });
      const compressed = await serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)));
      });
      const { status, body } = await local().request(compressed, lenient);
      expect(status).toBe(200);
      expect(body.length).toBeLessThanOrEqual(10);
    });
  });

  describe('of a server that does what it likes', () => {
    /** Answers every connection with `start` once a request came, then with `more` as often as it is taken, or closes it. */
    const raw = async (start: string, more?: string): Promise<string> => {
      const server = net.createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => {
          socket.write(start);
          if (more === 'close') socket.end();
          const flood = (): void => {
            if (more === undefined || more === 'close' || socket.destroyed) return;
            socket.write(more, () => setImmediate(flood));
          };
          flood();
        });
      });
      return `http://127.0.0.1:${await listening(server)}`;
    };
    const HEAD = 'HTTP/1.1 200 OK\r\n';
    const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
    /** Without waiting for a time-out, unless that is the end to be expected. */
    const ends = (url: string, word: string, more: object = {}): Promise<unknown> =>
      local({ timeoutMs: word === 'timeout' ? 300 : 3_600_000 })
        .request(url, more)
        .catch((error: OutboundHttpError) => error.failure);

    it.each([
      ['an upgrade', 'protocol', UPGRADE],
      ['an upgrade with a body', 'protocol', UPGRADE, 'x'.repeat(10_000)],
      ['an upgrade without saying to what', 'protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
      ['an upgrade and the end', 'protocol', UPGRADE, 'close'],
      ['the end at once', 'connect', '', 'close'],
      ['the end within its headers', 'connect', `${HEAD}x-a: b\r\n`, 'close'],
      ['one announcement after the other', 'protocol', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
      ['one 100 after the other', 'protocol', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
      ['headers without an end', 'protocol', HEAD, `x-a: ${'b'.repeat(100)}\r\n`],
      ['half a header', 'timeout', `${HEAD}x-a: b`],
    ])('%s is a failure, for callers of both kinds', async (_what, word, ...answer) => {
      const url = await raw(...(answer as [string, string?]));
      expect(await ends(url, word)).toBe(word);
      expect(await ends(url, word, { lenient: true })).toBe(word);
    });

    it.each([
      ['breaks off', 'connect', 'content-length: 10\r\n\r\nabc', 'close'],
      ['stalls', 'timeout', 'content-length: 10\r\n\r\nabc'],
      ['stalls within a chunk', 'timeout', 'transfer-encoding: chunked\r\n\r\n9\r\nabc'],
      ['is no body', 'connect', 'transfer-encoding: chunked\r\n\r\n3\r\nabc\r\nx'],
    ])('a body that %s is a failure, unless the status is enough', async (_what, word, ...answer) => {
      const [headers, more] = answer as [string, string?];
      const url = await raw(HEAD + headers, more);
      expect(await ends(url, word)).toBe(word);
      expect(await ends(url, word, { lenient: true })).toMatchObject({ status: 200, body: 'abc' });
    });

    it('a body that stalls does not outlast a caller who gives up', async () => {
      const url = await raw(`${HEAD}content-length: 10\r\n\r\nabc`);
      const abort = new AbortController();
      setTimeout(() => abort.abort(new Error('no more')), 50);
      const call = local({ timeoutMs: 30_000 }).request(url, { lenient: true, signal: abort.signal });
      await expect(call).rejects.toThrow('no more');
    });
  });

  it('takes the time that the request gives it instead of its own', async () => {
    const url = await serve(() => undefined);
    const client = local({ timeoutMs: 3_600_000 });
    await expect(client.request(url, { timeoutMs: 50 })).rejects.toEqual(failure('timeout'));
  });

  it('ends when the caller gives up, before the call and during it', async () => {
    let isClosed: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    const abort = new AbortController();
    const url = await serve((_request, response) => {
      response.once('close', () => isClosed?.());
      abort.abort(new Error('no more'));
    });
    await expect(local().request(url, { signal: abort.signal })).rejects.toThrow('no more');
    await closed;
    await expect(local().request(url, { signal: abort.signal })).rejects.toThrow('no more');
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
