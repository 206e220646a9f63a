import dgram from 'node:dgram';
import { NameResolver, type ResolvedAddress } from '../../../src/integrations/outbound-http/name-resolver.js';
import { OutboundHttp } from '../../../src/integrations/outbound-http/outbound-http.js';

/**
 * A name server that knows 192.0.2.7 and 2001:db8::7 of `live.test`, 10.0.0.7 and 2001:db8::7 of `mixed.test`, that names
 * which begin with `none` are none, fails for `failing.test`, and says nothing of others.
 */
async function startNameServer(): Promise<{ address: string; asked: () => string[]; close: () => void }> {
  const socket = dgram.createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const nameEnd = query.indexOf(0, 12);
    const name = nameOf(query.subarray(12, nameEnd));
    const type = query.readUInt16BE(nameEnd + 1);
    asked.push(name);
    const ipv4 = ({ 'live.test': [192, 0, 2, 7], 'mixed.test': [10, 0, 0, 7] } as Record<string, number[]>)[name];
    const isKnown = ipv4 !== undefined;
    const refusal = name.startsWith('none') ? NXDOMAIN : name === 'failing.test' ? SERVFAIL : null;
    if (!isKnown && refusal === null) return;
    const question = query.subarray(12, nameEnd + 5);
    const data = type === 1 ? Buffer.from(ipv4 ?? []) : Buffer.from('20010db8000000000000000000000007', 'hex');
    const answer = Buffer.concat([Buffer.from('c00c', 'hex'), uint16(type, 1, 0, 60, data.length), data]);
    const header = Buffer.concat([query.subarray(0, 2), uint16(0x8180 | (refusal ?? 0), 1, isKnown ? 1 : 0, 0, 0)]);
    socket.send(Buffer.concat([header, question, ...(isKnown ? [answer] : [])]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, asked: () => asked, close: () => socket.close() };
}

/** RFC 1035, 4.1.1. */
const SERVFAIL = 2;
const NXDOMAIN = 3;

function uint16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16BE(value, index * 2));
  return buffer;
}

function nameOf(labels: Buffer): string {
  const parts: string[] = [];
  for (let at = 0; at < labels.length; at += labels[at]! + 1) {
    parts.push(labels.toString('latin1', at + 1, at + 1 + labels[at]!));
  }
  return parts.join('.');
}

describe('NameResolver', () => {
  let server: Awaited<ReturnType<typeof startNameServer>>;
  beforeAll(async () => {
    server = await startNameServer();
  });
  afterAll(() => server.close());

  it('brings the addresses of both kinds', async () => {
    expect(await new NameResolver([server.address]).resolve('live.test')).toEqual([
      { address: '192.0.2.7', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
  });

  it('finds names that this machine alone knows', async () => {
    const addresses = await new NameResolver([server.address]).resolve('localhost');
    expect(addresses.map(({ address }) => address)).toContain('127.0.0.1');
  });

  it('gives up on names whose servers are silent, and lets no other name wait for them', async () => {
    const resolver = new NameResolver([server.address]);
    const begun = performance.now();
    const silent = Array.from({ length: 50 }, (_, n) => resolver.resolve(`silent-${n}.test`).catch(() => 'given up'));
    await resolver.resolve('live.test');
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['given up']));
    expect(performance.now() - begun).toBeLessThan(6_000);
    expect(new Set(server.asked()).size).toBeGreaterThanOrEqual(51);
  });

  it('knows no address of a name that is none', async () => {
    await expect(new NameResolver([server.address]).resolve('none.test')).rejects.toMatchObject({
      syscall: 'getaddrinfo',
    });
  });

  it('asks the system for names that the name servers do not know, and for no others', async () => {
    const asked: string[] = [];
    const system = (host: string): Promise<ResolvedAddress[]> => {
      asked.push(host);
      return Promise.resolve([{ address: '192.0.2.9', family: 4 }]);
    };
    const resolver = new NameResolver([server.address], system);
    expect(await resolver.resolve('none.test')).toEqual([{ address: '192.0.2.9', family: 4 }]);
    await expect(resolver.resolve('failing.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    await expect(resolver.resolve('silent.test')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    await resolver.resolve('live.test');
    expect(asked).toEqual(['none.test']);
  });

  it('brings public and private addresses of a name alike, and the call is not made', async () => {
    const resolver = new NameResolver([server.address]);
    const addresses = await resolver.resolve('mixed.test');
    expect(addresses.map(({ address }) => address)).toEqual(['10.0.0.7', '2001:db8::7']);
    const outbound = new OutboundHttp({ resolve: (host) => resolver.resolve(host) });
    await expect(outbound.request('https://mixed.test')).rejects.toMatchObject({ failure: 'address' });
  });

  it('asks the system for two names at a time, so that one that hangs holds up no other', async () => {
    let running = 0;
    let most = 0;
    const system = async (host: string): Promise<ResolvedAddress[]> => {
      most = Math.max(most, (running += 1));
      if (host === 'none-hangs.test') await hanging;
      else await new Promise(setImmediate);
      running -= 1;
      return [{ address: '192.0.2.9', family: 4 }];
    };
    let goOn: (() => void) | undefined;
    const hanging = new Promise<void>((resolve) => (goOn = resolve));
    const resolver = new NameResolver([server.address], system);
    const hangs = resolver.resolve('none-hangs.test');
    await Promise.all(Array.from({ length: 20 }, (_, n) => resolver.resolve(`none-${n}.test`)));
    expect(most).toBe(2);
    goOn?.();
    expect(await hangs).toHaveLength(1);
  });

  it('lets nobody wait for the system longer than a connection may take', async () => {
    const resolver = new NameResolver([server.address], () => new Promise(() => undefined));
    for (const name of ['none-a.test', 'none-b.test']) void resolver.resolve(name);
    await expect(resolver.resolve('none-c.test')).rejects.toMatchObject({ name: 'TimeoutError' });
  }, 10_000);
});
