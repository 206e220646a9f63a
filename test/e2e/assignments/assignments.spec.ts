import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { assign, inDays, mine, people, publish, sign, teams } from '../../support/scenes/assignment-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('/assignments', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let [team, other]: TestTeam[] = [];
  let [admin, manager, otherManager, reader]: SignedIn[] = [];
  let document: TestDocument;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    [team, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    [admin, manager, otherManager, reader] = await Promise.all([
      world.signIn({ role: 'admin', organization }),
      world.signIn({ role: 'manager', organization, team }),
      world.signIn({ role: 'manager', organization, team: other }),
      world.signIn({ role: 'engineer', organization, team }),
    ]);
    document = await world.documents.document(organization, { team: team, documentNumber: 'AMM-32' });
  });
  afterAll(() => world.stop());

  const managerOf = (): SignedIn => manager!;
  const fields = ({ body }: { body: Json }): unknown =>
    (body.error.details.errors as { field: string }[]).map(({ field }) => field);

  it('are created, listed and counted', async () => {
    const due_at = inDays(4);
    const created = await assign(managerOf().api, document, [...people(reader!.user.id), ...teams(team!.id)], {
      due_at,
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({
      ...{ id: expect.stringMatching(/^assignment_/), scope: 'revision', team_ids: [team!.id], due_at, status: 'open' },
      document: { id: document.id, title: document.title, document_number: 'AMM-32' },
      revision: { id: document.revisionId, version: expect.any(String), content_sha256: expect.any(String) },
      ...{ statement: 'I have read and understood this revision.', cancel_reason: null, predecessor_id: null },
      ...{ successor_id: null, created_by: manager!.user.id, created_at: expect.any(String), ended_at: null },
      counts: { assigned: 2, signed: 0, pending: 2, overdue: 0 },
    });
    const { id } = created.body.data;
    await ok(sign(reader!.api, (await mine(reader!.api))[0]));
    const shown = await ok(manager!.api.get(`/assignments/${id}`));
    expect(shown.counts).toEqual({ assigned: 2, signed: 1, pending: 1, overdue: 0 });
    expect(await ok(manager!.api.get('/assignments'))).toEqual([shown]);
    expect(await ok(manager!.api.get(`/assignments?document_id=${document.id}&status=open`))).toEqual([shown]);
    for (const query of ['?document_id=doc_x', '?status=canceled'])
      expect(await ok(manager!.api.get(`/assignments${query}`))).toEqual([]);
    const acknowledgements = async (query: string): Promise<unknown[]> =>
      (await manager!.api.listAll(`/assignments/${id}/acknowledgements${query}`, 1)).map(
        ({ user }): unknown => user.id,
      );
    expect(await acknowledgements('?status=signed')).toEqual([reader!.user.id]);
    expect(await acknowledgements('?status=pending')).toEqual([manager!.user.id]);
    expect(await acknowledgements('')).toHaveLength(2);
    expect(await acknowledgements('?overdue=true')).toEqual([]);
    await world.sql.query(`UPDATE acknowledgements SET due_at = now() - interval '1 hour' WHERE assignment_id = $1`, [
      id,
    ]);
    expect(await acknowledgements('?overdue=true')).toEqual([manager!.user.id]);
    expect((await ok(manager!.api.get(`/assignments/${id}`))).counts.overdue).toBe(1);
    expect(await mine(manager!.api, '?overdue=true')).toMatchObject([{ status: 'pending', overdue: true }]);
  });

  it('are shown to those who manage them alone', async () => {
    const { id } = await ok(assign(managerOf().api, document, people(reader!.user.id)));
    const foreign = await world.signIn({ role: 'admin' });
    const open = await world.documents.document(organization);
    const ofAdmin = await ok(assign(admin!.api, open, people(reader!.user.id)));
    for (const [{ api }, hidden] of [
      [otherManager!, id],
      [foreign, id],
      [manager!, ofAdmin.id],
    ] as const) {
      expect((await api.get(`/assignments/${hidden}`)).status).toBe(404);
      expect((await api.get(`/assignments/${hidden}/acknowledgements`)).status).toBe(404);
      expect((await api.patch(`/assignments/${hidden}`, { due_at: inDays(2) })).status).toBe(404);
      expect((await api.post(`/assignments/${hidden}/cancel`)).status).toBe(404);
    }
    expect(await ok(otherManager!.api.get('/assignments'))).toEqual([]);
    expect(((await ok(admin!.api.get('/assignments'))) as Json[]).map(({ id: one }): unknown => one)).toEqual([
      ofAdmin.id,
      id,
    ]);
    for (const method of ['GET', 'POST'] as const) {
      expect((await world.api.request(method, '/assignments')).status).toBe(401);
      expect((await reader!.api.request(method, '/assignments', method === 'POST' ? { body: {} } : {})).status).toBe(
        403,
      );
    }
  });

  it('reach whom the manager may assign', async () => {
    const stranger = await world.signIn({ role: 'engineer' });
    const outsider = await world.signIn({ role: 'engineer', organization, team: other! });
    const machine = await world.identity.user({ organization, role: 'api_user' });
    const suspended = await world.identity.user({ organization, team: team!, status: 'suspended' });
    for (const id of ['user_x', stranger.user.id, outsider.user.id, machine.id, suspended.id]) {
      const refused = await assign(managerOf().api, document, people(reader!.user.id, id));
      expect([refused.status, fields(refused)]).toEqual([400, ['recipients.1.id']]);
    }
    const twice = await assign(managerOf().api, document, people(reader!.user.id, reader!.user.id));
    expect(fields(twice)).toEqual(['recipients.1.id']);
    const unknown = await assign(managerOf().api, document, teams('team_x', stranger.user.id));
    expect(fields(unknown)).toEqual(['recipients.0.id', 'recipients.1.id']);
    // Of an open document that another team has, a manager reaches their own team.
    const open = await world.documents.document(organization);
    expect(fields(await assign(managerOf().api, open, people(outsider.user.id)))).toEqual(['recipients.0.id']);
    expect(fields(await assign(managerOf().api, open, teams(other!.id)))).toEqual(['recipients.0.id']);
    expect((await assign(managerOf().api, open, teams(team!.id))).status).toBe(201);
    expect((await assign(admin!.api, open, teams(team!.id, other!.id))).status).toBe(201);
    // Members who cannot see the document.
    const mixed = await assign(admin!.api, document, [...teams(other!.id), ...people(reader!.user.id)]);
    expect(mixed.body.data.counts.assigned).toBe(1);
    expect(mixed.body.meta.warnings).toHaveLength(1);
    expect(errorOf(await assign(admin!.api, document, teams(other!.id)))).toEqual({ status: 422, reason: 'no_people' });
  });

  it('name the active revision alone', async () => {
    const to = people(reader!.user.id);
    const refusal = async (one: { id: string }, more: Json = {}): Promise<unknown> =>
      errorOf(await assign(admin!.api, one, to, more));
    const { revisionId: draft } = await world.documents.revision(document, { version: '8', status: 'draft' });
    expect(await refusal(document, { revision_id: draft })).toEqual({ status: 409, reason: 'revision_not_active' });
    expect(await refusal(document, { scope: 'changes' })).toEqual({ status: 409, reason: 'no_previous_revision' });
    await publish({ world, admin: admin! }, document, '9');
    const old = { revision_id: document.revisionId };
    expect(await refusal(document, old)).toEqual({ status: 409, reason: 'revision_superseded' });
    const waiting = await world.documents.document(organization, { ingestionState: 'queued' });
    expect(await refusal(waiting)).toEqual({ status: 409, reason: 'not_ready' });
    const withdrawn = await world.documents.document(organization, { status: 'withdrawn' });
    expect(await refusal(withdrawn)).toEqual({ status: 409, reason: 'revision_not_active' });
    for (const [field, more] of [
      ['document_id', { document_id: 'doc_x' }],
      ['revision_id', { revision_id: 'rev_x' }],
      ['due_at', { due_at: inDays(-1) }],
      ['due_at', { due_at: 'soon' }],
      ['recipients', { recipients: [] }],
      ['statement', { statement: ' ' }],
      ['scope', { scope: 'all' }],
      ['status', { status: 'open' }],
    ] as const) {
      const refused = await assign(admin!.api, document, to, more);
      expect([refused.status, fields(refused)]).toEqual([400, [field]]);
    }
    const hidden = await assign(otherManager!.api, document, to);
    expect([hidden.status, fields(hidden)]).toEqual([400, ['document_id']]);
  });

  it('have a due date that moves, and can be canceled', async () => {
    const { id } = await ok(assign(managerOf().api, document, people(reader!.user.id)));
    const read = await manager!.api.get(`/assignments/${id}`);
    const etag = { 'if-match': read.headers.get('etag')! };
    const due_at = inDays(30);
    expect(await ok(manager!.api.patch(`/assignments/${id}`, { due_at }, etag))).toMatchObject({ due_at });
    expect((await manager!.api.patch(`/assignments/${id}`, { due_at: inDays(9) }, etag)).status).toBe(412);
    expect(await mine(reader!.api)).toMatchObject([{ due_at }]);
    for (const body of [{}, { due_at: inDays(-1) }, { due_at, scope: 'changes' }])
      expect((await manager!.api.patch(`/assignments/${id}`, body)).status).toBe(400);
    const [one] = await mine(reader!.api);
    const canceled = await ok(manager!.api.post(`/assignments/${id}/cancel`));
    expect(canceled).toMatchObject({ status: 'canceled', cancel_reason: 'manual', ended_at: expect.any(String) });
    expect(canceled.counts).toEqual({ assigned: 1, signed: 0, pending: 0, overdue: 0 });
    expect(errorOf(await sign(reader!.api, one))).toEqual({ status: 409, reason: 'withdrawn' });
    expect(await mine(reader!.api, '?status=withdrawn')).toMatchObject([{ id: one!.id, status: 'withdrawn' }]);
    const closed = { status: 409, reason: 'not_open' };
    expect(errorOf(await manager!.api.post(`/assignments/${id}/cancel`))).toEqual(closed);
    expect(errorOf(await manager!.api.patch(`/assignments/${id}`, { due_at: inDays(9) }))).toEqual(closed);
    const actions = (await admin!.api.listAll('/audit-events')).map(({ action }) => action as string);
    for (const action of ['assignment.created', 'assignment.updated', 'assignment.canceled'])
      expect(actions).toContain(action);
  });

  it('end with the withdrawal of their revision', async () => {
    const { id } = await ok(assign(managerOf().api, document, people(reader!.user.id)));
    await ok(admin!.api.post(`/documents/${document.id}/revisions/${document.revisionId}/withdraw`));
    expect(await ok(manager!.api.get(`/assignments/${id}`))).toMatchObject({
      ...{ status: 'canceled', cancel_reason: 'revision_withdrawn' },
    });
    expect(errorOf(await sign(reader!.api, (await mine(reader!.api))[0])).reason).toBe('withdrawn');
  });

  it('with an Idempotency-Key are created once', async () => {
    const body = { document_id: document.id, recipients: people(reader!.user.id), due_at: inDays(3) };
    const key = { 'idempotency-key': 'one' };
    const answers = await Promise.all([1, 2].map(() => manager!.api.post('/assignments', body, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([201]));
    expect(await ok(manager!.api.get('/assignments'))).toHaveLength(1);
  });

  it('to ten thousand people take no more statements than to one, and more are refused', async () => {
    const crowd = await world.identity.team(organization);
    const add = (from: number, count: number): Promise<unknown> =>
      world.sql.query(
        `INSERT INTO users (id, organization_id, team_id, email, name, role, status)
         SELECT 'user_' || lpad((n)::text, 26, '0'), $1, $2, 'crowd' || n || '.' || $1 || '@example.test', 'N', 'viewer', 'active'
         FROM generate_series($3::bigint, $4::bigint) AS n`,
        [organization.id, crowd.id, from, from + count - 1],
      );
    const first = Date.now() * 1_000;
    await add(first, 10_000);
    const open = await world.documents.document(organization);
    const counted = (to: Json[], of = open): Promise<ApiResponse> =>
      admin!.api.post(
        '/assignments',
        { document_id: of.id, recipients: to, due_at: inDays(10) },
        { 'x-debug': 'true' },
      );
    const created = await counted(teams(crowd.id));
    const single = await counted(people(reader!.user.id), await world.documents.document(organization));
    expect([created.status, created.body.error]).toEqual([201, undefined]);
    expect(created.body.data.counts.assigned).toBe(10_000);
    expect(created.body.meta.debug.db_queries).toBeGreaterThan(0);
    expect(created.body.meta.debug.db_queries).toBe(single.body.meta.debug.db_queries);
    await add(first + 10_000, 1);
    const refused = await assign(admin!.api, open, teams(crowd.id));
    expect(errorOf(refused)).toEqual({ status: 422, reason: 'too_many_people' });
    await ok(admin!.api.post(`/assignments/${created.body.data.id}/cancel`));
  });
});
