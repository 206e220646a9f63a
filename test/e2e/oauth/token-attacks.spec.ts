import { generateKeyPairSync } from 'node:crypto';
import { SecretKeyFile } from '../../../src/common/crypto/secret-key-file.js';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import type { Json } from '../../support/api/api-client.js';
import { forgeToken, hmacWith, readToken, rsaWith, unsigned } from '../../support/sign-in/forged-token.js';
import { startOAuthWorld, type OAuthWorld } from '../../support/scenes/oauth-world.js';
import { TEST_ISSUER } from '../../support/service/running-process.js';

const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

describe('access tokens of OAuth clients', () => {
  let world: OAuthWorld;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;
  let publicKey: string;
  let privateKey: string;
  let login: Record<string, unknown>;
  let foreignGrant: unknown;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true });
    const application = await world.application(await world.client());
    const grant = async (): Promise<Json> => {
      const user = await world.identity.user({ role: 'engineer', organization: world.organization });
      return (await world.grant(application, user)).tokens;
    };
    ({ header, claims } = readToken((await grant()).access_token as string));
    foreignGrant = readToken((await grant()).access_token as string).claims['gid'];
    login = readToken(world.admin.accessToken).claims;
    const [row] = await world.sql.query<{ public_key: string; sealed_private_key: Buffer }>(
      'SELECT public_key, sealed_private_key FROM signing_keys WHERE id = $1',
      [header['kid']],
    );
    if (!row) throw new Error('no signing key');
    const secrets = new Secrets(new SecretKeyFile(world.service.dataDir).keys);
    publicKey = row.public_key;
    privateKey = secrets.decrypt(row.sealed_private_key, 'signing keys').toString();
  });
  afterAll(() => world.stop());

  const now = (): number => Math.floor(Date.now() / 1000);
  const signed = (changed: object, otherHeader: object = {}, key: typeof foreignKey | string = privateKey): string =>
    forgeToken({ ...header, ...otherHeader }, { ...claims, ...changed }, rsaWith(key));

  it('say what RFC 9068 wants', () => {
    expect(header).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: expect.stringMatching(/^sk_/) });
    expect(claims).toEqual({
      iss: TEST_ISSUER,
      aud: TEST_ISSUER,
      sub: expect.stringMatching(/^user_/),
      client_id: expect.stringMatching(/^client_/),
      gid: expect.stringMatching(/^grant_/),
      scope: 'openid profile email document.view document.search',
      token_use: 'oauth',
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: (claims['iat'] as number) + 3600,
    });
  });

  it('are accepted when nothing is wrong with them (the control of the attacks below)', async () => {
    expect((await world.api.withBearer(signed({})).get('/users/me')).status).toBe(200);
  });

  const attacks: [string, () => string][] = [
    ['alg none', () => forgeToken({ ...header, alg: 'none' }, claims, unsigned)],
    ['HS256 with the public key', () => forgeToken({ ...header, alg: 'HS256' }, claims, hmacWith(publicKey))],
    ['RS512', () => forgeToken({ ...header, alg: 'RS512' }, claims, rsaWith(privateKey, 'RSA-SHA512'))],
    ['another key under our kid', () => signed({}, {}, foreignKey)],
    ['another kid', () => signed({}, { kid: 'sk_other' })],
    ['no kid', () => signed({}, { kid: undefined })],
    ['its own key', () => signed({}, { jwk: foreignKey.export({ format: 'jwk' }), kid: undefined }, foreignKey)],
    ['the type of an ID token', () => signed({}, { typ: 'JWT' })],
    ['another issuer', () => signed({ iss: 'https://other.test' })],
    ['the audience of an ID token', () => signed({ aud: claims['client_id'] })],
    ['another user', () => signed({ sub: login['sub'] })],
    ['another client', () => signed({ client_id: 'client_01h455vb4pex5vsknk084sn02q' })],
    ['another grant', () => signed({ gid: foreignGrant })],
    ['no grant', () => signed({ gid: undefined })],
    ['a grant that is none', () => signed({ gid: 'grant_01h455vb4pex5vsknk084sn02q' })],
    ['no scope', () => signed({ scope: undefined })],
    ['the use of a login', () => signed({ token_use: 'access' })],
    ['a session for a login', () => signed({ token_use: 'access', sid: 'session_01h455vb4pex5vsknk084sn02q' })],
    ['the use of a login’s token', () => forgeToken(header, { ...login, token_use: 'oauth' }, rsaWith(privateKey))],
    ['no end', () => signed({ exp: undefined })],
  ];
  it.each(attacks)('with %s are refused, at userinfo and introspection too', async (_, forge) => {
    const token = forge();
    const { status, body } = await world.api.withBearer(token).get('/users/me');
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    const userinfo = await world.api.withBearer(token).get('/oauth/userinfo');
    expect([userinfo.status, userinfo.body.error]).toEqual([401, 'invalid_token']);
    const asked = await world.form('/oauth/introspect', { client_id: claims['client_id'] as string, token });
    expect(asked.body).toEqual({ active: false });
  });

  it('that have expired say so', async () => {
    const { body } = await world.api.withBearer(signed({ exp: now() - 1 })).get('/users/me');
    expect(body.error.details).toMatchObject({
      token_type: 'oauth',
      reason: 'expired',
      expired_at: expect.any(String),
    });
  });

  it('claim no more scopes than the grant has', async () => {
    const api = world.api.withBearer(signed({ scope: 'openid chat.use system.settings' }));
    expect((await api.get('/chat/sessions')).body.error.code).toBe('FORBIDDEN');
    expect((await api.get('/documents')).body.error.code).toBe('FORBIDDEN');
  });

  it('of a login are none of a client’s', async () => {
    const { accessToken } = world.admin;
    expect((await world.api.withBearer(accessToken).get('/oauth/userinfo')).status).toBe(401);
    const fields = { client_id: claims['client_id'] as string, token: accessToken };
    expect((await world.form('/oauth/introspect', fields)).body).toEqual({ active: false });
    await world.form('/oauth/revoke', fields);
    expect((await world.admin.api.get('/users/me')).status).toBe(200);
  });

  it('are told to nobody but their client', async () => {
    const other = await world.client({ type: 'confidential' });
    const fields = { client_id: other.client_id, client_secret: other.client_secret as string };
    expect((await world.form('/oauth/introspect', { ...fields, token: signed({}) })).body).toEqual({ active: false });
    const revoked = await world.form('/oauth/revoke', { ...fields, token: signed({}) });
    expect(revoked.body.error).toBe('invalid_request');
    expect((await world.api.withBearer(signed({})).get('/users/me')).status).toBe(200);
  });

  it('and forms are taken at the endpoints only', async () => {
    const form = { body: new URLSearchParams({ email: 'a@b.test', password: 'x' }) };
    expect((await world.api.request('POST', '/auth/login', form)).status).toBe(415);
    const json = await world.api.post('/oauth/token', { grant_type: 'refresh_token' });
    expect([json.status, json.body.error]).toEqual([415, 'invalid_request']);
  });
});
