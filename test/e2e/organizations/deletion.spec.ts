import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledFile } from '@amks/reader/processes/installation.js';
import type { Database } from '../../../src/common/database/database.js';
import { OrganizationTables } from '../../../src/modules/organizations/organization-tables.repository.js';
import type { ApiResponse } from '../../support/api/api-client.js';
import { outbox } from '../../support/service/outbox.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import { wholeOrganization, type WholeOrganization } from '../../support/scenes/whole-organization.js';

const MANUAL = 'Torque the tie bolts to 42 Nm.';
/** Tables that keep rows: the record of the deletion, and the event of the installation's trail. */
const KEPT = ['organization_deletions', 'audit_events'];
/** What the service writes by itself, at every start or a while after a request. */
const READ_FROM_PAGES = ['task_readings', 'revision_tasks', 'part_readings', 'revision_parts', 'part_conditions', 'part_relations']; // prettier-ignore
const BY_ITSELF = ['organization_usage', ...READ_FROM_PAGES];
const SEEN = ['last_seen_at', 'last_used_at'];

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];

describe('the deletion of an organization', () => {
  let world: TestWorld;
  let doomed: WholeOrganization;
  let other: WholeOrganization;
  beforeAll(async () => {
    world = await startWorld();
    // The same file: it is stored once.
    [doomed, other] = await Promise.all([wholeOrganization(world, MANUAL), wholeOrganization(world, MANUAL)]);
  });
  afterAll(() => world.stop());

  const path = '/organization/deletion';
  const schedule = ({ admin, organization }: WholeOrganization): Promise<ApiResponse> =>
    admin.api.post(path, { confirm_name: organization.name });
  const deletionOf = async ({ id }: { id: string }): Promise<Record<string, unknown> | undefined> =>
    (await world.sql.query(`SELECT * FROM organization_deletions WHERE organization_id = $1`, [id]))[0];
  /** A digest of all rows of the organization, by table, without counters. */
  const digestOf = async ({ organization }: WholeOrganization): Promise<Record<string, unknown>> => {
    const db = { query: (sql: string, values?: unknown[]) => world.sql.query(sql, values) } as unknown as Database;
    const digests: Record<string, unknown> = {};
    for (const { name, condition } of await new OrganizationTables(db).list()) {
      if (BY_ITSELF.includes(name)) continue;
      const sql = `SELECT count(*)::int AS rows, md5(string_agg(r.row, '|' ORDER BY r.row)) AS digest
                   FROM (SELECT (to_jsonb(${name}) - $2::text[])::text AS row FROM ${name} WHERE ${condition}) r`;
      [digests[name]] = await world.sql.query(sql, [organization.id, SEEN]);
    }
    return digests;
  };
  /** Tables that contain any of the words in any column. */
  const traces = async (words: readonly string[]): Promise<string[]> => {
    const tables = await world.sql.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_schema IN ('public', 'jobs') AND table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const sql = `SELECT 1 FROM ${name} t WHERE EXISTS (SELECT FROM unnest($1::text[]) w WHERE strpos(t::text, w) > 0) LIMIT 1`;
      if ((await world.sql.query(sql, [words])).length > 0) found.push(name.replace('public.', ''));
    }
    return found;
  };
  /** Until no event waits for the sealer, which drops those of deleted organizations. */
  const allSealed = (): Promise<unknown[]> =>
    until(
      () => world.sql.query('SELECT 1 FROM audit_unsealed_events'),
      ({ length }) => length === 0,
    );
  const wordsOf = ({ organization, admin, engineer, document }: WholeOrganization): string[] => [
    ...[organization.id, organization.name, document.id],
    ...[admin.user, engineer.user].flatMap(({ id, email, name }) => [id, email, name]),
  ];

  it('is asked for by an administrator who proves who they are and names the organization', async () => {
    expect((await world.api.post(path, { confirm_name: '' })).status).toBe(401);
    expect((await doomed.engineer.api.post(path, { confirm_name: doomed.organization.name })).status).toBe(403);
    expect((await doomed.engineer.api.get(path)).status).toBe(403);
    const { key } = await world.identity.apiKey(doomed.admin.user, { scopes: ['system.settings'] });
    expect(outcome(await world.api.withKey(key).delete(path))).toEqual([403, 'session_required']);
    for (const body of [{}, { confirm_name: other.organization.name }, { confirm_name: '' }]) {
      const { status, body: answer } = await doomed.admin.api.post(path, body);
      expect([status, answer.error.details.field]).toEqual([400, 'confirm_name']);
    }
    expect((await doomed.admin.api.get(path)).status).toBe(404);
    expect((await doomed.admin.api.delete(path)).status).toBe(404);
    const stale = await world.signIn({ organization: doomed.organization, role: 'admin' });
    await world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [
      stale.user.id,
    ]);
    const refused = await stale.api.post(path, { confirm_name: doomed.organization.name });
    expect(outcome(refused)).toEqual([401, 'step_up_required']);
  });

  it('is told to all administrators, and can be cancelled by any of them', async () => {
    const colleague = await world.identity.user({ organization: doomed.organization, role: 'admin' });
    const { status, body } = await schedule(doomed);
    expect([status, body.data.requested_by]).toEqual([202, doomed.admin.user.id]);
    const days = (Date.parse(body.data.due_at as string) - Date.parse(body.data.requested_at as string)) / 86_400_000;
    expect(days).toBe(7);
    expect(outcome(await schedule(doomed))).toEqual([409, 'deletion_scheduled']);
    const mails = outbox(world.service.dataDir);
    for (const { email } of [doomed.admin.user, colleague]) {
      expect((await mails.waitForMail(email)).text).toContain(doomed.organization.name);
    }
    const second = await world.signIn(colleague);
    expect((await second.api.get(path)).body.data).toEqual(body.data);
    expect((await other.admin.api.get(path)).status).toBe(404);
    expect((await second.api.delete(path)).status).toBe(204);
    expect((await mails.waitForMail(doomed.admin.user.email, /not be deleted/)).text).toContain('canceled');
    expect((await doomed.admin.api.get(path)).status).toBe(404);
    expect((await doomed.admin.api.get('/settings')).status).toBe(200);
  });

  it('removes everything of it and nothing of another, however often its process dies', async () => {
    const words = wordsOf(doomed);
    expect((await traces(words)).length).toBeGreaterThan(20);
    await doomed.admin.api.post('/organization/exports');
    await until(
      () => world.sql.query(`SELECT 1 FROM organization_exports WHERE state = 'ready'`),
      ({ length }) => length === 1,
    );
    expect((await schedule(doomed)).status).toBe(202);
    await allSealed();
    // Jobs tell people of what they were assigned.
    await until(
      () => world.sql.query('SELECT 1 FROM acknowledgements WHERE notified_at IS NULL'),
      ({ length }) => length === 0,
    );
    const before = await digestOf(other);
    await world.sql.query(`UPDATE organization_deletions SET due_at = now()`);
    // The first process stops at a conversation, the second at the trail.
    const sessions = `SELECT id FROM chat_sessions WHERE organization_id = $1`;
    for (const rows of [`chat_messages WHERE session_id IN (${sessions})`, `audit_events WHERE organization_id = $1`]) {
      const holder = await world.sql.connect();
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM ${rows} FOR UPDATE`, [doomed.organization.id]);
      await world.service.restart();
      await until(
        () =>
          world.sql.query(
            `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'DELETE FROM' AND datname = current_database()`,
          ),
        ({ length }) => length > 0,
      );
      expect((await deletionOf(doomed.organization))?.closed_at).not.toBeNull();
      expect((await doomed.admin.api.get('/users/me')).status).toBe(401);
      expect((await world.api.withKey(doomed.apiKey).get('/documents')).status).toBe(401);
      expect((await world.login(doomed.engineer.user)).status).toBe(401);
      const { refreshToken: refresh_token } = doomed.engineer;
      expect((await world.api.post('/auth/refresh', { refresh_token })).status).toBe(401);
      await world.service.kill();
      await holder.query('ROLLBACK');
      holder.release();
    }
    await world.service.restart();
    await until(
      () => deletionOf(doomed.organization),
      (deletion) => deletion?.finished_at !== null,
    );
    await allSealed();
    expect(await digestOf(other)).toEqual(before);
    expect((await traces(words)).sort()).toEqual([...KEPT].sort());
    expect(await traces(words.filter((word) => word !== doomed.organization.id))).toEqual(['organization_deletions']);
    const record = await deletionOf(doomed.organization);
    expect(record).toMatchObject({ requested_by: doomed.admin.user.id, removed: { documents: 1, comments: 2 } });
    const found = await other.admin.api.post('/search/documents', { query: 'tie bolts' });
    expect(found.body.data).toHaveLength(1);
    expect((await other.admin.api.get(`/documents/${other.document.id}/content`)).text).toBe(MANUAL);
    // The address is free again.
    const again = await world.identity.user({ email: doomed.engineer.user.email });
    expect((await world.login(again)).status).toBe(200);
  });

  it('is done at once by an operator who names it', async () => {
    const { organization } = await wholeOrganization(world, 'Grease the axle.');
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = world.service;
    const run = async (confirm: string): Promise<number> => {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL, DATA_DIR };
      const tool = compiledFile('organization-delete.js');
      const child = spawn(process.execPath, [tool, organization.id, '--confirm', confirm], { cwd: DATA_DIR, env });
      child.stdout.resume();
      child.stderr.resume();
      const [code] = (await once(child, 'close')) as [number];
      return code;
    };
    expect(await run('Another Air')).toBe(1);
    expect(await deletionOf(organization)).toBeUndefined();
    expect(await run(organization.name)).toBe(0);
    expect(await deletionOf(organization)).toMatchObject({ requested_by: null, finished_at: expect.any(Date) });
    await allSealed();
    expect((await traces([organization.id])).sort()).toEqual([...KEPT].sort());
  });

  it('leaves a trail that is whole, and that nobody else may shorten', async () => {
    await expect(world.sql.query(`DELETE FROM audit_events`)).rejects.toThrow('append-only');
    await expect(world.sql.query(`DELETE FROM audit_chains`)).rejects.toThrow('append-only');
    const events = await world.sql.query<{ target_id: string }>(
      `SELECT target_id FROM audit_records WHERE organization_id IS NULL AND action = 'organization.deleted' ORDER BY id`,
    );
    // Sandboxes go first.
    expect(events[1]?.target_id).toBe(doomed.organization.id);
    expect(events).toHaveLength(4);
  });
});
