import { COPILOT_TYPES } from '../../../src/common/copilot-types.js';
import { DOCUMENT_TYPES } from '../../../src/common/document-types.js';
import type { ApiResponse } from '../../support/api/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

/** The values of spec 2.9, and the contract's policy. */
const DEFAULTS = {
  session_timeout: 3600,
  refresh_token_expiry: 2_592_000,
  max_concurrent_sessions: 5,
  idle_timeout: 1800,
  api_key_max_days: 365,
  mfa_policy: 'optional',
  mfa_required_roles: [],
  search_synonyms: [],
  retention: { audit_days: 2555, chat_days: null },
  copilots_enabled: [...COPILOT_TYPES],
  document_types: [...DOCUMENT_TYPES],
  answer_min_confidence: 0.7,
  plan: 'enterprise',
};

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];

describe('/settings', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  it('is closed to strangers, to roles without system.settings, and changes to keys', async () => {
    const organization = { id: admin.user.organizationId };
    expect((await world.api.get('/settings')).status).toBe(401);
    expect((await world.api.patch('/settings', {})).status).toBe(401);
    for (const role of ['manager', 'engineer', 'viewer'] as const) {
      const { api } = await world.signIn({ organization, role });
      for (const { status, body } of [await api.get('/settings'), await api.patch('/settings', {})]) {
        expect([status, body.error.details.required_permission]).toEqual([403, 'system.settings']);
      }
    }
    const { key } = await world.identity.apiKey(admin.user, { scopes: ['system.settings'] });
    const api = world.api.withKey(key);
    expect((await api.get('/settings')).status).toBe(200);
    expect(outcome(await api.patch('/settings', { idle_timeout: 60 }))).toEqual([403, 'session_required']);
  });

  it('begins with the defaults', async () => {
    const { status, body, headers } = await admin.api.get('/settings');
    expect([status, body.data, headers.get('etag')]).toEqual([200, DEFAULTS, '"1"']);
  });

  it('changes what is sent, once for each version, and records old and new', async () => {
    const { user, api } = await world.signIn({ role: 'admin' });
    const change = { session_timeout: 120, mfa_required_roles: ['viewer', 'admin'], max_concurrent_sessions: 5 };
    const headers = { 'if-match': '"1"' };
    const { status, body, headers: answered } = await api.patch('/settings', change, headers);
    expect([status, answered.get('etag')]).toEqual([200, '"2"']);
    expect(body.data).toEqual({ ...DEFAULTS, session_timeout: 120, mfa_required_roles: ['admin', 'viewer'] });
    expect((await api.get('/settings')).body.data).toEqual(body.data);
    expect((await api.patch('/settings', change, headers)).status).toBe(412);
    // The same again, the roles in another order: nothing changes.
    const same = await api.patch('/settings', { mfa_required_roles: ['admin', 'viewer'] }, { 'if-match': '"2"' });
    expect([same.status, same.headers.get('etag')]).toEqual([200, '"2"']);
    const trail = await world.sql.query(
      `SELECT actor_id, target_type, details FROM audit_records WHERE action = 'settings.updated' AND target_id = $1`,
      [user.organizationId],
    );
    expect(trail).toEqual([
      {
        actor_id: user.id,
        target_type: 'organization',
        details: {
          session_timeout: { from: 3600, to: 120 },
          mfa_required_roles: { from: [], to: ['admin', 'viewer'] },
        },
      },
    ]);
    expect((await admin.api.get('/settings')).body.data).toEqual(DEFAULTS);
  });

  it('lets one of ten parallel changes of the same version through', async () => {
    const { api } = await world.signIn({ role: 'admin' });
    const change = (idle_timeout: number) => api.patch('/settings', { idle_timeout }, { 'if-match': '"1"' });
    const statuses = (await Promise.all(Array.from({ length: 10 }, (_, i) => change(600 + i)))).map((r) => r.status);
    expect(statuses.sort()).toEqual([200, ...Array<number>(9).fill(412)]);
  });

  it.each([
    ['session_timeout', 59],
    ['session_timeout', 86_401],
    ['session_timeout', 60.5],
    ['session_timeout', '3600'],
    ['session_timeout', null],
    ['refresh_token_expiry', 299],
    ['refresh_token_expiry', 7_776_001],
    ['refresh_token_expiry', 1800],
    ['max_concurrent_sessions', 0],
    ['max_concurrent_sessions', 101],
    ['idle_timeout', 59],
    ['idle_timeout', 86_401],
    ['mfa_policy', 'sometimes'],
    ['mfa_policy', null],
    ['mfa_required_roles', 'admin'],
    ['mfa_required_roles', null],
    ['mfa_required_roles', ['admin', 'admin']],
    ['search_synonyms', 'MLG, gear'],
    ['search_synonyms', [7]],
    ['search_synonyms', ['a, b', ' a, b ']],
    ['search_synonyms', Array.from({ length: 1001 }, (_, index) => `a, b${index}`)],
    ['search_synonyms[1]', ['MLG, main gear', 'MLG']],
    ['search_synonyms[0]', ['MLG => => gear']],
    ['search_synonyms[0]', [`MLG, ${'g'.repeat(200)}`]],
    ['retention', 365],
    ['retention', null],
    ['retention.audit_days', { audit_days: 364 }],
    ['retention.audit_days', { audit_days: 36_501 }],
    ['retention.audit_days', { audit_days: null }],
    ['retention.chat_days', { chat_days: 0 }],
    ['retention.chat_days', { chat_days: 1.5 }],
    ['retention.chat_days', { chat_days: '30' }],
    ['retention.delivery_days', { delivery_days: 30 }],
    ['copilots_enabled', []],
    ['copilots_enabled', null],
    ['copilots_enabled', ['mro', 'mro']],
    ['copilots_enabled', ['pilot']],
    ['document_types', []],
    ['document_types', ['AMM', 'amm']],
    ['document_types', 'AMM'],
    ['answer_min_confidence', 0.49],
    ['answer_min_confidence', 0.96],
    ['answer_min_confidence', 0.555],
    ['answer_min_confidence', 5e-324],
    ['answer_min_confidence', 1e-7],
    ['answer_min_confidence', '0.7'],
    ['answer_min_confidence', null],
    ['plan', 'standard'],
    ['row_version', 1],
  ])('refuses %s: %j', async (field, value) => {
    const { status, body } = await admin.api.patch('/settings', { [field.replace(/[[.].*/, '')]: value });
    expect([status, body.error.details.field]).toEqual([400, field]);
  });

  it.each([['api_user'], ['root'], [7]])('refuses to demand a second factor of %j', async (role) => {
    const { status, body } = await admin.api.patch('/settings', { mfa_required_roles: ['admin', role] });
    expect([status, body.error.details.field]).toEqual([400, 'mfa_required_roles']);
  });

  it('keeps synonyms, and records those that came and went', async () => {
    const { user, api } = await world.signIn({ role: 'admin' });
    const set = async (search_synonyms: string[]): Promise<unknown> => {
      const { status, body } = await api.patch('/settings', { search_synonyms });
      return [status, body.data.search_synonyms];
    };
    expect(await set(['MLG, main leg', ' TR46 => turboprop '])).toEqual([200, ['MLG, main leg', 'TR46 => turboprop']]);
    // The same characters in other entries are another setting.
    expect(await set(['MLG, main leg', 'TR46, turboprop'])).toEqual([200, ['MLG, main leg', 'TR46, turboprop']]);
    expect((await api.get('/settings')).body.data.search_synonyms).toEqual(['MLG, main leg', 'TR46, turboprop']);
    const trail = await world.sql.query<{ details: unknown }>(
      `SELECT details FROM audit_records WHERE action = 'settings.updated' AND target_id = $1 ORDER BY id DESC LIMIT 1`,
      [user.organizationId],
    );
    expect(trail).toEqual([
      { details: { search_synonyms: { added: ['TR46, turboprop'], removed: ['TR46 => turboprop'] } } },
    ]);
  });

  it('keeps how long the past is kept, and what is in use, each on record with what it was', async () => {
    const { user, api } = await world.signIn({ role: 'admin' });
    const set = async (change: object): Promise<unknown> => {
      const { status, body } = await api.patch('/settings', change);
      const { retention, copilots_enabled, document_types } = body.data;
      return [status, retention, copilots_enabled.length, document_types];
    };
    const types = ['SB', 'AMM'];
    const change = { retention: { chat_days: 90 }, copilots_enabled: ['parts', 'mro'], document_types: types };
    expect(await set(change)).toEqual([200, { audit_days: 2555, chat_days: 90 }, 2, ['AMM', 'SB']]);
    // Left out is not null, and the same in another order no change.
    expect(await set({ retention: {}, copilots_enabled: ['mro', 'parts'] })).toEqual([
      200,
      { audit_days: 2555, chat_days: 90 },
      2,
      ['AMM', 'SB'],
    ]);
    const last = await set({ retention: { audit_days: 400, chat_days: null } });
    expect(last).toEqual([200, { audit_days: 400, chat_days: null }, 2, ['AMM', 'SB']]);
    const trail = await world.sql.query<{ details: unknown }>(
      `SELECT details FROM audit_records WHERE action = 'settings.updated' AND target_id = $1 ORDER BY id`,
      [user.organizationId],
    );
    expect(trail).toEqual([
      {
        details: {
          chat_retention_days: { from: null, to: 90 },
          copilots_enabled: { from: [...COPILOT_TYPES], to: ['mro', 'parts'] },
          document_types: { from: [...DOCUMENT_TYPES], to: ['AMM', 'SB'] },
        },
      },
      { details: { audit_retention_days: { from: 2555, to: 400 }, chat_retention_days: { from: 90, to: null } } },
    ]);
  });

  it('has no sessions that end before their tokens', async () => {
    const { api } = await world.signIn({ role: 'admin' });
    const patch = async (change: object): Promise<unknown> => {
      const { status, body } = await api.patch('/settings', change);
      return status === 200 ? 200 : body.error.details.field;
    };
    expect(await patch({ refresh_token_expiry: 600 })).toBe('refresh_token_expiry');
    expect(await patch({ refresh_token_expiry: 600, session_timeout: 600 })).toBe(200);
    expect(await patch({ session_timeout: 601 })).toBe('session_timeout');
    expect(await patch({ session_timeout: 601, refresh_token_expiry: 602 })).toBe(200);
  });

  it('holds from the next request on, and for tokens and sessions from the next on', async () => {
    const { user, api } = await world.signIn({ role: 'admin' });
    const organization = { id: user.organizationId };
    const engineer = await world.signIn({ organization });
    await world.login(engineer.user);
    await world.login(engineer.user);
    const change = { session_timeout: 90, refresh_token_expiry: 300, max_concurrent_sessions: 2 };
    await api.patch('/settings', change);
    // Three sessions are open still; the next login leaves the two used last.
    expect((await engineer.api.get('/auth/sessions')).body.data).toHaveLength(3);
    const { body } = await world.login(engineer.user);
    expect(body.data.expires_in).toBe(90);
    const fresh = world.api.withBearer(body.data.access_token as string);
    expect((await fresh.get('/auth/sessions')).body.data).toHaveLength(2);
    const [session] = await world.sql.query<{ seconds: number }>(
      `SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM sessions WHERE user_id = $1 ORDER BY id DESC`,
      [engineer.user.id],
    );
    expect(session?.seconds).toBe(300);
    // Idle for two minutes: too long from the moment on that the setting says so.
    await world.sql.query(`UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE user_id = $1`, [
      engineer.user.id,
    ]);
    await api.patch('/settings', { idle_timeout: 100 });
    expect(outcome(await fresh.get('/users/me'))).toEqual([401, 'idle_timeout']);
  });

  it('demands a second factor of the roles listed, or of everybody, at once', async () => {
    const { user, api } = await world.signIn({ role: 'admin' });
    const organization = { id: user.organizationId };
    const [manager, viewer] = [
      await world.signIn({ organization, role: 'manager' }),
      await world.signIn({ organization, role: 'viewer' }),
    ];
    const open = async ({ api: theirs }: SignedIn) => outcome(await theirs.get('/documents'));
    await api.patch('/settings', { mfa_policy: 'required', mfa_required_roles: ['manager'] });
    expect([await open(manager), await open(viewer)]).toEqual([
      [403, 'mfa_enrollment_required'],
      [200, undefined],
    ]);
    await api.patch('/settings', { mfa_policy: 'off' });
    expect(await open(manager)).toEqual([200, undefined]);
    await api.patch('/settings', { mfa_policy: 'required', mfa_required_roles: [] });
    expect(await open(viewer)).toEqual([403, 'mfa_enrollment_required']);
  });
});
