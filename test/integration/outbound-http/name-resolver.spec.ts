import { NameResolver, type ResolvedAddress } from '../../../src/integrations/outbound-http/name-resolver.js';
import { OutboundHttp } from '../../../src/integrations/outbound-http/outbound-http.js';
import {
  NXDOMAIN,
  RECORD_TYPES,
  SERVFAIL,
  startNameServer,
  txtData,
  type NameServer,
} from '../../support/peers/name-server.js';

/**
 * A name server that knows 192.0.2.7 and 2001:db8::7 of `live.test`, 10.0.0.7 and 2001:db8::7 of `mixed.test`, answers
 * NXDOMAIN for names that begin with `none`, fails for `failing.test`, and does not answer others.
 */
function startTestServer(): Promise<NameServer> {
  return startNameServer((name, type) => {
    const ipv4 = ({ 'live.test': [192, 0, 2, 7], 'mixed.test': [10, 0, 0, 7] } as Record<string, number[]>)[name];
    if (name === 'text.test' && type === RECORD_TYPES.TXT) return [txtData('one, ', 'in two pieces'), txtData('two')];
    if (name.startsWith('none')) return NXDOMAIN;
    if (name === 'failing.test') return SERVFAIL;
    if (ipv4 === undefined) return null;
    return [type === RECORD_TYPES.A ? Buffer.from(ipv4) : Buffer.from('20010db8000000000000000000000007', 'hex')];
  });
}

describe('NameResolver', () => {
  let server: NameServer;
  beforeAll(async () => {
    server = await startTestServer();
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
    let givenUp = 0;
    const silent = Array.from({ length: 50 }, (_, n) =>
      resolver.resolve(`silent-${n}.test`).catch(() => (givenUp += 1)),
    );
    await resolver.resolve('live.test');
    expect(givenUp).toBe(0);
    await Promise.all(silent);
    expect(givenUp).toBe(50);
    expect(new Set(server.asked).size).toBeGreaterThanOrEqual(51);
  });

  it('finds no address for a name that does not exist', async () => {
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
  });
});
