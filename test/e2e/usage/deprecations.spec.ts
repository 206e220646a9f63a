import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { DEPRECATIONS } from '../../../src/common/deprecation/deprecations.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import { errorOf } from '../../support/manuals/manual.js';
import { registerWebhook } from '../../support/scenes/webhook-scene.js';
import { outbox } from '../../support/service/outbox.js';
import { TEST_ISSUER } from '../../support/service/running-process.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const GUIDE = `${TEST_ISSUER}/docs/migrations/webhook-grace-period`;
const OLD = { expire_previous_in: 60 };

describe('deprecation', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let rotate: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ role: 'admin', organization });
    rotate = `/webhooks/${(await registerWebhook(admin.api)).id}/rotate-secret`;
  });
  afterAll(() => world.stop());

  it('is announced twelve months ahead, with a guide and a line in the changelog', () => {
    const read = (...names: string[]): string => readFileSync(path.join(projectRoot(), ...names), 'utf8');
    const guides = Object.values(DEPRECATIONS).map(({ guide }) => `${guide}.md`);
    const written = readdirSync(path.join(projectRoot(), 'docs/migrations')).filter((name) => name !== 'README.md');
    expect(written.sort()).toEqual([...new Set(guides)].sort());
    for (const { since, sunset, guide, field, path: route } of Object.values(DEPRECATIONS)) {
      const earliest = new Date(`${since}T00:00:00Z`);
      earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
      expect(Date.parse(sunset)).toBeGreaterThanOrEqual(earliest.getTime());
      expect(read('docs/migrations', `${guide}.md`)).toContain(since);
      expect(read('CHANGELOG.md')).toMatch(new RegExp(`Deprecated[^#]*${field ?? route}`));
    }
  });

  it('is told to those who use the field, and not to others', async () => {
    const { status, headers } = await admin.api.post(rotate, OLD);
    expect(status).toBe(200);
    expect(headers.get('deprecation')).toBe('@1795392000');
    expect(new Date(headers.get('sunset')!).toISOString()).toBe('2027-12-01T00:00:00.000Z');
    expect(headers.get('link')).toBe(
      `<${GUIDE}>; rel="deprecation"; type="text/markdown", <${GUIDE}>; rel="sunset"; type="text/markdown"`,
    );
    const current = await admin.api.post(rotate, { grace_period_seconds: 60 });
    expect(['deprecation', 'sunset', 'link'].map((name) => current.headers.get(name))).toEqual([null, null, null]);
    // Also with an error, which may come of the old name.
    const failed = await admin.api.post(rotate, { expire_previous_in: -1 });
    expect([failed.status, failed.headers.get('deprecation')]).toEqual([400, '@1795392000']);
  });

  it('lists the callers for administrators of the organization', async () => {
    const key = await admin.api.post('/api-keys', { name: 'Planning', scopes: ['webhook.manage'] });
    for (let n = 0; n < 2; n += 1) await world.api.withKey(key.body.data.key as string).post(rotate, OLD);
    const { data, pagination } = (await admin.api.get('/deprecations')).body;
    const common = {
      ...{ deprecation: 'webhook_secret_expire_previous_in', method: 'POST', path: '/webhooks/{id}/rotate-secret' },
      ...{ field: 'expire_previous_in', deprecated_on: '2026-11-23', sunset_on: '2027-12-01' },
      ...{ successor: 'grace_period_seconds', guide_url: GUIDE },
      ...{ first_called_at: expect.any(String), last_called_at: expect.any(String) },
    };
    expect(data).toEqual([
      { ...common, caller: { type: 'api_key', id: key.body.data.id }, calls: 2 },
      { ...common, caller: { type: 'user', id: admin.user.id }, calls: 2 },
    ]);
    expect(pagination).toMatchObject({ total_count: 2, has_more: false });
    const page = await admin.api.get('/deprecations?limit=1');
    const cursor = page.body.pagination.next_cursor as string;
    expect((await admin.api.get(`/deprecations?limit=1&cursor=${cursor}`)).body.data).toEqual([data[1]]);
    const stranger = await world.signIn({ role: 'admin' });
    expect((await stranger.api.get('/deprecations')).body.data).toEqual([]);
    expect(errorOf(await admin.api.get('/deprecations?limit=0'))).toMatchObject({ status: 400, field: 'limit' });
  });

  it('is mailed once to every administrator of an organization that uses it', async () => {
    const { sql, service } = world;
    const mails = async (): Promise<unknown[]> =>
      (await outbox(service.dataDir).messagesTo(admin.user.email)).filter(
        (message) => message.kind === 'mail' && message.subject.startsWith('A deprecated part'),
      );
    const runNotices = async (): Promise<void> => {
      const [job] = await sql.query<{ id: string }>(
        `INSERT INTO jobs.job (id, name, data) VALUES (gen_random_uuid(), 'deprecation-notices', '{}') RETURNING id`,
      );
      await until(
        () => sql.query<{ state: string }>(`SELECT state::text FROM jobs.job WHERE id = $1`, [job!.id]),
        ([found]) => found?.state === 'completed',
      );
    };
    const noticed = (): Promise<{ noticed_days: number | null }[]> =>
      sql.query('SELECT noticed_days FROM deprecated_calls WHERE organization_id = $1', [organization.id]);
    await runNotices();
    const rows = await until(noticed, (found) => found.every(({ noticed_days }) => noticed_days !== null));
    expect(rows).toHaveLength(2);
    await until(mails, (found) => found.length === 1);
    await runNotices();
    expect(await mails()).toEqual([
      expect.objectContaining({
        subject: 'A deprecated part of the API stops working on 2027-12-01',
        text: expect.stringContaining('2 callers of your organization used the field expire_previous_in'),
      }),
    ]);
  });
});
