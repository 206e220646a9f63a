import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { Secrets } from '../../../../src/common/crypto/secrets.js';
import { SecretKeyFile } from '../../../../src/common/crypto/secret-key-file.js';
import type { ApiResponse } from '../../../support/api/api-client.js';
import { forgeToken, hmacWith, readToken, rsaWith, unsigned } from '../../../support/sign-in/forged-token.js';
import { TEST_ISSUER } from '../../../support/service/running-process.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

/** What an attacker may know: a token they own and the public key. The private key is for tokens that the service could sign. */
interface Known {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  publicKey: string;
  privateKey: string;
}

const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

describe('access tokens', () => {
  let world: TestWorld;
  let known: Known;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    const token = readToken((await world.signIn()).accessToken);
    const [row] = await world.sql.query<{ public_key: string; sealed_private_key: Buffer }>(
      'SELECT public_key, sealed_private_key FROM signing_keys WHERE id = $1',
      [token.header['kid']],
    );
    if (!row) throw new Error('no signing key');
    const secrets = new Secrets(new SecretKeyFile(world.service.dataDir).keys);
    const privateKey = secrets.decrypt(row.sealed_private_key, 'signing keys').toString();
    known = { ...token, publicKey: row.public_key, privateKey };
  });
  afterAll(() => world.stop());

  const send = (token: string): Promise<ApiResponse> => world.api.withBearer(token).get('/users/me');
  const now = (): number => Math.floor(Date.now() / 1000);
  const signed = (header: object, claims: object, key: typeof foreignKey | string = known.privateKey): string =>
    forgeToken({ ...known.header, ...header }, { ...known.claims, ...claims }, rsaWith(key));

  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const publicJwk = createPublicKey(foreignKey).export({ format: 'jwk' });
  /** Parsers differ in which of two members of one name they take. */
  const duplicated = (first: string, second: string): string => {
    const { kid } = known.header;
    const header = `{"alg":"${first}","alg":"${second}","typ":"at+jwt","kid":"${String(kid)}"}`;
    return `${Buffer.from(header).toString('base64url')}.${encoded(known.claims)}.`;
  };

  it('are signed with RS256 and say whose they are, for what and how long, but not the role', () => {
    expect(known.header).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: expect.stringMatching(/^sk_/) });
    expect(known.claims).toEqual({
      iss: TEST_ISSUER,
      aud: TEST_ISSUER,
      sub: expect.stringMatching(/^user_/),
      sid: expect.stringMatching(/^session_/),
      jti: expect.any(String),
      iat: expect.any(Number),
      auth_time: expect.any(Number),
      exp: (known.claims['iat'] as number) + 3600,
      token_use: 'access',
    });
  });

  it('are accepted when nothing is wrong with them (the control of the attacks below)', async () => {
    expect((await send(signed({}, {}))).status).toBe(200);
    // The clocks of two nodes are never quite the same.
    expect((await send(signed({}, { iat: now() + 30 }))).status).toBe(200);
  });

  const attacks: [string, () => string][] = [
    ['alg none', () => forgeToken({ ...known.header, alg: 'none' }, known.claims, unsigned)],
    ['alg None', () => forgeToken({ ...known.header, alg: 'None' }, known.claims, unsigned)],
    ['no algorithm', () => forgeToken({ ...known.header, alg: undefined }, known.claims, unsigned)],
    ['an empty signature', () => forgeToken(known.header, known.claims, unsigned)],
    [
      'HS256 with the public key',
      () => forgeToken({ ...known.header, alg: 'HS256' }, known.claims, hmacWith(known.publicKey)),
    ],
    [
      'HS256 with the key trimmed',
      () => forgeToken({ ...known.header, alg: 'HS256' }, known.claims, hmacWith(known.publicKey.trim())),
    ],
    [
      'RS512 by the right key',
      () => forgeToken({ ...known.header, alg: 'RS512' }, known.claims, rsaWith(known.privateKey, 'RSA-SHA512')),
    ],
    ['another key under the same kid', () => signed({}, {}, foreignKey)],
    [
      'another key with its own jwk',
      () => signed({ jwk: foreignKey.export({ format: 'jwk' }), kid: undefined }, {}, foreignKey),
    ],
    ['no kid', () => signed({ kid: undefined }, {})],
    ['an unknown kid', () => signed({ kid: 'sk_other' }, {}, foreignKey)],
    ['a path as kid', () => signed({ kid: '../../../../dev/null' }, {}, foreignKey)],
    ['SQL as kid', () => signed({ kid: "' OR 1=1 --" }, {}, foreignKey)],
    ['a number as kid', () => signed({ kid: 1 }, {}, foreignKey)],
    ['an object as kid', () => signed({ kid: { toString: 1 } }, {}, foreignKey)],
    ['__proto__ as kid', () => signed({ kid: '__proto__' }, {}, foreignKey)],
    ['another audience', () => signed({}, { aud: 'https://other.test' })],
    ['no audience', () => signed({}, { aud: undefined })],
    ['another issuer', () => signed({}, { iss: 'https://other.test' })],
    ['a future start', () => signed({}, { nbf: now() + 600 })],
    ['the use of a refresh token', () => signed({}, { token_use: 'refresh' })],
    ['no use', () => signed({}, { token_use: undefined })],
    ['8 KiB of claims', () => signed({}, { padding: 'x'.repeat(8192) })],
    ['claims that are a list', () => forgeToken(known.header, [1], rsaWith(known.privateKey))],
    ['claims that are null', () => forgeToken(known.header, null, rsaWith(known.privateKey))],
    ['an array as kid', () => signed({ kid: [known.header['kid']] }, {})],
    ['a kid with a null byte', () => signed({ kid: `${String(known.header['kid'])}\0` }, {})],
    ['the type of a refresh token', () => signed({ typ: 'rt+jwt' }, {})],
    ['the type of an identity token', () => signed({ typ: 'JWT' }, {})],
    ['no type', () => signed({ typ: undefined }, {})],
    ['an extension that must be understood', () => signed({ crit: ['exp'] }, {})],
    ['an unencoded payload (RFC 7797)', () => signed({ crit: ['b64'], b64: false }, {})],
    ['another key under our kid, brought along', () => signed({ jwk: publicJwk }, {}, foreignKey)],
    ['another key under our kid, pointed to', () => signed({ jku: 'https://evil.test/jwks.json' }, {}, foreignKey)],
    [
      'another key under our kid, as certificates',
      () => signed({ x5u: 'https://evil.test/cert', x5c: ['MIIB'] }, {}, foreignKey),
    ],
    ['two algorithms, none first', () => duplicated('none', 'RS256')],
    ['two algorithms, none last', () => duplicated('RS256', 'none')],
    [
      'claims exchanged under a good signature',
      () => {
        const [header, , signature] = signed({}, {}).split('.');
        return [header, encoded({ ...known.claims, sub: 'user_01h455vb4pex5vsknk084sn02q' }), signature].join('.');
      },
    ],
    ['another user than the session’s', () => signed({}, { sub: 'user_01h455vb4pex5vsknk084sn02q' })],
    ['no user', () => signed({}, { sub: undefined })],
    ['no id', () => signed({}, { jti: undefined })],
    ['no end', () => signed({}, { exp: undefined })],
    ['an end in words', () => signed({}, { exp: 'tomorrow' })],
    ['no time of issue', () => signed({}, { iat: undefined })],
    ['a time of issue in the future', () => signed({}, { iat: now() + 120, exp: now() + 600 })],
    ['no token at all', () => 'abc'],
    ['dots alone', () => '..'],
  ];
  it.each(attacks)('with %s are refused', async (_, forge) => {
    const { status, body } = await send(forge());
    expect(status).toBe(401);
    expect(body.error.code).toBe('UNAUTHORIZED');
    expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'invalid' });
  });

  it.each([
    ['an unknown session', { sid: 'session_01h455vb4pex5vsknk084sn02q' }],
    ['no session', { sid: undefined }],
  ])('of %s are refused', async (_, claims) => {
    const { status } = await send(signed({}, claims));
    expect(status).toBe(401);
  });

  it('say since when they are expired', async () => {
    const exp = now() - 60;
    const { status, body } = await send(signed({}, { exp }));
    expect(status).toBe(401);
    expect(body.error.details).toEqual({
      token_type: 'jwt',
      reason: 'expired',
      expired_at: new Date(exp * 1000).toISOString(),
    });
  });

  describe('refresh tokens', () => {
    const refresh = async (header: object, claims: object): Promise<ApiResponse> => {
      const { refreshToken } = await world.signIn();
      const token = readToken(refreshToken);
      const forged = forgeToken(
        { ...token.header, ...header },
        { ...token.claims, ...claims },
        rsaWith(known.privateKey),
      );
      return world.api.post('/auth/refresh', { refresh_token: forged });
    };

    it('are accepted when nothing is wrong with them', async () => {
      expect((await refresh({}, {})).status).toBe(200);
    });

    it.each([
      ['the type of an access token', { typ: 'at+jwt' }, {}],
      ['the use of an access token', {}, { token_use: 'access' }],
      ['the audience of an access token', {}, { aud: TEST_ISSUER }],
      ['an extension that must be understood', { crit: ['gen'] }, {}],
      ['no generation', {}, { gen: undefined }],
      ['a generation in words', {}, { gen: '1' }],
      ['no end', {}, { exp: undefined }],
      ['a time of issue in the future', {}, { iat: Math.floor(Date.now() / 1000) + 600 }],
      ['a future start', {}, { nbf: Math.floor(Date.now() / 1000) + 600 }],
      ['another issuer', {}, { iss: 'https://other.test' }],
    ])('with %s are refused', async (_, header, claims) => {
      const { status, body } = await refresh(header, claims);
      expect(status).toBe(401);
      expect(body.error.details).toEqual({ token_type: 'refresh', reason: 'invalid' });
    });

    it('of a generation to come are a reuse: somebody has the key or the database went back', async () => {
      expect((await refresh({}, { gen: 2 })).body.error.details.reason).toBe('reuse_detected');
    });
  });

  it('answer 401 for other schemes and for an empty header', async () => {
    for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer ', 'token', 'Digest x', 'Bearer a b c']) {
      const { status, body } = await world.api.get('/users/me', { authorization });
      expect([authorization, status]).toEqual([authorization, 401]);
      expect(body.error.details.token_type).toBe('jwt');
    }
    expect((await world.api.get('/users/me')).body.error.details).toEqual({ token_type: 'jwt', reason: 'missing' });
  });

  it('keep their signing key sealed in the database', async () => {
    const [row] = await world.sql.query<{ sealed: string }>(
      `SELECT encode(sealed_private_key, 'escape') AS sealed FROM signing_keys`,
    );
    expect(row?.sealed).not.toContain('PRIVATE');
  });
});
