import type { Json } from '../../support/api/api-client.js';
import { readToken } from '../../support/sign-in/forged-token.js';
import { CALLBACK, SCOPE, startOAuthWorld, type OAuthWorld } from '../../support/scenes/oauth-world.js';
import { until } from '../../support/until.js';

describe('OAuth clients and grants', () => {
  let world: OAuthWorld;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const audited = async (action: string, id: string): Promise<Json> => {
    const [event] = await world.sql.query(
      `SELECT actor_id, session_id, reason, details FROM audit_records WHERE action = $1 AND target_id = $2 ORDER BY id DESC`,
      [action, id],
    );
    return event;
  };

  describe('/oauth/clients', () => {
    it('are made with a secret that is shown once', async () => {
      const created = await world.client({ type: 'confidential', first_party: true });
      expect(created).toEqual({
        id: expect.stringMatching(/^client_/),
        client_id: created.id,
        name: 'Fleet portal',
        type: 'confidential',
        redirect_uris: [CALLBACK],
        scopes: expect.arrayContaining(['openid', 'document.view']),
        first_party: true,
        previous_expires_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        client_secret: expect.stringMatching(/^amcs_[A-Za-z0-9_-]{43}$/),
      });
      const { body } = await world.admin.api.get(`/oauth/clients/${created.id}`);
      expect(body.data).toEqual({ ...created, client_secret: undefined });
      const [row] = await world.sql.query<{ row: string }>(
        `SELECT oauth_clients::text AS row FROM oauth_clients WHERE id = $1`,
        [created.id],
      );
      expect(row?.row).not.toContain(created.client_secret);
      expect(await audited('oauth_client.created', created.id)).toMatchObject({ actor_id: world.admin.user.id });
      expect((await world.client()).client_secret).toBeNull();
    });

    it('are listed, changed and deleted', async () => {
      const { id } = await world.client({ name: 'Before' });
      const listed = await world.admin.api.listAll('/oauth/clients');
      expect(listed).toContainEqual(expect.objectContaining({ id }));
      const { headers } = await world.admin.api.get(`/oauth/clients/${id}`);
      const ifMatch = { 'if-match': headers.get('etag') ?? '' };
      const changes = {
        name: 'After',
        redirect_uris: ['http://localhost:8080/cb'],
        scopes: ['openid'],
        first_party: true,
      };
      const changed = await world.admin.api.patch(`/oauth/clients/${id}`, changes, ifMatch);
      expect(changed.body.data).toMatchObject(changes);
      expect((await world.admin.api.patch(`/oauth/clients/${id}`, { name: 'Again' }, ifMatch)).status).toBe(412);
      expect((await audited('oauth_client.updated', id)).details).toEqual({
        changed: ['name', 'redirect_uris', 'scopes', 'first_party'],
        redirect_uris: { from: [CALLBACK], to: changes.redirect_uris },
        scopes: { from: expect.arrayContaining(['openid', 'document.view']), to: changes.scopes },
        first_party: { from: false, to: true },
      });
      expect((await world.admin.api.delete(`/oauth/clients/${id}`)).status).toBe(204);
      expect((await world.admin.api.delete(`/oauth/clients/${id}`)).status).toBe(404);
    });

    it.each([
      ['name', { name: '' }],
      ['scopes', { scopes: [] }],
      ['scopes', { scopes: ['document.fly'] }],
      ['type', { type: 'native' }],
      ['first_party', { first_party: 'yes' }],
      ['redirect_uris', { redirect_uris: [] }],
      ...[
        'http://app.test/cb',
        'https://app.test/cb#x',
        'https://*.test/cb',
        'https://user@app.test/cb',
        'https://app.test/a/../cb',
        'HTTPS://app.test/cb',
        'https://app.test/c b',
        'com.example.app:/cb',
        'javascript:alert(1)',
        '/callback',
      ].map((uri): [string, object] => ['redirect_uris', { redirect_uris: [uri] }]),
    ])('refuse an ill-formed %s: %j', async (field, fields) => {
      const body = { name: 'X', redirect_uris: [CALLBACK], scopes: ['openid'], type: 'public', ...fields };
      const answer = await world.admin.api.post('/oauth/clients', body);
      expect([answer.status, answer.body.error?.details.field]).toEqual([400, field]);
    });

    it('are changed by those alone who have just proven who they are', async () => {
      const { id } = await world.client({ type: 'confidential' });
      const later = await world.signIn({ role: 'admin', organization: world.organization });
      await world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`, [
        later.user.id,
      ]);
      const body = { name: 'X', redirect_uris: [CALLBACK], scopes: ['openid'], type: 'public', first_party: true };
      for (const answer of [
        await later.api.post('/oauth/clients', body),
        await later.api.patch(`/oauth/clients/${id}`, { first_party: true }),
        await later.api.post(`/oauth/clients/${id}/rotate-secret`, {}),
        await later.api.delete(`/oauth/clients/${id}`),
      ]) {
        expect([answer.status, answer.body.error.details.reason]).toEqual([401, 'step_up_required']);
      }
      expect((await later.api.get(`/oauth/clients/${id}`)).body.data.first_party).toBe(false);
      await later.api.post('/auth/step-up', { password: later.user.password });
      expect((await later.api.delete(`/oauth/clients/${id}`)).status).toBe(204);
    });

    it('belong to their organization', async () => {
      const { id } = await world.client();
      const stranger = await world.signIn({ role: 'admin' });
      for (const answer of [
        await stranger.api.get(`/oauth/clients/${id}`),
        await stranger.api.patch(`/oauth/clients/${id}`, { name: 'Mine' }),
        await stranger.api.delete(`/oauth/clients/${id}`),
        await stranger.api.post(`/oauth/clients/${id}/rotate-secret`, {}),
      ]) {
        expect([answer.status, answer.body.error.details.resource]).toEqual([404, 'oauth_client']);
      }
    });

    it('rotate their secret, with an overlap or without', async () => {
      const client = await world.client({ type: 'confidential' });
      const isAccepted = async (secret: string): Promise<boolean> => {
        const fields = { client_id: client.id, client_secret: secret, token: 'x' };
        return (await world.form('/oauth/introspect', fields)).status === 200;
      };
      const rotate = async (body: object): Promise<string> =>
        (await world.admin.api.post(`/oauth/clients/${client.id}/rotate-secret`, body)).body.data
          .client_secret as string;
      const first = client.client_secret as string;
      const second = await rotate({ grace_period_seconds: 60 });
      expect(await Promise.all([first, second].map(isAccepted))).toEqual([true, true]);
      await world.sql.query(`UPDATE oauth_clients SET previous_expires_at = now() WHERE id = $1`, [client.id]);
      expect(await Promise.all([first, second].map(isAccepted))).toEqual([false, true]);
      const third = await rotate({ grace_period_seconds: 0 });
      expect(await Promise.all([first, second, third].map(isAccepted))).toEqual([false, false, true]);
      const { id } = await world.client();
      const refused = await world.admin.api.post(`/oauth/clients/${id}/rotate-secret`, {});
      expect([refused.status, refused.body.error.details.reason]).toEqual([409, 'public_client']);
    });
  });

  describe('/oauth/grants', () => {
    it('are listed and withdrawn by their user alone', async () => {
      const user = await world.identity.user({ role: 'engineer', organization: world.organization });
      const client = await world.client();
      const application = await world.application(client);
      const { tokens } = await world.grant(application, user, { scope: SCOPE });
      const { api } = await world.signIn(user);
      await world.api.withBearer(tokens.access_token).get('/users/me');
      const [grant] = await api.listAll('/oauth/grants');
      expect(grant).toEqual({
        id: expect.stringMatching(/^consent_/),
        client: { id: client.id, name: 'Fleet portal', first_party: false },
        scopes: expect.arrayContaining(SCOPE.split(' ')),
        sessions: [expect.stringMatching(/^session_/)],
        last_used_at: expect.any(String),
        created_at: expect.any(String),
      });
      expect(await audited('oauth.consent_given', grant.id)).toMatchObject({
        actor_id: user.id,
        session_id: grant.sessions[0],
        reason: 'consent',
      });
      const { gid } = readToken(tokens.access_token as string).claims;
      expect(await audited('oauth.grant_given', gid as string)).toMatchObject({ actor_id: user.id, reason: 'consent' });
      expect((await world.admin.api.delete(`/oauth/grants/${grant.id}`)).status).toBe(404);
      expect((await api.delete(`/oauth/grants/${grant.id}`)).status).toBe(204);
      expect((await api.delete(`/oauth/grants/${grant.id}`)).status).toBe(404);
      expect(await api.listAll('/oauth/grants')).toEqual([]);
      expect(await audited('oauth.grant_withdrawn', grant.id)).toMatchObject({ actor_id: user.id });
      const refused = await world.api.withBearer(tokens.access_token).get('/users/me');
      expect(refused.body.error.details).toMatchObject({ token_type: 'oauth', reason: 'revoked' });
    });
  });

  it('leave nothing readable in the database', async () => {
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    const { tokens, callback } = await world.grant(await world.application(await world.client()), user);
    const rows = await world.sql.query<{ kind: string; row: string; payload: string }>(
      `SELECT kind, a::text AS row, encode(sealed_payload, 'escape') AS payload FROM oauth_artifacts a`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['AuthorizationCode', 'RefreshToken', 'Session']),
    );
    const all = rows.map(({ row, payload }) => row + payload).join();
    for (const secret of [tokens.refresh_token, new URL(callback).searchParams.get('code') ?? '', user.id]) {
      expect(all).not.toContain(secret);
    }
  });

  it('are forgotten when they are over', async () => {
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    await world.grant(await world.application(await world.client()), user);
    await world.sql.query(`UPDATE sessions SET ended_at = now() WHERE user_id = $1`, [user.id]);
    await world.sql.query(`UPDATE oauth_artifacts SET expires_at = now() WHERE kind = 'Interaction'`);
    await world.service.restart();
    const left = `SELECT FROM oauth_grants WHERE user_id = $1 UNION ALL SELECT FROM oauth_artifacts WHERE kind = 'Interaction'`;
    await until(
      () => world.sql.query(left, [user.id]),
      (rows) => rows.length === 0,
    );
  });
});
