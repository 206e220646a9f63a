import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { ApiClient } from '../../../support/api/api-client.js';
import { TEST_ISSUER } from '../../../support/service/running-process.js';
import { startService, type TestService } from '../../../support/service/test-service.js';
import { startWorld, type SignedIn, type TestWorld } from '../../../support/service/test-world.js';
import { until } from '../../../support/until.js';

const JWKS = '/.well-known/jwks.json';

/** Two nodes all the way: what one does, the other one goes by. */
describe('signing keys', () => {
  let world: TestWorld;
  let beside: TestService;
  let other: ApiClient;
  beforeAll(async () => {
    world = await startWorld();
    beside = await startService({ beside: world.service });
    other = new ApiClient(() => beside.baseUrl);
  });
  afterAll(async () => {
    await beside?.stop();
    await world?.stop();
  });

  async function rotate(...options: string[]): Promise<string> {
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = world.service;
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL, DATA_DIR };
    const script = compiledFile('keys-rotate.js');
    return (await promisify(execFile)(process.execPath, [script, ...options], { cwd: DATA_DIR, env })).stdout;
  }

  const kidOf = ({ accessToken }: SignedIn): string => decodeProtectedHeader(accessToken).kid ?? '';
  const published = async (api: ApiClient): Promise<JSONWebKeySet> =>
    JSON.parse((await api.get(JWKS)).text) as JSONWebKeySet;
  const kids = async (api: ApiClient): Promise<string[]> => (await published(api)).keys.map(({ kid }) => kid ?? '');
  const audited = async (): Promise<{ action: string; reason: string }[]> =>
    world.sql.query(`SELECT action, reason FROM audit_records WHERE action LIKE 'signing_key.%' ORDER BY id`);

  /** The same as if so much time had gone by, for the first node; the other one is asked where both matter. */
  async function pass(interval: string): Promise<void> {
    await world.sql.query(
      `UPDATE signing_keys SET created_at = created_at - $1::interval, retired_at = retired_at - $1::interval`,
      [interval],
    );
    await world.sql.query(
      `UPDATE sessions SET created_at = created_at - $1::interval, rotated_at = rotated_at - $1::interval,
         expires_at = expires_at - $1::interval`,
      [interval],
    );
    await world.service.restart();
  }

  /** The rotation runs concurrently with the start of a node. */
  function untilTwoKeys(): Promise<{ retired_at: Date | null }[]> {
    const keys = 'SELECT retired_at FROM signing_keys ORDER BY id';
    return until(
      () => world.sql.query<{ retired_at: Date | null }>(keys),
      (rows) => rows.length >= 2,
    );
  }

  it('are published for verifiers of tokens: cacheable, public halves alone, usable by a JOSE library', async () => {
    const { accessToken } = await world.signIn();
    const { status, headers, text } = await world.api.get(JWKS);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/jwk-set\+json/);
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const set = JSON.parse(text) as JSONWebKeySet;
    expect(set.keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']]);
    expect(set.keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
    const verified = await jwtVerify(accessToken, createLocalJWKSet(set), {
      issuer: TEST_ISSUER,
      audience: TEST_ISSUER,
    });
    expect(verified.protectedHeader.typ).toBe('at+jwt');
    expect((await world.api.post(JWKS, {})).status).toBe(405);
    expect((await world.api.get(`/api/v1${JWKS}`)).status).toBe(404);
  });

  it('are announced an hour before they sign, and verify until their last token has expired', async () => {
    const before = await world.signIn();
    expect(await rotate()).toMatch(/^made sk_\w+, which signs from /);
    expect(await rotate()).toMatch(/was already published/);
    await Promise.all([pass('59 minutes'), beside.restart()]);
    const announced = await kids(world.api);
    expect(announced).toHaveLength(2);
    expect(await kids(other)).toEqual(announced);
    expect(kidOf(await world.signIn())).toBe(kidOf(before));
    await pass('2 minutes');
    const after = await world.signIn();
    expect(kidOf(after)).toBe(announced[0]);
    for (const { accessToken } of [before, after]) {
      expect((await other.withBearer(accessToken).get('/users/me')).status).toBe(200);
    }
    expect((await world.api.post('/auth/refresh', { refresh_token: before.refreshToken })).status).toBe(200);

    // The refresh tokens of the first test, and of the sessions above, are good for 30 days.
    await pass('29 days');
    expect(await kids(world.api)).toHaveLength(2);
    await pass('2 days');
    await until(
      () => world.sql.query('SELECT id FROM signing_keys'),
      (rows) => rows.length === 1,
    );
    await beside.restart();
    expect(await kids(other)).toEqual([announced[0]]);
    expect(await audited()).toEqual([
      { action: 'signing_key.created', reason: 'rotation' },
      { action: 'signing_key.removed', reason: 'spent' },
    ]);
  });

  it('get a successor after ninety days, one, however many nodes find that they are due', async () => {
    const [present] = await kids(world.api);
    await pass('58 days');
    expect(await kids(world.api)).toEqual([present]);
    await world.sql.query(`UPDATE signing_keys SET created_at = created_at - interval '1 day'`);
    await Promise.all([world.service.restart(), beside.restart()]);
    const rows = await untilTwoKeys();
    expect(rows).toEqual([{ retired_at: expect.any(Date) as Date }, { retired_at: null }]);
    expect(kidOf(await world.signIn())).toBe(present);
  });

  it('that got into wrong hands go at once, and their tokens with them', async () => {
    const before = await world.signIn();
    const old = await kids(world.api);
    expect(await rotate('--compromised')).toMatch(/^made sk_\w+, which signs now/);
    await Promise.all([world.service.restart(), beside.restart()]);
    const present = await kids(other);
    expect(present).toHaveLength(1);
    expect(old).not.toContain(present[0]);
    const refused = await other.withBearer(before.accessToken).get('/users/me');
    expect(refused.body.error.details).toMatchObject({ token_type: 'jwt', reason: 'invalid' });
    expect((await world.api.post('/auth/refresh', { refresh_token: before.refreshToken })).status).toBe(401);
    const open = await world.sql.query(
      `SELECT id FROM sessions WHERE ended_at IS NULL OR end_reason <> 'keys_replaced' AND ended_at > now() - interval '1 minute'`,
    );
    expect(open).toEqual([]);
    expect(kidOf(await world.signIn())).toBe(present[0]);
  });
});
