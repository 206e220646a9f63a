import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [
  status,
  body?.error?.details.reason ?? body?.error?.details.field ?? body?.error?.details.required_permission,
];
const address = (): string => `new.${Math.random().toString(36).slice(2)}@example.test`;
const FIELDS = { title: 'Card', document_type: 'TASK_CARD', aircraft_type: 'TR46', version: '1' };
const FILE = { content: 'GREASE THE PIN.', name: 'card.txt' };

describe('grants of service accounts', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let organization: { id: string };
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    admin = await world.signIn({ role: 'admin' });
    organization = { id: admin.user.organizationId };
  });
  afterAll(() => world.stop());

  const create = (fields: object, api: ApiClient = admin.api): Promise<ApiResponse> =>
    api.post('/users', { email: address(), name: 'Importer', role: 'api_user', ...fields });
  const created = async (fields: object): Promise<Json> => (await create(fields)).body.data;
  const keyOf = async (owner: Json, scopes = ['document.view', 'document.manage']): Promise<ApiClient> => {
    const { body } = await admin.api.post('/api-keys', { name: 'K', scopes, owner_id: owner.id });
    return world.api.withKey(body.data.key as string);
  };

  it('let its keys upload and revise, from the grant to its withdrawal', async () => {
    const account = await created({});
    expect(account.grants).toEqual([]);
    const refused = await admin.api.post('/api-keys', {
      ...{ name: 'K', scopes: ['document.manage'], owner_id: account.id },
    });
    expect(outcome(refused)).toEqual([400, 'scopes']);
    const granted = await admin.api.patch(`/users/${account.id}`, { grants: ['document.manage'] });
    expect(granted.body.data.grants).toEqual(['document.manage']);
    const key = await keyOf(account);
    expect((await key.get('/users/me')).body.data).toMatchObject({ role: 'api_user', grants: ['document.manage'] });
    expect((await key.get('/users/me/permissions')).body.data.permissions).toEqual([
      'document.view',
      'document.manage',
    ]);

    const uploaded = await key.upload('/documents', FIELDS, FILE);
    expect(uploaded.status).toBe(202);
    const id = uploaded.body.data.id as string;
    const revised = await key.upload(`/documents/${id}/revisions`, { version: '2' }, { ...FILE, content: 'OIL IT.' });
    expect(revised.status).toBe(202);
    expect((await key.patch(`/documents/${id}`, { title: 'Other' })).status).toBe(200);

    const withdrawn = await admin.api.patch(`/users/${account.id}`, { grants: [] });
    expect(withdrawn.body.data.grants).toEqual([]);
    expect(outcome(await key.patch(`/documents/${id}`, { title: 'Third' }))).toEqual([403, 'document.manage']);
    expect(outcome(await key.upload('/documents', FIELDS, FILE))).toEqual([403, 'document.manage']);
    const trail = await world.sql.query(
      `SELECT action, details -> 'grants' AS grants FROM audit_records
       WHERE target_id = $1 AND action IN ('user.created', 'user.updated') ORDER BY id`,
      [account.id],
    );
    expect(trail).toEqual([
      { action: 'user.created', grants: [] },
      { action: 'user.updated', grants: { from: [], to: ['document.manage'] } },
      { action: 'user.updated', grants: { from: ['document.manage'], to: [] } },
    ]);
  });

  it('reach the documents of the team, or without a team those of no team', async () => {
    const [own, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const member = await keyOf(await created({ team_id: own.id, grants: ['document.manage'] }));
    const free = await keyOf(await created({ grants: ['document.manage'] }));
    let files = 0;
    const file = (api: ApiClient, fields: object): Promise<ApiResponse> =>
      api.upload('/documents', { ...FIELDS, ...fields }, { ...FILE, content: `${FILE.content} ${(files += 1)}` });

    const ofTeam = await file(member, { access: 'team' });
    expect([ofTeam.status, ofTeam.body.data.team_id]).toEqual([202, own.id]);
    const ofAll = await file(free, {});
    expect([ofAll.status, ofAll.body.data.team_id]).toEqual([202, null]);
    for (const team of [own.id, other.id]) {
      expect(outcome(await file(free, { team_id: team }))).toEqual([403, 'other_team']);
    }
    expect(outcome(await file(member, { team_id: other.id }))).toEqual([403, 'other_team']);
    // Invisible documents are not found; visible documents of others cannot be changed.
    expect((await free.patch(`/documents/${ofTeam.body.data.id}`, { title: 'X' })).status).toBe(404);
    expect(outcome(await member.patch(`/documents/${ofAll.body.data.id}`, { title: 'X' }))).toEqual([
      403,
      'other_team',
    ]);
  });

  it('are given by administrators in person, to service accounts, and are of one kind', async () => {
    expect(outcome(await create({ role: 'engineer', grants: ['document.manage'] }))).toEqual([400, 'grants']);
    const engineer = await world.identity.user({ organization, role: 'engineer' });
    expect(outcome(await admin.api.patch(`/users/${engineer.id}`, { grants: ['document.manage'] }))).toEqual([
      400,
      'grants',
    ]);
    for (const grants of [['user.manage'], ['document.manage', 'document.manage'], 'document.manage', null]) {
      expect(outcome(await create({ grants }))).toEqual([400, 'grants']);
    }
    const all = [
      'document.view',
      'document.search',
      'document.manage',
      'chat.use',
      'api.access',
      'user.manage',
    ] as const;
    const { key } = await world.identity.apiKey(admin.user, { scopes: all });
    const byKey = world.api.withKey(key);
    expect(outcome(await create({ grants: ['document.manage'] }, byKey))).toEqual([403, 'session_required']);
    const plain = await created({});
    const change = { grants: ['document.manage'] };
    expect(outcome(await byKey.patch(`/users/${plain.id}`, change))).toEqual([403, 'session_required']);
    const manager = await world.signIn({
      role: 'manager',
      organization,
      team: await world.identity.team(organization),
    });
    expect(outcome(await create(change, manager.api))).toEqual([403, 'role_not_allowed']);
    const foreign = await world.signIn({ role: 'admin' });
    expect((await foreign.api.patch(`/users/${plain.id}`, change)).status).toBe(404);
    expect((await world.api.patch(`/users/${plain.id}`, change)).status).toBe(401);
  });

  it('put an account beyond a key that may do less', async () => {
    const account = await created({ grants: ['document.manage'] });
    const scopes = ['document.view', 'document.search', 'chat.use', 'api.access', 'user.manage'] as const;
    const { key } = await world.identity.apiKey(admin.user, { scopes });
    expect(outcome(await world.api.withKey(key).patch(`/users/${account.id}`, { name: 'X' }))).toEqual([
      403,
      'protected_account',
    ]);
  });
});
