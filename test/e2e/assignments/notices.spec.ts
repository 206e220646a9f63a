import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import {
  assign,
  inDays,
  mine,
  passTime,
  people,
  publish,
  runScheduledJob,
  sign,
} from '../../support/scenes/assignment-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('people are notified', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let [admin, manager, reader, second]: SignedIn[] = [];
  let document: TestDocument;
  beforeAll(async () => {
    world = await startWorld();
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    [admin, manager, reader, second] = await Promise.all([
      world.signIn({ role: 'admin', organization }),
      world.signIn({ role: 'manager', organization, team }),
      world.signIn({ role: 'viewer', organization, team }),
      world.signIn({ role: 'engineer', organization, team }),
    ]);
    document = await world.documents.document(organization, { team });
  });
  afterAll(() => world.stop());

  const told = async ({ api }: SignedIn, kind: string): Promise<Json[]> =>
    (await ok(api.get(`/notifications?kind=${kind}`))) as Json[];
  const untilTold = (person: SignedIn, kind: string, count = 1): Promise<Json[]> =>
    until(
      () => told(person, kind),
      (found) => found.length === count,
    );
  /** Until a run that began after now has ended: it takes everything that is due. */
  const runToTheEnd = async (): Promise<void> => {
    await runScheduledJob(world.sql, 'due-acknowledgements');
    await until(
      () =>
        world.sql.query(
          `SELECT 1 FROM acknowledgements WHERE remind_at <= now() OR escalate_at <= now()
           UNION ALL SELECT 1 FROM jobs.job WHERE name = 'due-acknowledgements' AND state < 'completed'`,
        ),
      (rows) => rows.length === 0,
    );
  };

  it('of assignments, reminders and overdue signatures, each once', async () => {
    await ok(assign(manager!.api, document, people(reader!.user.id, second!.user.id), { due_at: inDays(20) }));
    const [notification] = await untilTold(reader!, 'assignment');
    expect(notification).toMatchObject({
      ...{ kind: 'assignment', revision_id: document.revisionId, actor: { id: manager!.user.id } },
      document: { id: document.id, title: document.title },
    });
    await runToTheEnd();
    expect(await told(reader!, 'reminder')).toEqual([]);
    await ok(sign(second!.api, (await mine(second!.api))[0]));
    await passTime(world.sql, organization.id, 18);
    await runToTheEnd();
    await untilTold(reader!, 'reminder');
    await passTime(world.sql, organization.id, 3);
    await runToTheEnd();
    await untilTold(reader!, 'overdue');
    await untilTold(manager!, 'overdue');
    await Promise.all([runToTheEnd(), runToTheEnd()]);
    for (const kind of ['assignment', 'reminder', 'overdue']) expect(await told(reader!, kind)).toHaveLength(1);
    expect(await told(manager!, 'overdue')).toHaveLength(1);
    for (const kind of ['reminder', 'overdue']) expect(await told(second!, kind)).toEqual([]);
    expect(await told(admin!, 'overdue')).toEqual([]);
  });

  it('of a successor, also the manager who is among the people of their assignment', async () => {
    await ok(assign(manager!.api, document, people(manager!.user.id, reader!.user.id)));
    await untilTold(reader!, 'assignment');
    expect(await told(manager!, 'assignment')).toEqual([]);
    const revisionId = await publish({ world, admin: admin! }, document, '5');
    for (const person of [manager!, reader!]) {
      const [newest] = await until(
        () => told(person, 'assignment'),
        ([found]) => found?.revision_id === revisionId,
      );
      expect(newest!.actor).toBeNull();
    }
  });

  it('again when the due date moves', async () => {
    const { id } = await ok(assign(manager!.api, document, people(reader!.user.id), { due_at: inDays(2) }));
    await passTime(world.sql, organization.id, 3);
    await runToTheEnd();
    await untilTold(reader!, 'overdue');
    // The reminder came too late to be sent.
    expect(await told(reader!, 'reminder')).toEqual([]);
    await ok(manager!.api.patch(`/assignments/${id}`, { due_at: inDays(5) }));
    await passTime(world.sql, organization.id, 6);
    await runToTheEnd();
    await untilTold(reader!, 'overdue', 2);
    await untilTold(manager!, 'overdue', 2);
  });

  it('by their preferences, and not of documents that they cannot see', async () => {
    await ok(reader!.api.patch('/users/me/notification-preferences', { assignment: 'off', overdue: 'in_app' }));
    await ok(assign(manager!.api, document, people(reader!.user.id, second!.user.id)));
    await untilTold(second!, 'assignment');
    expect(await told(reader!, 'assignment')).toEqual([]);
    await ok(admin!.api.patch(`/users/${second!.user.id}`, { team_id: null }));
    await passTime(world.sql, organization.id, 11);
    await runToTheEnd();
    await untilTold(reader!, 'overdue');
    const rows = await world.sql.query<{ user_id: string; awaits_digest: boolean }>(
      `SELECT user_id, awaits_digest FROM notifications WHERE kind = 'overdue' AND document_id = $1 ORDER BY awaits_digest`,
      [document.id],
    );
    expect(rows).toEqual([
      { user_id: reader!.user.id, awaits_digest: false },
      { user_id: manager!.user.id, awaits_digest: true },
    ]);
  });

  it('once, also when the process is killed meanwhile', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 30 }, () => world.identity.user({ organization, team, role: 'viewer' })),
    );
    for (let n = 0; n < 12; n += 1)
      await ok(assign(manager!.api, document, people(...crowd.map(({ id }) => id)), { due_at: inDays(9) }));
    await passTime(world.sql, organization.id, 10);
    await runScheduledJob(world.sql, 'due-acknowledgements');
    await world.service.kill('SIGKILL');
    await world.service.restart();
    await until(
      () =>
        world.sql.query(
          `SELECT 1 FROM acknowledgements WHERE remind_at <= now() OR escalate_at <= now() OR notified_at IS NULL`,
        ),
      (rows) => rows.length === 0,
    );
    const rows = await world.sql.query<{ kind: string; people: number; total: number }>(
      `SELECT kind, count(DISTINCT user_id)::int AS people, count(*)::int AS total FROM notifications
       WHERE document_id = $1 AND user_id = ANY ($2) GROUP BY kind ORDER BY kind`,
      [document.id, crowd.map(({ id }) => id)],
    );
    expect(rows).toEqual([
      { kind: 'assignment', people: 30, total: 360 },
      { kind: 'overdue', people: 30, total: 360 },
    ]);
  });
});
