import { startWorld, type SignedIn, type TestWorld } from '../../../support/service/test-world.js';
import { ApiClient, type ApiResponse } from '../../../support/api/api-client.js';
import { readToken } from '../../../support/sign-in/forged-token.js';
import { startService } from '../../../support/service/test-service.js';

describe('POST /auth/refresh', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const refresh = (token: unknown): Promise<ApiResponse> => world.api.post('/auth/refresh', { refresh_token: token });
  const works = async (accessToken: string): Promise<boolean> =>
    (await world.api.withBearer(accessToken).get('/users/me')).status === 200;
  /** As if login and last rotation of the user's sessions had been that long ago. */
  const moveRotationBack = ({ user }: SignedIn, seconds: number): Promise<unknown> =>
    world.sql.query(
      `UPDATE sessions SET rotated_at = rotated_at - make_interval(secs => $2),
         authenticated_at = authenticated_at - make_interval(secs => $2) WHERE user_id = $1`,
      [user.id, seconds],
    );

  it('answers a new token set of the same session', async () => {
    const signedIn = await world.signIn();
    const { status, body } = await refresh(signedIn.refreshToken);
    expect(status).toBe(200);
    expect(Object.keys(body.data as object).sort()).toEqual(
      ['access_token', 'expires_in', 'refresh_token', 'token_type', 'user'].sort(),
    );
    expect(body.data.refresh_token).not.toBe(signedIn.refreshToken);
    expect(body.data.user).toEqual({
      id: signedIn.user.id,
      email: signedIn.user.email,
      name: signedIn.user.name,
      role: signedIn.user.role,
    });
    expect(await works(body.data.access_token as string)).toBe(true);
    expect((await signedIn.api.get('/auth/sessions')).body.data).toHaveLength(1);
  });

  it('gives all of fifty parallel refreshes the same successor', async () => {
    const { refreshToken } = await world.signIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.refresh_token as string)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.data.access_token as string)).size).toBe(1);
    expect((await refresh(answers[0]?.body.data.refresh_token)).status).toBe(200);
  });

  it('gives them the same on two nodes', async () => {
    const node = await startService({ beside: world.service });
    try {
      const elsewhere = new ApiClient(() => node.baseUrl);
      const { user, refreshToken } = await world.signIn();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 === 0 ? elsewhere : world.api).post('/auth/refresh', { refresh_token: refreshToken }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
      const successors = new Set(answers.map(({ body }) => `${body.data.access_token} ${body.data.refresh_token}`));
      expect(successors.size).toBe(1);
      const [row] = await world.sql.query(`SELECT refresh_generation FROM sessions WHERE user_id = $1`, [user.id]);
      expect(row).toEqual({ refresh_generation: 2 });
    } finally {
      await node.stop();
    }
  });

  it('ends a session once, with one record, however many reuses come at a time', async () => {
    const signedIn = await world.signIn();
    await refresh(signedIn.refreshToken);
    await moveRotationBack(signedIn, 21);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(signedIn.refreshToken)));
    const reasons = answers.map(({ body }) => body.error.details.reason as string).sort();
    expect(reasons).toEqual(['reuse_detected', ...Array<string>(9).fill('revoked')]);
    const records = await world.sql.query(
      `SELECT 1 FROM audit_records WHERE action = 'security.refresh_reuse_detected' AND details->>'user_id' = $1`,
      [signedIn.user.id],
    );
    expect(records).toHaveLength(1);
  });

  it('takes a token again within twenty seconds, for an answer lost on the way', async () => {
    const signedIn = await world.signIn();
    const first = await refresh(signedIn.refreshToken);
    await moveRotationBack(signedIn, 15);
    const second = await refresh(signedIn.refreshToken);
    expect(second.status).toBe(200);
    expect(await works(first.body.data.access_token as string)).toBe(true);
    // The successor is 15 seconds nearer its end.
    expect([first.body.data.expires_in, second.body.data.expires_in]).toEqual([3600, 3585]);
  });

  it('takes the tokens of other tabs after another proof of identity, which makes new ones of the same generation', async () => {
    const signedIn = await world.signIn();
    await moveRotationBack(signedIn, 2);
    const { body: present } = await refresh(signedIn.refreshToken);
    const stepUp = await signedIn.api.post('/auth/step-up', { password: signedIn.user.password });
    expect(stepUp.status).toBe(200);
    // A tab that missed the refresh, and one that missed the proof.
    const late = await refresh(signedIn.refreshToken);
    expect([late.status, late.body.data.refresh_token]).toEqual([200, stepUp.body.data.refresh_token]);
    const claims = [present, stepUp.body].map(({ data }) => readToken(data.access_token as string).claims);
    const [before, after] = claims as { jti: string; iat: number; auth_time: number }[];
    expect(after?.auth_time).toBeGreaterThan(before?.auth_time ?? Infinity);
    expect(after?.iat).toBe(after?.auth_time);
    expect(after?.jti).not.toBe(before?.jti);
    expect([await works(present.data.access_token as string), stepUp.body.data.expires_in]).toEqual([true, 3600]);

    const next = await refresh(present.data.refresh_token);
    expect(next.status).toBe(200);
    expect((await refresh(stepUp.body.data.refresh_token)).body.data.refresh_token).toBe(next.body.data.refresh_token);
    expect(readToken(next.body.data.access_token as string).claims['auth_time']).toBe(after?.auth_time);
  });

  it('says how long the access token lives when the session ends before it', async () => {
    const { user, refreshToken } = await world.signIn();
    await world.sql.query(`UPDATE sessions SET expires_at = now() + interval '10 minutes' WHERE user_id = $1`, [
      user.id,
    ]);
    const { body } = await refresh(refreshToken);
    const [, claims = ''] = (body.data.access_token as string).split('.');
    const { exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number; iat: number };
    expect(body.data.expires_in).toBe(exp - iat);
    expect(body.data.expires_in).toBeGreaterThan(590);
    expect(body.data.expires_in).toBeLessThanOrEqual(600);
  });

  it('ends the session, its access tokens included, when a token comes again later', async () => {
    const signedIn = await world.signIn();
    const { body } = await refresh(signedIn.refreshToken);
    await moveRotationBack(signedIn, 21);

    const reused = await refresh(signedIn.refreshToken);
    expect(reused.status).toBe(401);
    expect(reused.body.error.details).toEqual({ token_type: 'refresh', reason: 'reuse_detected' });
    expect(await works(body.data.access_token as string)).toBe(false);
    const next = await refresh(body.data.refresh_token);
    expect(next.body.error.details).toEqual({ token_type: 'refresh', reason: 'revoked' });
    const records = await world.sql.query(
      `SELECT action, result, target_type, actor_type, actor_id, details FROM audit_records WHERE request_id = $1`,
      [reused.body.meta.request_id],
    );
    expect(records).toEqual([
      {
        action: 'security.refresh_reuse_detected',
        result: 'failure',
        target_type: 'session',
        actor_type: 'anonymous',
        actor_id: null,
        details: { user_id: signedIn.user.id },
      },
    ]);
  });

  it('takes a token two rotations old for a reuse, however soon', async () => {
    const signedIn = await world.signIn();
    const first = await refresh(signedIn.refreshToken);
    await refresh(first.body.data.refresh_token);
    expect((await refresh(signedIn.refreshToken)).body.error.details.reason).toBe('reuse_detected');
  });

  it('leaves the other sessions of the user alone when one ends by reuse', async () => {
    const stolen = await world.signIn();
    const other = await world.signIn(stolen.user);
    await refresh(stolen.refreshToken);
    await world.sql.query(`UPDATE sessions SET rotated_at = rotated_at - interval '1 minute' WHERE user_id = $1`, [
      stolen.user.id,
    ]);
    await refresh(stolen.refreshToken);
    expect((await stolen.api.get('/users/me')).status).toBe(401);
    expect((await other.api.get('/users/me')).status).toBe(200);
  });

  it.each([
    ['garbage', 'garbage'],
    ['three parts of nothing', 'a.b.c'],
    ['a header that is no JSON', `${Buffer.from('{{').toString('base64url')}.e30.c2ln`],
    [
      'a payload that is no JSON',
      `${Buffer.from('{"alg":"RS256","typ":"JWT","kid":"x"}').toString('base64url')}.e3s.c2ln`,
    ],
    ['a token of 4,096 characters', 'x'.repeat(4096)],
  ])('refuses %s', async (_, token) => {
    const { status, body } = await refresh(token);
    expect(status).toBe(401);
    expect(body.error.details).toEqual({ token_type: 'refresh', reason: 'invalid' });
  });

  it.each([
    ['nothing', {}],
    ['null', { refresh_token: null }],
    ['a number', { refresh_token: 1 }],
    ['an empty string', { refresh_token: '' }],
    ['a longer token than there can be', { refresh_token: 'x'.repeat(5000) }],
  ])('answers 400 for %s', async (_, request) => {
    const { status, body } = await world.api.post('/auth/refresh', request);
    expect(status).toBe(400);
    expect(body.error.details.field).toBe('refresh_token');
  });

  it('keeps the two kinds of tokens apart', async () => {
    const { accessToken, refreshToken } = await world.signIn();
    expect((await refresh(accessToken)).body.error.details).toEqual({ token_type: 'refresh', reason: 'invalid' });
    const asAccess = await world.api.withBearer(refreshToken).get('/users/me');
    expect(asAccess.status).toBe(401);
    expect(asAccess.body.error.details).toEqual({ token_type: 'jwt', reason: 'invalid' });
  });

  it.each([
    ['suspended', `UPDATE users SET status = 'suspended' WHERE id = $1`, 'revoked'],
    ['signed out', `UPDATE sessions SET ended_at = now() WHERE user_id = $1`, 'revoked'],
    ['idle', `UPDATE sessions SET last_seen_at = now() - interval '31 minutes' WHERE user_id = $1`, 'idle_timeout'],
    ['deleted', `DELETE FROM users WHERE id = $1`, 'revoked'],
  ])('refuses a user who is %s', async (_, statement, reason) => {
    const { user, refreshToken } = await world.signIn();
    await world.sql.query(statement, [user.id]);
    const { status, body } = await refresh(refreshToken);
    expect(status).toBe(401);
    expect(body.error.details).toEqual({ token_type: 'refresh', reason });
  });
});
