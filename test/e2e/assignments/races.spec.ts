import type { PoolClient } from 'pg';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import { assign, mine, people, publish, teams } from '../../support/scenes/assignment-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('people and revisions that change at the same time', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let [admin, reader]: SignedIn[] = [];
  let document: TestDocument;
  let other: PoolClient;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    [admin, reader] = await Promise.all([
      world.signIn({ role: 'admin', organization }),
      world.signIn({ role: 'viewer', organization, team }),
    ]);
    document = await world.documents.document(organization, { team });
    other = await world.sql.connect();
    await other.query('BEGIN');
  });
  afterEach(async () => {
    await other.query('ROLLBACK');
    other.release();
  });
  afterAll(() => world.stop());

  it('give a member who joins during an activation the new revision', async () => {
    const late = await world.signIn({ role: 'engineer', organization });
    const { id } = await ok(assign(admin!.api, document, teams(team.id)));
    // An activation that has not ended yet.
    await other.query(`UPDATE assignments SET status = 'superseded', ended_at = now() WHERE id = $1`, [id]);
    const successor = `${id}x`;
    await other.query(
      `INSERT INTO assignments (id, organization_id, document_id, revision_id, document_title, version, content_sha256, scope,
         statement, due_at, status, predecessor_id, created_by)
       SELECT $2, organization_id, document_id, revision_id, document_title, version, content_sha256, scope, statement, due_at,
         'open', id, created_by FROM assignments WHERE id = $1`,
      [id, successor],
    );
    await other.query(
      `INSERT INTO assignment_teams SELECT $2, team_id FROM assignment_teams WHERE assignment_id = $1`,
      [id, successor],
    );
    const joining = admin!.api.patch(`/users/${late.user.id}`, { team_id: team.id });
    await world.sql.untilBlocked(other);
    await other.query('COMMIT');
    expect((await joining).status).toBe(200);
    const rows = await world.sql.query(`SELECT assignment_id FROM acknowledgements WHERE user_id = $1`, [late.user.id]);
    expect(rows).toEqual([{ assignment_id: successor }]);
  });

  it('give each member of a team the current revision, whatever comes first', async () => {
    await ok(assign(admin!.api, document, teams(team.id)));
    for (let round = 0; round < 5; round += 1) {
      const late = await world.signIn({ role: 'engineer', organization });
      const { revisionId } = await world.documents.revision(document, { version: `9.${round}`, status: 'draft' });
      const answers = await Promise.all([
        admin!.api.patch(`/users/${late.user.id}`, { team_id: team.id }),
        admin!.api.post(`/documents/${document.id}/revisions/${revisionId}/activate`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { api } = await world.signIn(late.user);
      await until(
        () => mine(api, '?status=pending'),
        ([found]) => found?.revision.id === revisionId,
      );
    }
  });

  it('ask nothing of an account that is removed while its assignments are copied', async () => {
    await ok(assign(admin!.api, document, people(reader!.user.id, admin!.user.id)));
    await other.query(`UPDATE users SET removed_at = now() WHERE id = $1`, [reader!.user.id]);
    await publish({ world, admin: admin! }, document, '5');
    await world.sql.untilBlocked(other);
    await other.query(
      `UPDATE acknowledgements SET status = 'withdrawn', remind_at = NULL, escalate_at = NULL WHERE user_id = $1`,
      [reader!.user.id],
    );
    await other.query('COMMIT');
    const [found] = await until(
      () => mine(admin!.api),
      ([newest]) => newest?.revision.version === '5',
    );
    const rows = await world.sql.query(`SELECT user_id FROM acknowledgements WHERE assignment_id = $1`, [
      found!.assignment_id,
    ]);
    expect(rows).toEqual([{ user_id: admin!.user.id }]);
  });
});
