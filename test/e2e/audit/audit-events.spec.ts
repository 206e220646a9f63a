import { createHash } from 'node:crypto';
import { SecretKeyFile } from '../../../src/common/crypto/secret-key-file.js';
import { createRequestContext, runWithContext } from '../../../src/common/context/request-context.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { AuditAct } from '../../../src/modules/audit/audit.service.js';
import type { TestOrganization, TestUser } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { connectAudit, type AuditWorld } from '../../support/scenes/audit-world.js';
import { fieldsOf } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const FIELDS = words(`id sealed sequence action result reason actor target ip user_agent request_id details occurred_at
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
      await audit.seal();
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

  it('says what is not sealed yet, in front of what is, across pages and filters', async () => {
    const whole = await world.signIn({ role: 'admin' });
    const organization_id = whole.user.organizationId;
    await audit.seal();
    const hold = await holdSealer(audit, organization_id);
    let filtered: Json;
    let all: Json[];
    try {
      for (let n = 0; n < 5; n += 1) await record({ action: `test.unsealed_${n}`, organization_id });
      all = await whole.api.listAll('/audit-events', 2);
      const states = all.map(({ sealed, sequence, hash, previous_hash }: Json): unknown[] => [
        sealed,
        sequence,
        hash,
        previous_hash,
      ]);
      expect(states.slice(0, 5)).toEqual(Array(5).fill([false, null, null, null]));
      expect(all.slice(0, 5).map(({ action }: Json) => action as string)).toEqual(
        [4, 3, 2, 1, 0].map((n) => `test.unsealed_${n}`),
      );
      expect(states.slice(5).every(([sealed]) => sealed)).toBe(true);
      filtered = (await whole.api.get('/audit-events?action=test.*&limit=3')).body;
      expect(filtered.pagination).toMatchObject({ has_more: true, total_count: 5 });
      const id = all[0]!.id as string;
      expect((await whole.api.get(`/audit-events/${id}`)).body.data).toEqual(all[0]);
      const proof = await whole.api.get(`/audit-events/${id}/proof`);
      expect([proof.status, proof.body.error.code, proof.body.error.details.reason]).toEqual([
        409,
        'CONFLICT',
        'not_sealed',
      ]);
    } finally {
      await hold.release();
    }
    // Pages go on where they were when the events of the last one are sealed meanwhile.
    await audit.seal();
    const cursor = encodeURIComponent(filtered.pagination.next_cursor as string);
    const rest = (await whole.api.get(`/audit-events?action=test.*&limit=3&cursor=${cursor}`)).body.data as Json[];
    expect(rest.map(({ action, sealed }) => [action, sealed] as unknown)).toEqual([
      ['test.unsealed_1', true],
      ['test.unsealed_0', true],
    ]);
    const { body } = await whole.api.get(`/audit-events/${all[0]!.id as string}`);
    expect(body.data).toMatchObject({
      id: all[0]!.id,
      sealed: true,
      sequence: expect.any(Number),
      hash: expect.any(String),
    });
  });

  it('proves each sealed event to its organization alone', async () => {
    for (let n = 0; n < 40; n += 1) await record({ action: 'test.proven' });
    await audit.seal();
    const [newest, ...older] = await list('action=test.proven');
    for (const event of [newest, older.at(-1), (await list('')).at(-1)]) {
      const { status, body } = await admin.api.get(`/audit-events/${event.id as string}/proof`);
      expect(status).toBe(200);
      const { event_hash, leaf_hash, leaf_index, inclusion_path, head } = body.data;
      expect([event_hash, leaf_index]).toEqual([
        event.hash,
        (event.sequence as number) - (head.first_sequence as number),
      ]);
      expect(leaf_hash).toBe(sha256('00', event.hash as string));
      expect(
        rootBy(leaf_hash as string, leaf_index as number, head.tree_size as number, inclusion_path as string[]),
      ).toBe(head.root);
    }
    const id = newest.id as string;
    for (const path of [`/audit-events/${id}`, `/audit-events/${id}/proof`]) {
      expect((await world.api.get(path)).status).toBe(401);
      expect(await outcome(stranger.api.get(path))).toEqual([404, 'NOT_FOUND']);
      const manager = await world.signIn({ organization, role: 'manager' });
      expect(await outcome(manager.api.get(path))).toEqual([403, 'FORBIDDEN']);
    }
    for (const path of [`/audit-events/${newId('audit_event')}`, `/audit-events/x/proof`]) {
      expect(await outcome(admin.api.get(path))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await admin.api.get(`/audit-events/${id}?limit=1`)).status).toBe(400);
  });

  it('is paginated, newest first, while events are added, and counts all', async () => {
    const whole = await world.signIn({ role: 'admin' });
    const organization_id = whole.user.organizationId;
    const add = (): Promise<void> => record({ action: 'test.page', organization_id });
    for (let n = 0; n < 9; n += 1) await add();
    await audit.seal();
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

async function outcome(answer: Promise<{ status: number; body: Json }>): Promise<unknown[]> {
  const { status, body } = await answer;
  return [status, body.error.code as unknown];
}

/** Keeps every sealer from a chain. */
async function holdSealer({ sql }: AuditWorld, chain: string): Promise<{ release(): Promise<void> }> {
  const client = await sql.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM audit_chains WHERE chain = $1 FOR UPDATE', [chain]);
  return {
    release: async () => {
      await client.query('COMMIT');
      client.release();
    },
  };
}

function sha256(...hex: string[]): string {
  return createHash('sha256')
    .update(Buffer.from(hex.join(''), 'hex'))
    .digest('hex');
}

/** The root that an inclusion proof leads to (RFC 9162, section 2.1.3.2). */
function rootBy(leaf: string, index: number, size: number, path: readonly string[]): string {
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const node of path) {
    if (fn % 2 === 1 || fn === sn) {
      root = sha256('01', node, root);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else {
      root = sha256('01', root, node);
    }
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 ? root : 'too short';
}
