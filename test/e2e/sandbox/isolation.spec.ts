import type { TestOrganization } from '../../factories/identity.factory.js';
import { ACCESS_MATRIX } from '../../support/api/access-matrix.js';
import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { RawClient } from '../../support/api/raw-client.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/peers/webhook-receiver.js';
import { filledSandbox, mirrorOf, sandboxKey } from '../../support/scenes/sandbox-scene.js';
import { registerWebhook } from '../../support/scenes/webhook-scene.js';
import { outbox } from '../../support/service/outbox.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const SANDBOX_HOST = 'sandbox.manuals.test';
/** Accounts, credentials of people, and the organization itself: the same people act on both sides. */
const LIVE_ONLY =
  /^(?!GET)\w+ \/(users(?!\/me\/notification)|teams)|\/(oauth|identity-providers|organization\/deletion)(\/|$)|\/auth\/(mfa|password)\//;
/** Act for the account that signs in. */
const OF_THE_ACCOUNT = /\/auth\/(logout|sessions|step-up)/;

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];

describe('a sandbox and its organization', () => {
  let world: TestWorld;
  let receiver: WebhookReceiver;
  let organization: TestOrganization;
  let admin: SignedIn;
  let sandbox: ApiClient;
  beforeAll(async () => {
    const env = { OUTBOUND_ALLOW_LOOPBACK: 'true', SANDBOX_URL: `https://${SANDBOX_HOST}` };
    [world, receiver] = await Promise.all([startWorld({ env, shared: true }), startWebhookReceiver()]);
    organization = await world.identity.organization();
    admin = await world.signIn({ role: 'admin', organization });
    ({ api: sandbox } = await filledSandbox(admin));
  });
  afterAll(async () => {
    await receiver.stop();
    await world.stop();
  });

  const idsOf = ({ body }: ApiResponse): string[] => (body.data as { id: string }[]).map(({ id }) => id);
  const document = async (api: ApiClient, words: string): Promise<string> => {
    const fields = { title: words, document_type: 'AMM', aircraft_type: 'TR46', version: '1' };
    const { status, text, body } = await api.upload('/documents', fields, { content: words, name: 'page.txt' });
    if (status !== 202) throw new Error(`the upload answered ${status}: ${text}`);
    const { id } = body.data as { id: string };
    await until(
      async () => (await api.get(`/documents/${id}`)).body.data.ingestion.state as string,
      (state) => state === 'ready',
    );
    return id;
  };

  describe('its people', () => {
    it('are mirrored, with the addresses of nobody', async () => {
      const team = await world.identity.team(organization);
      const engineer = await world.signIn({ role: 'engineer', organization, team });
      const { body } = await engineer.api.inSandbox().get('/users/me');
      expect(body.data).toMatchObject({ role: 'engineer', email: expect.stringMatching(/\.invalid$/) });
      expect(body.data.id).not.toBe(engineer.user.id);
      const teams = await sandbox.get('/teams');
      expect(teams.body.data).toMatchObject([{ id: body.data.team_id }]);
      expect(teams.body.data[0].id).not.toBe(team.id);
    });

    it('are there once, for as many first requests as come at the same time', async () => {
      const home = await world.identity.organization();
      const people = await Promise.all(
        ['admin', 'manager', 'viewer'].map((role) => world.signIn({ role: role as 'admin', organization: home })),
      );
      const seen = await Promise.all(
        Array.from({ length: 30 }, (_, n) => people[n % 3]!.api.inSandbox().get('/users/me')),
      );
      const profiles = seen.map(({ body }) => body.data as { id: string; organization_id: string });
      expect(new Set(profiles.map(({ organization_id }) => organization_id)).size).toBe(1);
      expect(new Set(profiles.map(({ id }) => id)).size).toBe(3);
    });

    it('follow changes of the accounts, at the latest when somebody new enters', async () => {
      const [renamed, removed] = await Promise.all([
        world.signIn({ role: 'engineer', organization }),
        world.signIn({ role: 'engineer', organization }),
      ]);
      const [first, second] = await Promise.all(
        [renamed, removed].map(async ({ api }) => (await api.inSandbox().get('/users/me')).body.data.id as string),
      );
      await removed.api.inSandbox().post('/chat/sessions', { copilot_type: 'mro' });
      await renamed.api.patch('/users/me', { name: 'Renamed Person' });
      await admin.api.delete(`/users/${removed.user.id}`);
      await (await world.signIn({ role: 'viewer', organization })).api.inSandbox().get('/users/me');
      expect((await sandbox.get(`/users/${first}`)).body.data.name).toBe('Renamed Person');
      expect((await sandbox.get(`/users/${second}`)).status).toBe(404);
      // What belonged to the removed one alone is deleted, as on the live side.
      expect((await world.sql.query(`SELECT 1 FROM chat_sessions WHERE user_id = $1`, [second])).length).toBe(0);
      const told = (await sandbox.get('/events?limit=100')).body.data as Json[];
      expect(told).toContainEqual(expect.objectContaining({ event: 'user.deleted', data: { user_id: second } }));
      const rows = await world.sql.query(`SELECT 1 FROM users WHERE id = $1 AND strpos(email, $2) > 0`, [
        second,
        removed.user.email,
      ]);
      expect(rows).toEqual([]);
    });

    it('exchange names, and lose a team that the sandbox uses', async () => {
      const home = await world.identity.organization();
      const [left, right] = await Promise.all([world.identity.team(home), world.identity.team(home)]);
      const head = await world.signIn({ role: 'admin', organization: home });
      const { api } = await filledSandbox(head);
      const named = async (): Promise<[string, string][]> =>
        ((await api.get('/teams')).body.data as { id: string; name: string }[]).map(({ id, name }) => [id, name]);
      const before = new Map(await named());
      const names = await Promise.all(
        [left, right].map(async ({ id }) => (await head.api.get(`/teams/${id}`)).body.data.name as string),
      );
      const [first, second] = names as [string, string];
      await world.sql.query(`UPDATE teams SET name = 'x' WHERE id = $1`, [left.id]);
      await world.sql.query(`UPDATE teams SET name = $2 WHERE id = $1`, [right.id, first]);
      await world.sql.query(`UPDATE teams SET name = $2 WHERE id = $1`, [left.id, second]);
      await (await world.signIn({ role: 'viewer', organization: home })).api.inSandbox().get('/users/me');
      const after = await named();
      expect(after.map(([, name]) => name).sort()).toEqual([first, second].sort());
      for (const [id, name] of after) expect(name).not.toBe(before.get(id));
      // A document of the sandbox belongs to the mirrored team; the live team can be deleted nevertheless.
      const mirrored = after.find(([, name]) => name === first)![0];
      const documentId = await document(api, 'Held by a team');
      expect((await api.patch(`/documents/${documentId}`, { access: 'team', team_id: mirrored })).status).toBe(200);
      expect((await head.api.delete(`/teams/${right.id}`)).status).toBe(204);
      // Its name is free there, too.
      expect((await head.api.patch(`/teams/${left.id}`, { name: first })).status).toBe(200);
      const late = await world.signIn({ role: 'engineer', organization: home, team: left });
      const profile = (await late.api.inSandbox().get('/users/me')).body.data;
      expect(new Map(await named()).get(profile.team_id as string)).toBe(first);
      expect((await api.get(`/documents/${documentId}`)).status).toBe(200);
    });

    it('lose rights and access with the next request', async () => {
      const person = await world.signIn({ role: 'admin', organization });
      const inside = person.api.inSandbox();
      await inside.get('/users/me');
      const key = await sandboxKey(world, person.user, ['api.access', 'audit.view']);
      expect((await key.api.get('/audit-events')).status).toBe(200);
      await world.sql.query(`UPDATE users SET role = 'viewer' WHERE id = $1`, [person.user.id]);
      expect(outcome(await inside.get('/audit-events'))[0]).toBe(403);
      expect(outcome(await key.api.get('/audit-events'))).toEqual([401, 'revoked']);
      await world.sql.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [person.user.id]);
      await admin.api.post(`/users/${person.user.id}/suspend`);
      expect((await inside.get('/users/me')).status).toBe(401);
      expect(outcome(await key.api.get('/sandbox'))).toEqual([401, 'revoked']);
    });

    it('cannot be signed in by their addresses, nor get mail', async () => {
      const mirror = await mirrorOf(world, admin.user);
      expect((await world.login({ email: mirror.email, password: admin.user.password })).status).toBe(401);
      await world.api.post('/auth/password/forgot', { email: mirror.email });
      await sandbox.post('/api-keys', { name: 'Tests', scopes: ['document.view'] });
      // A mail of the live side, later than those.
      await admin.api.post('/api-keys', { name: 'Live', scopes: ['document.view'] });
      await outbox(world.service.dataDir).waitForMail(admin.user.email, /key/i);
      expect(await outbox(world.service.dataDir).messagesTo(mirror.email)).toEqual([]);
    });
  });

  describe('its routes', () => {
    const rows = Object.keys(ACCESS_MATRIX).filter(
      (route) => !/\/(mcp|sandbox)/.test(route) && !OF_THE_ACCOUNT.test(route),
    );
    it.each(rows)('%s', async (route) => {
      const [method = '', template = ''] = route.split(' ');
      const answer = await sandbox.request(method, template.replaceAll(/:\w+/g, 'x'), {});
      expect([route, answer.body?.error?.details.reason === 'live_only']).toEqual([route, LIVE_ONLY.test(route)]);
    });

    it('sign people in and out, as elsewhere', async () => {
      const { email, password } = admin.user;
      const there = world.api.inSandbox();
      const { status, body } = await there.post('/auth/login', { email, password });
      expect(status).toBe(200);
      expect(body.data.user.id).toBe(admin.user.id);
      const signedIn = world.api.withBearer(body.data.access_token as string);
      expect(idsOf(await signedIn.inSandbox().get('/auth/sessions'))).toEqual(
        idsOf(await signedIn.get('/auth/sessions')),
      );
      expect((await signedIn.inSandbox().post('/auth/logout', {})).status).toBe(200);
      expect((await signedIn.get('/users/me')).status).toBe(401);
      // A public route whose description does not have this answer.
      const refused = await fetch(`${world.service.baseUrl}/sandbox/v1/auth/invitations/accept`, { method: 'POST' });
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('live_only')]);
    });

    it('are all of the host of SANDBOX_URL', async () => {
      const get = async (host: string, path: string): Promise<string> => {
        const client = RawClient.open(world.service.baseUrl);
        const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${admin.accessToken}\r\n`;
        return client.send(`${head}Connection: close\r\n\r\n`).closed;
      };
      const mirror = await mirrorOf(world, admin.user);
      expect(await get(SANDBOX_HOST, '/v1/users/me')).toContain(`"${mirror.id}"`);
      expect(await get(`${SANDBOX_HOST}:443`, '/v1/users/me')).toContain(`"${mirror.id}"`);
      expect(await get(SANDBOX_HOST.toUpperCase(), '/api/v1/users/me')).toContain(`"${mirror.id}"`);
      expect(await get('manuals.test', '/v1/users/me')).toContain(`"${admin.user.id}"`);
    });
  });

  describe('its API keys', () => {
    it('work on their side alone', async () => {
      const scopes = ['document.view', 'api.access'];
      const made = await sandbox.post('/api-keys', { name: 'Tests', scopes });
      const { key, id } = made.body.data as { key: string; id: string };
      expect(key).toMatch(/^amk_test_/);
      expect((await world.api.withKey(key).inSandbox().get('/documents')).status).toBe(200);
      expect(outcome(await world.api.withKey(key).get('/documents'))).toEqual([401, 'sandbox_key']);
      const live = (await admin.api.post('/api-keys', { name: 'Live', scopes })).body.data as {
        key: string;
        id: string;
      };
      expect(live.key).not.toMatch(/^amk_test_/);
      expect(outcome(await world.api.withKey(live.key).inSandbox().get('/documents'))).toEqual([401, 'live_key']);
      expect((await admin.api.get(`/api-keys/${id}`)).status).toBe(404);
      expect((await sandbox.get(`/api-keys/${live.id}`)).status).toBe(404);
      const rotated = await world.api.withKey(key).inSandbox().post(`/api-keys/${id}/rotate`, {});
      expect(rotated.body.data.key).toMatch(/^amk_test_/);
    });

    it('are revoked with those of the account', async () => {
      const person = await world.signIn({ role: 'engineer', organization });
      const scopes = ['document.view', 'api.access'];
      const { key } = (await person.api.inSandbox().post('/api-keys', { name: 'Left', scopes })).body.data;
      const out = await person.api.post('/auth/logout', { all_sessions: true, revoke_api_keys: true });
      expect(out.text).toContain('"revoked_api_keys":1');
      expect(
        outcome(
          await world.api
            .withKey(key as string)
            .inSandbox()
            .get('/documents'),
        ),
      ).toEqual([401, 'invalid']);
    });

    it('are told apart before the database is asked', async () => {
      const nobody = await world.identity.apiKey(await mirrorOf(world, admin.user), { inSandbox: false });
      // A live key of a mirrored user, which the service never makes, is refused by its form.
      expect(outcome(await world.api.withKey(nobody.key).inSandbox().get('/documents'))).toEqual([401, 'live_key']);
    });
  });

  describe('its data', () => {
    it('never cross, in either direction', async () => {
      const [inside, outside] = await Promise.all([
        document(sandbox, 'Qwzzx bracket torque 12 N.m in the sandbox'),
        document(admin.api, 'Vrrkk bracket torque 34 N.m in the fleet'),
      ]);
      for (const [api, own, foreign] of [
        [sandbox, inside, outside],
        [admin.api, outside, inside],
      ] as const) {
        expect(idsOf(await api.get('/documents'))).toContain(own);
        expect(idsOf(await api.get('/documents'))).not.toContain(foreign);
        for (const path of [
          '',
          '/pages',
          '/pages/1',
          '/pages/1/image',
          '/revisions',
          '/content',
          '/comments',
          '/shares',
          '/access',
        ]) {
          expect([path, (await api.get(`/documents/${foreign}${path}`)).status]).toEqual([path, 404]);
        }
        for (const query of ['qwzzx bracket', 'vrrkk bracket']) {
          const found = await api.post('/search/documents', { query });
          expect(JSON.stringify(found.body)).not.toContain(foreign);
        }
        expect((await api.patch(`/documents/${foreign}`, { title: 'X' })).status).toBe(404);
        expect((await api.delete(`/documents/${foreign}`)).status).toBe(404);
      }
      expect((await admin.api.get('/search/suggest?q=qwzz')).body.data).toEqual([]);
      expect((await sandbox.get('/search/suggest?q=vrrk')).body.data).toEqual([]);
      // Mirrored users are no recipients on the live side, and accounts none in the sandbox.
      const mirror = await mirrorOf(world, admin.user);
      const share = (id: string) => ({ recipients: [{ type: 'user', id }], permission: 'view' });
      expect((await admin.api.post(`/documents/${outside}/shares`, share(mirror.id))).status).toBe(400);
      expect((await sandbox.post(`/documents/${inside}/shares`, share(admin.user.id))).status).toBe(400);
      const comment = (id: string) => ({ page_number: 1, body: 'See this', mentions: [id] });
      expect((await admin.api.post(`/documents/${outside}/comments`, comment(mirror.id))).status).toBe(400);
    });

    it('are not counted for the organization', async () => {
      const home = await world.identity.organization({ plan: 'enterprise' });
      const person = await world.signIn({ role: 'admin', organization: home });
      const inside = (await filledSandbox(person)).api;
      for (let n = 0; n < 5; n += 1) await inside.post('/search/passages', { query: 'gland nut' });
      await until(
        async () => (await inside.get('/usage')).body.data.totals.searches as number,
        (count) => count === 5,
      );
      expect((await person.api.get('/usage')).body.data.totals.searches).toBe(0);
      const [{ plan }] = (await world.sql.query(
        `SELECT o.plan FROM organizations o JOIN sandboxes s ON s.organization_id = o.id WHERE s.live_organization_id = $1`,
        [home.id],
      )) as [{ plan: string }];
      expect(plan).toBe('standard');
    });

    it('are written in separate audit trails', async () => {
      const { body } = await sandbox.get('/audit-events?limit=100');
      const mirror = await mirrorOf(world, admin.user);
      expect(JSON.stringify(body)).toContain(mirror.id);
      expect(JSON.stringify((await admin.api.get('/audit-events?limit=100')).body)).not.toContain(mirror.id);
    });
  });

  it('report to endpoints of their side, marked', async () => {
    await receiver.answer('/live', { status: 200 });
    await receiver.answer('/test', { status: 200 });
    const events = ['document.created'];
    await registerWebhook(admin.api, { url: `${receiver.url}/live`, events });
    await registerWebhook(sandbox, { url: `${receiver.url}/test`, events });
    const inside = await document(sandbox, 'Marked in the sandbox');
    const outside = await document(admin.api, 'Marked in the fleet');
    const told = async (path: string) =>
      (await receiver.waitFor(path, 1)).map(({ body }) => JSON.parse(body) as object);
    expect(await told('/test')).toMatchObject([
      { event: 'document.created', livemode: false, data: { document_id: inside } },
    ]);
    expect(await told('/live')).toMatchObject([
      { event: 'document.created', livemode: true, data: { document_id: outside } },
    ]);
    const feed = async (api: ApiClient) => (await api.get('/events?limit=100')).body.data as { livemode: boolean }[];
    expect((await feed(sandbox)).map(({ livemode }: { livemode: boolean }) => livemode)).not.toContain(true);
    expect((await feed(admin.api)).map(({ livemode }: { livemode: boolean }) => livemode)).not.toContain(false);
  });
});
