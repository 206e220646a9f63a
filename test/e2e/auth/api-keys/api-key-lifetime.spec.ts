import type { ApiResponse } from '../../../support/api/api-client.js';
import { outbox } from '../../../support/service/outbox.js';
import { startWorld, type SignedIn, type TestWorld } from '../../../support/service/test-world.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
/** Days from now, rounded: what a test takes does not matter. */
const daysLeft = ({ body }: ApiResponse): number =>
  Math.round((new Date(body.data.expires_at as string).getTime() - Date.now()) / DAY_MS);

describe('the life of an API key', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const create = (fields: object, by = admin.api): Promise<ApiResponse> =>
    by.post('/api-keys', { name: 'Key', scopes: ['document.view'], ...fields });

  it('is a year where nothing is said, and no longer', async () => {
    expect(daysLeft(await create({}))).toBe(365);
    const made = await create({ expires_at: null });
    expect(daysLeft(made)).toBe(365);
    expect(daysLeft(await create({ expires_at: inDays(30) }))).toBe(30);
    expect(daysLeft(await create({ expires_at: inDays(365) }))).toBe(365);
    const path = `/api-keys/${made.body.data.id}`;
    for (const { status, body } of [
      await create({ expires_at: inDays(366) }),
      await admin.api.patch(path, { expires_at: inDays(400) }),
    ]) {
      expect([status, body.error.details.field]).toEqual([400, 'expires_at']);
    }
    await admin.api.patch(path, { expires_at: inDays(3) });
    expect(daysLeft(await admin.api.patch(path, { name: 'Renamed' }))).toBe(3);
    expect(daysLeft(await admin.api.patch(path, { expires_at: null }))).toBe(365);
  });

  it('is what the organization sets, for new keys and renewed ones', async () => {
    const owner = await world.signIn({ role: 'admin' });
    const before = await create({}, owner.api);
    expect((await owner.api.patch('/settings', { api_key_max_days: 30 })).body.data.api_key_max_days).toBe(30);
    expect(daysLeft(await create({}, owner.api))).toBe(30);
    expect((await create({ expires_at: inDays(31) }, owner.api)).status).toBe(400);
    expect(daysLeft(await owner.api.get(`/api-keys/${before.body.data.id}`))).toBe(365);
    for (const days of [0, 731, 1.5, null]) {
      expect((await owner.api.patch('/settings', { api_key_max_days: days })).status).toBe(400);
    }
  });

  it('is a year for a key that was stored without an end', async () => {
    const { id, key } = await world.identity.apiKey(admin.user, { expiresAt: null });
    const ask = (): Promise<ApiResponse> => world.api.withKey(key).get('/users/me/permissions');
    expect((await ask()).status).toBe(200);
    await world.sql.query(`UPDATE api_keys SET created_at = now() - interval '366 days' WHERE id = $1`, [id]);
    const { status, body } = await ask();
    expect([status, body.error.details.reason]).toEqual([401, 'expired']);
  });

  it('is not prolonged by the key itself', async () => {
    const made = await create({ scopes: ['api.access', 'document.view'], expires_at: inDays(5) });
    const key = world.api.withKey(made.body.data.key as string);
    const path = `/api-keys/${made.body.data.id}`;
    expect(daysLeft(await key.patch(path, { expires_at: inDays(300) }))).toBe(5);
    expect(daysLeft(await key.patch(path, { expires_at: null }))).toBe(5);
    expect(daysLeft(await create({}, key))).toBe(5);
  });

  it('is reported by mail: created, replaced, widened, but not narrowed', async () => {
    const { user, api } = await world.signIn({ role: 'engineer' });
    const mails = outbox(world.service.dataDir);
    const made = await create({ expires_at: inDays(10) }, api);
    const { text } = await mails.waitForMail(user.email, /API key was created/);
    expect(text).not.toContain(made.body.data.key as string);
    const path = `/api-keys/${made.body.data.id}`;
    await api.patch(path, { expires_at: inDays(5), allowed_cidrs: ['192.0.2.0/24'] });
    await api.patch(path, { scopes: ['document.view', 'document.search'] });
    await mails.waitForMail(user.email, /more access/);
    await api.post(`${path}/rotate`, {});
    await mails.waitForMail(user.email, /was rotated/);
    const subjects = (await mails.messagesTo(user.email)).map((mail) => ('subject' in mail ? mail.subject : ''));
    expect(subjects.filter((subject) => /more access/.test(subject))).toHaveLength(1);
  });

  it('is told to the administrator who gives a service account a key, and to all when it makes one itself', async () => {
    const owner = await world.signIn({ role: 'admin' });
    const organization = { id: owner.user.organizationId };
    const other = await world.identity.user({ role: 'admin', organization });
    const service = await world.identity.user({ role: 'api_user', organization });
    const mails = outbox(world.service.dataDir);
    const made = await create({ owner_id: service.id, scopes: ['api.access', 'document.view'] }, owner.api);
    await mails.waitForMail(owner.user.email, /API key was created/);
    expect((await create({}, world.api.withKey(made.body.data.key as string))).status).toBe(201);
    await mails.waitForMail(other.email, /API key was created/);
    await mails.waitForMail(owner.user.email, /API key was created/);
  });
});
