import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { assign, inDays, mine, people, publish, sign, teams } from '../../support/scenes/assignment-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('/acknowledgements', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let admin: SignedIn;
  let manager: SignedIn;
  let reader: SignedIn;
  let document: TestDocument;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    [admin, manager, reader] = await Promise.all([
      world.signIn({ role: 'admin', organization }),
      world.signIn({ role: 'manager', organization, team }),
      world.signIn({ role: 'viewer', organization, team }),
    ]);
    document = await world.documents.document(organization, { team, documentNumber: 'AMM-32' });
  });
  afterAll(() => world.stop());

  const assigned = async (more: Json = {}): Promise<Json> => {
    await ok(assign(manager.api, document, people(reader.user.id), more));
    return (await mine(reader.api))[0]!;
  };
  const age = (userId: string): Promise<unknown> =>
    world.sql.query(
      `UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes',
         second_factor_at = second_factor_at - interval '11 minutes' WHERE user_id = $1`,
      [userId],
    );

  it('are listed and signed by their person', async () => {
    const due_at = inDays(3);
    const one = await assigned({ due_at, statement: 'I have read it.' });
    expect(one).toEqual({
      ...{ id: expect.stringMatching(/^ack_/), assignment_id: expect.stringMatching(/^assignment_/) },
      user: { id: reader.user.id, name: reader.user.name },
      document: { id: document.id, title: document.title, document_number: 'AMM-32' },
      revision: { id: document.revisionId, version: expect.any(String), content_sha256: expect.any(String) },
      ...{ scope: 'revision', changes_from_revision_id: null, statement: 'I have read it.', status: 'pending' },
      ...{ due_at, overdue: false, can_read: true, signed_at: null, created_at: expect.any(String) },
    });
    const signed = await ok(sign(reader.api, one));
    expect(signed).toEqual({ ...one, status: 'signed', signed_at: expect.any(String) });
    expect(await ok(reader.api.get(`/acknowledgements/${one.id}`))).toEqual(signed);
    expect(await ok(manager.api.get(`/acknowledgements/${one.id}`))).toEqual(signed);
    expect(await mine(reader.api, '?status=pending')).toEqual([]);
    expect(await mine(reader.api, '?status=signed')).toEqual([signed]);
    for (const query of ['?status=x', '?overdue=x', '?limit=0', '?user_id=x'])
      expect((await reader.api.get(`/acknowledgements${query}`)).status).toBe(400);
  });

  it('are signed by nobody else', async () => {
    const one = await assigned();
    const outsider = await world.signIn({ role: 'engineer', organization });
    const foreign = await world.signIn({ role: 'admin' });
    for (const { api } of [outsider, foreign, admin, manager]) expect(errorOf(await sign(api, one)).status).toBe(404);
    for (const { api } of [outsider, foreign]) {
      expect((await api.get(`/acknowledgements/${one.id}`)).status).toBe(404);
      expect((await api.get(`/acknowledgements/${one.id}/evidence`)).status).toBe(404);
      expect(await mine(api)).toEqual([]);
    }
    expect((await world.api.post(`/acknowledgements/${one.id}/sign`, {})).status).toBe(401);
    const { key } = await world.identity.apiKey(manager.user, { scopes: ['acknowledgement.sign', 'document.view'] });
    expect(errorOf(await sign(world.api.withKey(key), one))).toEqual({ status: 403, reason: 'session_required' });
    for (const id of ['ack_x', 'x']) expect((await reader.api.get(`/acknowledgements/${id}`)).status).toBe(404);
  });

  it('need a fresh proof of identity and the hash of what was read', async () => {
    const one = await assigned();
    for (const body of [{}, { content_sha256: 'x' }, { content_sha256: one.revision.content_sha256, signed_at: 'x' }])
      expect((await reader.api.post(`/acknowledgements/${one.id}/sign`, body)).status).toBe(400);
    const other = await sign(reader.api, one, { content_sha256: 'a'.repeat(64) });
    expect(errorOf(other)).toEqual({ status: 409, reason: 'content_mismatch' });
    await age(reader.user.id);
    expect(errorOf(await sign(reader.api, one))).toEqual({ status: 401, reason: 'step_up_required' });
    const { body } = await reader.api.post('/auth/step-up', { password: reader.user.password });
    expect((await sign(world.api.withBearer(body.data.access_token as string), one)).status).toBe(200);
  });

  it('are signed once, also by requests at the same time', async () => {
    const one = await assigned();
    const answers = await Promise.all(Array.from({ length: 6 }, () => sign(reader.api, one)));
    const outcomes = answers.map(({ status, body }) =>
      status === 200 ? 'signed' : (body.error?.details.reason as string),
    );
    expect(outcomes.sort()).toEqual([...Array.from({ length: 5 }, () => 'already_signed'), 'signed']);
    const [events] = await world.sql.query<{ count: number }>(
      `SELECT count(*)::int FROM audit_records WHERE organization_id = $1 AND action = 'acknowledgement.signed'
         AND result = 'success'`,
      [organization.id],
    );
    expect(events?.count).toBe(1);
  });

  it('of a superseded revision cannot be signed; the new one is asked of the same people', async () => {
    const second = await world.signIn({ role: 'engineer', organization, team });
    await ok(assign(manager.api, document, people(reader.user.id, second.user.id), { due_at: inDays(10) }));
    const [[old], [signed]] = [await mine(reader.api), await mine(second.api)];
    await ok(sign(second.api, signed));
    const revisionId = await publish({ world, admin }, document, '5');
    const refused = await sign(reader.api, old);
    expect(errorOf(refused)).toEqual({ status: 409, reason: 'revision_superseded' });
    expect(refused.body.error?.details.current_revision_id).toBe(revisionId);
    expect(await ok(reader.api.get(`/acknowledgements/${old!.id}`))).toMatchObject({
      status: 'superseded',
      overdue: false,
    });
    const reopened = async ({ api }: SignedIn): Promise<Json[]> =>
      until(
        () => mine(api, '?status=pending'),
        (found) => found.length === 1,
      );
    for (const person of [reader, second]) {
      const [again] = await reopened(person);
      expect(again).toMatchObject({ revision: { id: revisionId, version: '5' }, status: 'pending' });
      expect(Math.abs(Date.parse(again!.due_at as string) - Date.parse(inDays(10)))).toBeLessThan(60_000);
      expect((await sign(person.api, old)).status).toBeGreaterThan(400);
      expect((await sign(person.api, again)).status).toBe(200);
    }
    expect((await ok(second.api.get(`/acknowledgements/${signed!.id}`))).status).toBe('signed');
    const [successor, before] = (await ok(manager.api.get('/assignments'))) as Json[];
    expect(before).toMatchObject({ status: 'superseded', successor_id: successor!.id, ended_at: expect.any(String) });
    expect(before!.counts).toEqual({ assigned: 2, signed: 1, pending: 0, overdue: 0 });
    expect(successor).toMatchObject({ status: 'open', predecessor_id: before!.id, created_by: manager.user.id });
    expect(successor!.counts).toEqual({ assigned: 2, signed: 2, pending: 0, overdue: 0 });
  });

  it('with scope changes count from the revision that each person knows, over several revisions', async () => {
    await publish({ world, admin }, document, '5');
    const first = document.revisionId;
    const second = await world.signIn({ role: 'engineer', organization, team });
    await ok(assign(manager.api, document, people(reader.user.id, second.user.id), { scope: 'changes' }));
    const [one] = await mine(reader.api);
    expect(one).toMatchObject({ scope: 'changes', changes_from_revision_id: first });
    const signed = one!.revision.id as string;
    await ok(sign(reader.api, one));
    await publish({ world, admin }, document, '6');
    await publish({ world, admin }, document, '7');
    const latest = async ({ api }: SignedIn): Promise<unknown> => {
      const [found] = await until(
        () => mine(api, '?status=pending'),
        ([newest]) => newest?.revision.version === '7',
      );
      return found!.changes_from_revision_id;
    };
    // Who signed 5 must know the changes since then, who signed nothing those since the beginning.
    expect([await latest(reader), await latest(second)]).toEqual([signed, first]);
  });

  it('are never signed on a superseded revision, whatever comes first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const fresh = await world.documents.document(organization, { team });
      await ok(assign(manager.api, fresh, people(reader.user.id)));
      // A job adds successors of earlier rounds at any time.
      const one = (await mine(reader.api)).find(({ document: { id } }) => id === fresh.id);
      const { revisionId } = await world.documents.revision(fresh, { version: '9', status: 'draft' });
      const [answer, activation] = await Promise.all([
        sign(reader.api, one),
        admin.api.post(`/documents/${fresh.id}/revisions/${revisionId}/activate`),
      ]);
      expect(activation.status).toBe(200);
      const [state] = await world.sql.query<{ status: string; signed_before: boolean | null }>(
        `SELECT k.status, k.signed_at <= a.ended_at AS signed_before FROM acknowledgements k
         JOIN assignments a ON a.id = k.assignment_id WHERE k.id = $1`,
        [one!.id],
      );
      if (answer.status === 200) expect(state).toEqual({ status: 'signed', signed_before: true });
      else {
        expect(errorOf(answer)).toEqual({ status: 409, reason: 'revision_superseded' });
        expect(state).toEqual({ status: 'pending', signed_before: null });
      }
    }
  });

  it('are not signed on a revision that a process of an earlier release replaced or withdrew; the scheduled job repairs it', async () => {
    const withdrawn = await world.documents.document(organization, { team });
    await ok(assign(manager.api, withdrawn, people(reader.user.id)));
    const old = await assigned();
    const { revisionId } = await world.documents.revision(document, { version: '5', status: 'draft' });
    await world.sql.query(`UPDATE document_revisions SET status = 'superseded' WHERE id = $1`, [document.revisionId]);
    await world.sql.query(`UPDATE document_revisions SET status = 'active', supersedes_id = $2 WHERE id = $1`, [
      revisionId,
      document.revisionId,
    ]);
    await world.sql.query(`UPDATE documents SET current_revision_id = $2 WHERE id = $1`, [document.id, revisionId]);
    await world.sql.query(`UPDATE document_revisions SET status = 'withdrawn' WHERE id = $1`, [withdrawn.revisionId]);
    const refused = await sign(reader.api, old);
    expect(errorOf(refused)).toEqual({ status: 409, reason: 'revision_superseded' });
    expect(refused.body.error?.details.current_revision_id).toBe(revisionId);
    const [, other] = await mine(reader.api);
    expect(errorOf(await sign(reader.api, other))).toEqual({ status: 409, reason: 'withdrawn' });
    await world.sql.query(`INSERT INTO jobs.job (name, data) VALUES ('unfinished-assignments', '{}')`);
    const [again] = await until(
      () => mine(reader.api, '?status=pending'),
      ([found]) => found?.revision.id === revisionId,
    );
    await ok(sign(reader.api, again));
    expect(await ok(manager.api.get(`/assignments/${old.assignment_id}`))).toMatchObject({
      ...{ status: 'superseded', successor_id: again!.assignment_id },
    });
    expect(await ok(manager.api.get(`/assignments/${other!.assignment_id}`))).toMatchObject({
      ...{ status: 'canceled', cancel_reason: 'revision_withdrawn' },
    });
  });

  it('of a document that the person cannot see any longer are hidden, unless signed', async () => {
    const one = await assigned();
    const other = await world.identity.team(organization);
    await ok(admin.api.patch(`/documents/${document.id}`, { team_id: other.id }));
    expect(await mine(reader.api)).toEqual([]);
    expect((await reader.api.get(`/acknowledgements/${one.id}`)).status).toBe(404);
    expect((await sign(reader.api, one)).status).toBe(404);
    const [seen] = (await ok(admin.api.get(`/assignments/${one.assignment_id}/acknowledgements`))) as Json[];
    expect(seen).toMatchObject({ id: one.id, status: 'pending', can_read: false });
    expect((await manager.api.get(`/assignments/${one.assignment_id}`)).status).toBe(404);
    await ok(admin.api.patch(`/documents/${document.id}`, { team_id: team.id }));
    await ok(sign(reader.api, one));
    await ok(admin.api.patch(`/documents/${document.id}`, { team_id: other.id }));
    expect(await mine(reader.api)).toMatchObject([{ id: one.id, status: 'signed', can_read: false }]);
    expect((await reader.api.get(`/acknowledgements/${one.id}/evidence`)).status).toBe(200);
  });

  it('keep their evidence when the document is deleted or the account removed', async () => {
    const second = await world.signIn({ role: 'engineer', organization, team });
    const { id } = await ok(assign(manager.api, document, people(reader.user.id, second.user.id)));
    const [[one], [pending]] = [await mine(reader.api), await mine(second.api)];
    await ok(sign(reader.api, one));
    expect((await admin.api.delete(`/users/${second.user.id}`)).status).toBe(204);
    expect(await ok(admin.api.get(`/acknowledgements/${pending!.id}`))).toMatchObject({
      ...{ status: 'withdrawn', user: { id: second.user.id, name: null } },
    });
    expect((await ok(admin.api.get(`/assignments/${id}`))).counts).toMatchObject({ assigned: 1, signed: 1 });
    await ok(admin.api.delete(`/documents/${document.id}`));
    const gone = await until(
      () => ok(admin.api.get(`/assignments/${id}`)),
      (found) => found.document.id === null,
    );
    expect(gone).toMatchObject({
      ...{ status: 'canceled', cancel_reason: 'document_deleted' },
      ...{ document: { id: null, title: document.title }, revision: { id: null } },
    });
    for (const { api } of [reader, admin]) {
      const { body } = await api.get(`/acknowledgements/${one!.id}/evidence`);
      expect((body as unknown as Json).payload).toMatchObject({
        document: { id: document.id },
        signer: { id: reader.user.id },
      });
    }
    expect((await manager.api.get(`/assignments/${id}`)).status).toBe(404);
    expect((await admin.api.delete(`/users/${reader.user.id}`)).status).toBe(204);
    const { body } = await admin.api.get(`/acknowledgements/${one!.id}/evidence`);
    expect((body as unknown as Json).payload.signer.name).toBe(reader.user.name);
  });

  it('reach members who join the team later, and who accept an invitation', async () => {
    const { id } = await ok(assign(manager.api, document, teams(team.id), { due_at: inDays(5) }));
    expect((await ok(manager.api.get(`/assignments/${id}`))).counts.assigned).toBe(2);
    const late = await world.signIn({ role: 'engineer', organization });
    expect(await mine(late.api)).toEqual([]);
    await ok(admin.api.patch(`/users/${late.user.id}`, { team_id: team.id }));
    const [found] = await mine((await world.signIn(late.user)).api);
    expect(found).toMatchObject({ assignment_id: id, status: 'pending' });
    expect(Math.abs(Date.parse(found!.due_at as string) - Date.parse(inDays(5)))).toBeLessThan(60_000);
    // Those who leave keep theirs.
    await ok(admin.api.patch(`/users/${late.user.id}`, { team_id: null }));
    expect((await ok(manager.api.get(`/assignments/${id}`))).counts.assigned).toBe(3);
    await ok(admin.api.patch(`/users/${late.user.id}`, { team_id: team.id }));
    expect((await ok(manager.api.get(`/assignments/${id}`))).counts.assigned).toBe(3);
  });
});
