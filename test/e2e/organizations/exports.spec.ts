import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import type { Database } from '../../../src/common/database/database.js';
import { OrganizationTables } from '../../../src/modules/organizations/organization-tables.repository.js';
import { EXPORTED_KINDS, NOT_EXPORTED } from '../../../src/modules/organizations/exports/exported-kinds.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { checkedFetch } from '../../support/api/checked-fetch.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import { wholeOrganization, type WholeOrganization } from '../../support/scenes/whole-organization.js';

const MANUAL = 'Torque the tie bolts to 42 Nm.';
/** Of these it has none, or not yet: counts are written after a while. */
const MAY_BE_EMPTY = [
  ...['second_factors', 'oauth_consents', 'identity_links', 'comment_edits', 'notification_preferences'],
  ...['chat_feedback', 'token_usage', 'usage', 'aircraft', 'aircraft_changes', 'assignment_teams'],
  ...['aircraft_utilisation', 'directives', 'directive_relations', 'directive_records'],
  ...['job_cards', 'job_card_tasks', 'temporary_revisions', 'temporary_revision_pages'],
  ...['discrepancies', 'discrepancy_pictures', 'discrepancy_mails'],
  ...['directories', 'directory_users', 'directory_groups', 'directory_members'],
];
/** Columns of hashes that are of contents, and no secret. */
const OF_CONTENTS = ['content_sha256', 'content_hash', 'previous_hash', 'hash', 'last_hash'];

/** Columns of exported tables that are not exported: secrets, progress of work, data derived from the files. */
const LEFT_OUT: Record<string, string[]> = {
  acknowledgements: ['escalate_at', 'notified_at', 'remind_at'],
  assignments: ['filled', 'overdue_noticed_at'],
  api_keys: ['key_hash', 'last_refused_at', 'previous_expires_at', 'previous_key_hash'],
  chat_messages: ['followed_until', 'lease_until', 'named_revisions'],
  comments: ['deleted_at'],
  directives: ['number_key'],
  discrepancies: ['sought_revision_id'],
  discrepancy_mails: ['claimed_until'],
  document_revisions: [
    ...['ingestion_attempts', 'ingestion_checkpoint', 'ingestion_due_at', 'ingestion_read_ms', 'ingestion_stage'],
    ...['ingestion_started_at', 'pages_done', 'pages_total', 'queue_organization_id', 'reprocessed_at'],
  ],
  documents: ['deleted_at', 'inactive_status'],
  import_items: ['replaced_id'],
  imports: [
    ...['api_key_id', 'attempts', 'content_sha256', 'items_at_attempt', 'permissions', 'planned_at', 'session_id'],
    'summary',
  ],
  identity_providers: ['sealed_client_secret'],
  mfa_methods: [
    ...['aaguid', 'backed_up', 'backup_eligible', 'credential_id', 'hint', 'last_used_step', 'public_key'],
    ...['sealed_phone', 'sealed_secret', 'sign_count', 'transports'],
  ],
  notification_preferences: ['digest_due_at', 'digest_not_before', 'digest_sent_at'],
  notifications: ['awaits_digest', 'position'],
  oauth_clients: ['previous_expires_at', 'previous_secret_hash', 'secret_hash'],
  oauth_consents: ['asked'],
  pages: ['blocks', 'boxes', 'content_hash', 'doubtful_lines', 'height', 'unread_picture', 'width'],
  sessions: ['access_lifetime', 'refresh_generation', 'rotated_at', 'second_factor_at'],
  teams: ['mirror_of'],
  users: ['mirror_of', 'password_hash'],
  webhook_endpoints: ['deleted_at', 'previous_secret_until', 'sealed_previous_secret', 'sealed_secret'],
};
/** Of every row: whose it is, and which writing of it. */
const OF_EVERY_ROW = ['organization_id', 'row_version'];

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('/organization/exports', () => {
  let world: TestWorld;
  let whole: WholeOrganization;
  let stranger: SignedIn;
  let files: Record<string, Uint8Array>;
  let made: Json;
  const rows = (name: string): Json[] =>
    textOf(files[`${name}.jsonl`])
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Json => JSON.parse(line));

  const ready = ({ api }: SignedIn, id: string): Promise<ApiResponse> =>
    until(
      () => api.get(`/organization/exports/${id}`),
      ({ body }) => ['ready', 'failed'].includes(body.data.state as string),
    );
  const download = (id: string, { accessToken }: SignedIn, headers: Record<string, string> = {}): Promise<Response> =>
    checkedFetch(`${world.service.baseUrl}/api/v1/organization/exports/${id}/content`, {
      headers: { authorization: `Bearer ${accessToken}`, ...headers },
    });
  const stale = (userId: string): Promise<unknown> =>
    world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [userId]);

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    whole = await wholeOrganization(world, MANUAL);
    stranger = await world.signIn({ role: 'admin' });
    const { body, status } = await whole.admin.api.post('/organization/exports');
    expect([status, body.data.state, body.data.sha256]).toEqual([202, 'queued', null]);
    made = (await ready(whole.admin, body.data.id as string)).body.data;
    files = unzipSync(new Uint8Array(await (await download(made.id as string, whole.admin)).arrayBuffer()));
  });
  afterAll(() => world.stop());

  it('are closed to strangers, other roles, keys and stale sessions', async () => {
    for (const path of ['', `/${made.id}`, `/${made.id}/content`]) {
      expect((await world.api.get(`/organization/exports${path}`)).status).toBe(401);
      expect((await whole.engineer.api.get(`/organization/exports${path}`)).status).toBe(403);
    }
    for (const answer of [
      await stranger.api.get(`/organization/exports/${made.id}`),
      await stranger.api.get(`/organization/exports/${made.id}/content`),
      await stranger.api.delete(`/organization/exports/${made.id}`),
    ]) {
      expect(answer.status).toBe(404);
    }
    const { key } = await world.identity.apiKey(whole.admin.user, { scopes: ['system.settings'] });
    expect(outcome(await world.api.withKey(key).get('/organization/exports'))).toEqual([403, 'session_required']);
    const other = await world.signIn({ organization: whole.organization, role: 'admin' });
    await stale(other.user.id);
    for (const answer of [
      await other.api.post('/organization/exports'),
      await other.api.get(`/organization/exports/${made.id}/content`),
    ]) {
      expect(outcome(answer)).toEqual([401, 'step_up_required']);
    }
    expect((await other.api.get(`/organization/exports/${made.id}`)).status).toBe(200);
  });

  it('hold every row and file of the organization, as the manifest counts them', () => {
    const manifest: Json = JSON.parse(textOf(files['manifest.json']));
    expect(manifest).toMatchObject({ schema_version: 1, organization_id: whole.organization.id, missing_files: [] });
    const names = (manifest.entries as { name: string }[]).map(({ name }) => name);
    expect([...names, 'manifest.json'].sort()).toEqual(Object.keys(files).sort());
    for (const { name, size, sha256: hash } of manifest.entries as Json[]) {
      expect([name, files[name as string]?.length, sha256(files[name as string]!)]).toEqual([name, size, hash]);
    }
    for (const { name } of EXPORTED_KINDS) expect([name, rows(name).length]).toEqual([name, manifest.counts[name]]);
    const [revision] = rows('revisions');
    const file = Object.entries(files).find(([name]) => name.startsWith(`files/${revision.content_sha256}`));
    expect(textOf(file?.[1])).toBe(MANUAL);
    expect(rows('pages').map(({ text }) => text as string)).toEqual([expect.stringContaining('tie bolts')]);
    expect(rows('users').map(({ email }) => email as string)).toContain(whole.engineer.user.email);
    expect(rows('comments').map(({ visibility }) => visibility as string)).toEqual(['public', 'private']);
    expect(rows('chat_messages').map(({ content }) => content as string)).toContain('Which torque?');
    const empty = EXPORTED_KINDS.map(({ name }) => name).filter((name) => rows(name).length === 0);
    expect(MAY_BE_EMPTY).toEqual(expect.arrayContaining(empty));
  });

  it('hold no secret of the organization, and nothing of another', async () => {
    const everything = Object.values(files).map(textOf).join('\n');
    for (const secret of whole.secrets) expect(everything).not.toContain(secret);
    expect(everything).not.toContain(stranger.user.organizationId);
    const columns = await world.sql.query<{ table_name: string; column_name: string }>(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> 'migrations'
         AND (data_type = 'bytea' OR column_name ~ '(hash|secret|sealed|token)')`,
    );
    let looked = 0;
    for (const { table_name, column_name } of columns.filter((column) => !OF_CONTENTS.includes(column.column_name))) {
      const values = await world.sql.query<{ value: string | Buffer | null }>(
        `SELECT DISTINCT ${column_name} AS value FROM ${table_name} WHERE length(${column_name}::text) > 15`,
      );
      // Files of other tests share this database and store zeros where the value does not matter to them.
      for (const { value } of values.filter(({ value }) => new Set(String(value)).size > 4)) {
        const forms = Buffer.isBuffer(value) ? [value.toString('hex'), value.toString('base64')] : [String(value)];
        for (const form of forms) expect([table_name, column_name, everything.includes(form)]).toContain(false);
        looked += 1;
      }
    }
    expect(looked).toBeGreaterThan(8);
  });

  it('name every table of organizations: exported, or left out for a reason', async () => {
    const db = { query: (sql: string, values?: unknown[]) => world.sql.query(sql, values) } as unknown as Database;
    const tables = (await new OrganizationTables(db).list()).map(({ name }) => name);
    expect(tables.at(-1)).toBe('organizations');
    expect(tables.sort()).toEqual([...EXPORTED_KINDS.map(({ table }) => table), ...Object.keys(NOT_EXPORTED)].sort());
  });

  it('name every column of those tables, except secrets and derived data', async () => {
    const columns = await world.sql.query<{ name: string; column: string }>(
      `SELECT table_name AS name, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' ORDER BY table_name, column_name`,
    );
    const leftOut = EXPORTED_KINDS.map(({ table, columns: exported }): [string, string[]] => {
      const isExported = (column: string) => exported.some((one) => one === column || one.endsWith(` AS ${column}`));
      const others = columns.filter(({ name, column }) => name === table && !OF_EVERY_ROW.includes(column));
      return [table, others.map(({ column }) => column).filter((column) => !isExported(column))];
    });
    expect(Object.fromEntries(leftOut.filter(([, names]) => names.length > 0))).toEqual(LEFT_OUT);
  });

  it('are downloaded in parts, and not again with a matching ETag', async () => {
    const whole200 = await download(made.id as string, whole.admin);
    const bytes = new Uint8Array(await whole200.arrayBuffer());
    expect([whole200.status, whole200.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect([bytes.length, sha256(bytes), whole200.headers.get('etag')]).toEqual([
      made.size_bytes,
      made.sha256,
      `"${made.sha256}"`,
    ]);
    const part = await download(made.id as string, whole.admin, { range: 'bytes=10-19' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, Buffer.from(bytes.subarray(10, 20))]);
    const known = await download(made.id as string, whole.admin, { 'if-none-match': `"${made.sha256}"` });
    expect(known.status).toBe(304);
    const far = await download(made.id as string, whole.admin, { range: `bytes=${bytes.length}-` });
    expect(far.status).toBe(416);
  });

  it('are made once at a time, and again after a process died at it', async () => {
    const { api } = whole.admin;
    // The archive comes to a stop at this table.
    const holder = await world.sql.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE token_usage IN ACCESS EXCLUSIVE MODE');
    const { body } = await api.post('/organization/exports', undefined, { 'idempotency-key': 'again' });
    const id = body.data.id as string;
    const repeated = await api.post('/organization/exports', undefined, { 'idempotency-key': 'again' });
    expect([repeated.status, repeated.body.data.id]).toEqual([202, id]);
    expect(outcome(await api.post('/organization/exports'))).toEqual([409, 'export_running']);
    await until(
      () => api.get(`/organization/exports/${id}`),
      (answer) => answer.body.data.state === 'running',
    );
    expect(outcome(await api.get(`/organization/exports/${id}/content`))).toEqual([409, 'not_ready']);
    await world.service.kill();
    await holder.query('ROLLBACK');
    holder.release();
    await world.service.restart();
    expect((await ready(whole.admin, id)).body.data.state).toBe('ready');
    expect((await world.sql.query(`SELECT attempts FROM organization_exports WHERE id = $1`, [id]))[0]).toEqual({
      attempts: 2,
    });
    const listed = await api.get('/organization/exports');
    expect((listed.body.data as Json[]).map((one) => one.id as string)).toEqual([id, made.id]);
  });

  it('go when they are deleted, and when their time is over', async () => {
    const { api } = whole.admin;
    const blobs = (): Promise<object[]> =>
      world.sql.query(`SELECT 1 FROM blobs WHERE sha256 = $1 AND released_at IS NULL`, [made.sha256]);
    expect(await blobs()).toHaveLength(1);
    expect((await api.delete(`/organization/exports/${made.id}`)).status).toBe(204);
    expect((await api.get(`/organization/exports/${made.id}`)).status).toBe(404);
    expect(await blobs()).toHaveLength(0);
    await world.sql.query(`UPDATE organization_exports SET expires_at = now() - interval '1 minute'`);
    await world.service.restart();
    await until(
      () => api.get('/organization/exports'),
      ({ body }) => (body.data as Json[]).length === 0,
    );
    const actions = await world.sql.query<{ action: string }>(
      `SELECT DISTINCT action FROM audit_records WHERE organization_id = $1 AND action LIKE 'organization.export%'
         AND result = 'success' ORDER BY 1`,
      [whole.organization.id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'organization.export_deleted',
      'organization.export_downloaded',
      'organization.export_requested',
    ]);
  });
});
