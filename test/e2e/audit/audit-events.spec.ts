import { SecretKeyFile } from '../../../src/common/crypto/secret-key-file.js';
import { createRequestContext, runWithContext } from '../../../src/common/context/request-context.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { AuditAct } from '../../../src/modules/audit/audit.service.js';
import type { TestOrganization, TestUser } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { connectAudit, type AuditWorld } from '../../support/scenes/audit-world.js';
import { fieldsOf } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const FIELDS = words(`id sequence action result reason actor target ip user_agent request_id details occurred_at
  previous_hash hash`);
const ACTOR_FIELDS = words('type id name session_id api_key_id');

describe('GET /audit-events', () => {
  let world: TestWorld;
  let audit: AuditWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let stranger: SignedIn;
  let engineer: TestUser;

  const record = (act: Partial<AuditAct>): Promise<void> =>
    audit.trail.record({ action: 'test.act', organization_id: organization.id, ...act });
  const list = async (query: string, { api } = admin): Promise<Json[]> => {
    const { status, body } = await api.get(`/audit-events?limit=100&${query}`);
    expect(status).toBe(200);
    return body.data as Json[];
  };

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    audit = await connectAudit(world.service.databaseUrl, new SecretKeyFile(world.service.dataDir).keys);
    organization = await world.identity.organization();
    engineer = await world.identity.user({ organization });
    admin = await world.signIn({ organization, role: 'admin' });
    stranger = await world.signIn({ role: 'admin' });
  });
  afterAll(async () => {
    await audit.stop();
    await world.stop();
  });

  describe('access', () => {
    it('answers 401 without credentials', async () => {
      const { status, body } = await world.api.get('/audit-events');
      expect([status, body.error.details.reason]).toEqual([401, 'missing']);
    });

    it.each(['manager', 'engineer', 'viewer', 'api_user'] as const)('answers 403 to the role %s', async (role) => {
      const user = await world.identity.user({ organization, role });
      const key = await world.identity.apiKey(user, { scopes: ['document.view', 'audit.view'] });
      // A viewer must not hold a key, and an api_user has no password.
      const clients = role === 'viewer' ? [] : [world.api.withKey(key.key)];
      if (role !== 'api_user') clients.push((await world.signIn(user)).api);
      for (const api of clients) {
        const { status, body } = await api.get('/audit-events');
        expect([status, body.error.details.required_permission]).toEqual([403, 'audit.view']);
      }
    });

    it('takes a key of an administrator whose scopes say so', async () => {
      const keyWith = async (scopes: Parameters<typeof world.identity.apiKey>[1]) =>
        world.api.withKey((await world.identity.apiKey(admin.user, scopes)).key);
      expect((await (await keyWith({ scopes: ['audit.view'] })).get('/audit-events')).status).toBe(200);
      expect((await (await keyWith({ scopes: ['document.view'] })).get('/audit-events')).status).toBe(403);
    });

    it('shows an organization its own events alone', async () => {
      const target = { type: 'user', id: newId('user') };
      await record({ action: 'test.ours', target });
      await record({ action: 'test.ours', target, organization_id: stranger.user.organizationId });
      await record({ action: 'test.ours', target, organization_id: null });
      const [ours, ...others] = await list('action=test.ours');
      expect(others).toEqual([]);
      const [theirs, ...more] = await list(`target_id=${target.id}`, stranger);
      expect(more).toEqual([]);
      expect(theirs.id).not.toBe(ours.id);
      const { body } = await stranger.api.get('/audit-events?action=test.ours');
      expect(body.pagination.total_count).toBe(1);
    });
  });

  it('shows who did what to whom, from where, in which request', async () => {
    const target = { type: 'team', id: newId('team') };
    const context = createRequestContext('request-7', { ip: '2001:db8::7', userAgent: 'Workshop/7' });
    const actor = { type: 'api_key', id: engineer.id, api_key_id: newId('api_key') } as const;
    await runWithContext(context, () =>
      record({ action: 'test.shown', target, actor, result: 'failure', reason: 'denied', details: { tries: 3 } }),
    );
    const [event] = await list('action=test.shown');
    expect(fieldsOf(event)).toEqual(FIELDS);
    expect(fieldsOf(event.actor)).toEqual(ACTOR_FIELDS);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^audit_/),
      sequence: expect.any(Number),
      action: 'test.shown',
      result: 'failure',
      reason: 'denied',
      actor: { type: 'api_key', id: engineer.id, name: engineer.name, session_id: null, api_key_id: actor.api_key_id },
      target,
      ip: '2001:db8::7',
      user_agent: 'Workshop/7',
      request_id: 'request-7',
      details: { tries: 3 },
      occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('names nobody whom nobody knows any more, and nobody of another organization', async () => {
    await record({ action: 'test.gone', actor: { type: 'user', id: newId('user') } });
    await record({ action: 'test.gone', actor: { type: 'user', id: stranger.user.id } });
    await record({ action: 'test.gone', actor: { type: 'system' } });
    const events = await list('action=test.gone');
    expect(events.map(({ actor }) => actor.name as unknown)).toEqual([null, 'Removed user', 'Removed user']);
    expect(events.map(({ target: none }) => none as unknown)).toEqual([null, null, null]);
  });

  describe('filters', () => {
    const target = { type: 'mfa_method', id: newId('message') };
    let times: string[];
    let first: string;
    beforeAll(async () => {
      await record({ action: 'group.one', target });
      await record({ action: 'group.two.three', actor: { type: 'user', id: engineer.id }, result: 'failure' });
      await record({ action: 'groups.one', target: { type: 'team', id: newId('team') } });
      await record({ action: 'group', actor: { type: 'user', id: engineer.id } });
      await audit.tamper(
        `UPDATE audit_events SET occurred_at = '2026-01-01T00:00:00Z'::timestamptz + sequence * interval '1 min'
         WHERE organization_id = $1 AND action LIKE 'group%'`,
        [organization.id],
      );
      const events = (await list('until=2026-02-01T00:00:00Z')).reverse();
      times = events.map(({ occurred_at: time }) => time as string);
      first = times[0]!;
    });
    const found = async (query: string): Promise<string[]> => (await list(query)).map(({ action }) => action as string);

    it.each<[query: () => string, actions: string[]]>([
      [() => 'until=2026-02-01T00:00:00Z', ['group', 'groups.one', 'group.two.three', 'group.one']],
      [() => 'action=group.*', ['group.two.three', 'group.one']],
      [() => 'action=group.two.*', ['group.two.three']],
      [() => 'action=group.one', ['group.one']],
      [() => 'action=group', ['group']],
      [() => 'action=gr', []],
      [() => `actor_id=${engineer.id}&until=2026-02-01T00:00:00Z`, ['group', 'group.two.three']],
      [() => `actor_id=${engineer.id}&action=group.*`, ['group.two.three']],
      [() => `actor_id=${newId('user')}`, []],
      [() => `target_id=${target.id}`, ['group.one']],
      [() => 'target_type=mfa_method', ['group.one']],
      [() => 'action=group.*&result=failure', ['group.two.three']],
      [() => 'action=group.*&result=success', ['group.one']],
      [() => `since=${times[1]}&until=${times[3]}`, ['groups.one', 'group.two.three']],
      [() => `until=${first}`, []],
      [() => `since=${encodeURIComponent(first.replace('Z', '+00:00'))}&action=group.one`, ['group.one']],
    ])('find what fits: %#', async (query, actions) => {
      expect(await found(query())).toEqual(actions);
      const { body } = await admin.api.get(`/audit-events?limit=1&${query()}`);
      expect(body.pagination.total_count).toBe(actions.length);
    });

    it.each([
      ['action=', 'action'],
      ['action=auth.*.x', 'action'],
      ['action=*', 'action'],
      ['action=auth%25', 'action'],
      ['actor_id=nobody', 'actor_id'],
      ['actor_id=org_01m7w51j4fe8jav45zgy6yeca8', 'actor_id'],
      ['target_id=x', 'target_id'],
      ['target_type=User', 'target_type'],
      ['result=maybe', 'result'],
      ['since=yesterday', 'since'],
      ['since=2026-02-30T00:00:00Z', 'since'],
      ['until=2026-02-01', 'until'],
      ['limit=101', 'limit'],
      ['organization_id=org_01m7w51j4fe8jav45zgy6yeca8', 'organization_id'],
      ['cursor=x', 'cursor'],
    ])('refuse %s', async (query, field) => {
      const { status, body } = await admin.api.get(`/audit-events?${query}`);
      expect([status, body.error.details.field]).toEqual([400, field]);
    });
  });

  it('is paginated, newest first, while events are added, and counts all', async () => {
    const whole = await world.signIn({ role: 'admin' });
    const organization_id = whole.user.organizationId;
    const add = (): Promise<void> => record({ action: 'test.page', organization_id });
    for (let n = 0; n < 9; n += 1) await add();
    const first = (await whole.api.get('/audit-events?limit=4')).body;
    const all = await whole.api.listAll('/audit-events');
    expect(first.pagination).toMatchObject({ has_more: true, total_count: all.length });
    await add();
    const cursor = encodeURIComponent(first.pagination.next_cursor as string);
    const second = (await whole.api.get(`/audit-events?limit=4&cursor=${cursor}`)).body;
    const sequences = [...first.data, ...second.data].map(({ sequence }: Json) => sequence as number);
    expect(sequences).toEqual(Array.from({ length: 8 }, (_, n) => all.length - n));
    expect(second.pagination.total_count).toBe(all.length + 1);
    const foreign = await admin.api.get(`/audit-events?limit=4&cursor=${cursor}`);
    expect([foreign.status, foreign.body.error.details.field]).toEqual([400, 'cursor']);
    const otherFilter = await whole.api.get(`/audit-events?limit=4&action=test.page&cursor=${cursor}`);
    expect(otherFilter.status).toBe(400);
  });
});

function words(text: string): string[] {
  return text.trim().split(/\s+/).sort();
}
