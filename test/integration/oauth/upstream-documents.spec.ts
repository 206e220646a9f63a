import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import v8 from 'node:v8';
import vm from 'node:vm';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { OutboundHttp } from '../../../src/integrations/outbound-http/outbound-http.js';
import { IdTokenVerifier } from '../../../src/modules/oauth/identity-providers/upstream/id-token-verifier.js';
import { ProviderMetadataService } from '../../../src/modules/oauth/identity-providers/upstream/provider-metadata.service.js';

const MIB = 1024 ** 2;

/** What identity providers, who are chosen by customers, can make the service remember. */
describe('documents of identity providers', () => {
  let server: Server;
  let origin: string;
  let keys: object[];
  /** Bytes of nonsense in each document. */
  let ballast = 0;
  const outbound = new OutboundHttp({ allowLoopback: true });
  const endpoints = (issuer: string) => ({ issuer, authorization_url: null, token_url: null, userinfo_url: null });
  const tooLarge = expect.objectContaining({ failure: 'too_large' }) as unknown;

  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const [, name = ''] = url.split('/');
      const issuer = `${origin}/${name}`;
      const document = url.endsWith('/keys')
        ? { keys }
        : {
            issuer,
            authorization_endpoint: `${issuer}/auth`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/keys`,
          };
      // Small objects take many times in memory what they take on the way.
      response.end(JSON.stringify({ ...document, nonsense: Array<object>(Math.floor(ballast / 3)).fill({}) }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close().closeAllConnections());

  const collect = (): number => {
    v8.setFlagsFromString('--expose-gc');
    (vm.runInNewContext('gc') as () => void)();
    return process.memoryUsage().heapUsed;
  };

  it('of 1 MiB are not read', async () => {
    ballast = MIB;
    await expect(new ProviderMetadataService(outbound).of(endpoints(`${origin}/large`))).rejects.toEqual(tooLarge);
    const terms = { issuer: origin, jwksUri: `${origin}/large/keys`, clientId: 'client', nonce: 'nonce' };
    const { privateKey } = await generateKeyPair('RS256');
    const token = await new SignJWT().setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    await expect(new IdTokenVerifier(outbound).verify(token, terms)).rejects.toEqual(tooLarge);
  });

  it('leave nothing behind but what is needed of them', async () => {
    ballast = 120 * 1024;
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    keys = [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', x5c: ['x'.repeat(4_000)] }];
    const metadata = new ProviderMetadataService(outbound);
    const verifier = new IdTokenVerifier(outbound);
    const signIn = async (name: string): Promise<void> => {
      const issuer = `${origin}/${name}`;
      const { jwksUri } = await metadata.of(endpoints(issuer));
      const token = await new SignJWT({ nonce: 'nonce', sub: 'ann' })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('client')
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(privateKey);
      await verifier.verify(token, { issuer, jwksUri: jwksUri ?? '', clientId: 'client', nonce: 'nonce' });
    };
    await signIn('first');
    const before = collect();
    for (let count = 0; count < 100; count += 1) await signIn(`provider-${count}`);
    expect(collect() - before).toBeLessThan(5 * MIB);
    expect(await metadata.of(endpoints(`${origin}/first`))).toEqual({
      issuer: `${origin}/first`,
      authorizationEndpoint: `${origin}/first/auth`,
      tokenEndpoint: `${origin}/first/token`,
      userinfoEndpoint: null,
      jwksUri: `${origin}/first/keys`,
      basicAuthentication: true,
      namesIssuer: false,
    });
  });
});
