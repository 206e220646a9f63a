import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { ApiClient, Json } from '../../support/api/api-client.js';
import { citedText } from '../../support/manuals/manual.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

interface Organization {
  organization: { id: string; name: string };
  users: { role: string; email: string; password: string }[];
  api_key: string;
}
type Credentials = Organization & { other_organization: Organization };

const library = JSON.parse(readFileSync(path.join(projectRoot(), 'samples/library.json'), 'utf8')) as Json[];
const documentCount = library.filter(({ supersedes_file: file }) => file === undefined).length;
const next = library.find(({ supersedes_file: file }) => file !== undefined);
const before = library.find(({ file }) => file === next.supersedes_file);

describe('the demonstration', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ env: { SEED_DEMO: 'true', SANDBOX_LIBRARY: 'samples' } });
  });
  afterAll(() => world.stop());

  const credentialsFile = (): string => path.join(world.service.dataDir, 'demo-credentials.json');
  const credentials = (): Credentials => JSON.parse(readFileSync(credentialsFile(), 'utf8')) as Credentials;
  const signIn = async (role: string, { users } = credentials() as Organization): Promise<ApiClient> => {
    const user = users.find((candidate) => candidate.role === role);
    const { status, body } = await world.login(user!);
    expect(status).toBe(200);
    return world.api.withBearer(body.data.access_token as string);
  };
  const readCount = async (): Promise<number> => {
    const rows = await world.sql.query(`SELECT 1 FROM document_revisions WHERE ingestion_state = 'ready'`);
    return rows.length;
  };

  it('writes down how to sign in, for the owner of the service alone', async () => {
    await until(
      () => statSync(credentialsFile(), { throwIfNoEntry: false }),
      (file) => file !== undefined && file.size > 0,
    );
    expect(statSync(credentialsFile()).mode & 0o777).toBe(0o600);
    const shape = {
      organization: { id: expect.stringMatching(/^org_/), name: expect.any(String) },
      users: ['admin', 'manager', 'engineer', 'engineer', 'viewer'].map((role) => ({
        role,
        email: expect.stringMatching(/@/),
        password: expect.stringMatching(/^.{12,}$/),
      })),
      api_key: expect.any(String),
    };
    expect(credentials()).toEqual({ ...shape, other_organization: shape });
    const { users, other_organization: other } = credentials();
    expect(new Set([...users, ...other.users].map(({ password }) => password)).size).toBe(10);
  });

  it('goes on after SIGTERM, which ends the service with 0', async () => {
    await until(readCount, (count) => count >= 1);
    expect(await world.service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(world.service.output()).not.toMatch(/^\s+at /m);
    await world.service.restart();
  });

  it('goes on after kill -9, and is complete without anything twice', async () => {
    const credentialsBefore = credentials();
    await until(readCount, (count) => count >= 3);
    await world.service.kill('SIGKILL');
    await world.service.restart();
    expect(credentials()).toEqual(credentialsBefore);
    await until(() => /: done in [\d.]+ s$/m.test(world.service.output()));
    const viewer = await signIn('viewer');
    const documents = await viewer.listAll('/documents');
    expect(documents).toHaveLength(documentCount);
    for (const { ingestion } of documents) expect(ingestion).toEqual({ state: 'ready', error: null });
    const [row] = await world.sql
      .query(`SELECT count(*)::int AS revisions, count(DISTINCT content_sha256)::int AS files,
      (SELECT count(*)::int FROM organizations) AS organizations, (SELECT count(*)::int FROM users) AS users
      FROM document_revisions`);
    // With the organization and the account that keep the library for sandboxes.
    expect(row).toEqual({ revisions: 2 * library.length, files: library.length, organizations: 3, users: 13 });
  });

  it('shows progress in plain lines where there is no terminal', () => {
    const lines = world.service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('Reading the sample library: '));
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('')).not.toMatch(/[\r\u001b█]/);
    expect(lines).toContainEqual(expect.stringMatching(`${library.length} of ${library.length} files`));
  });

  it('has everybody signed in who should be, and the keys in use', async () => {
    const { api_key: key, organization, other_organization: other } = credentials();
    for (const role of ['admin', 'manager', 'engineer', 'viewer']) {
      const me = await (await signIn(role)).get('/users/me');
      expect([me.status, me.body.data.role]).toEqual([200, role]);
      await signIn(role, other);
    }
    expect((await world.api.withKey(key).get('/documents')).body.pagination.total_count).toBe(documentCount);
    expect((await world.api.withKey(other.api_key).get('/documents')).body.pagination.total_count).toBe(0);
    expect(organization.id).not.toBe(other.organization.id);
  });

  it('has a bulletin with a revision that was superseded', async () => {
    const viewer = await signIn('viewer');
    const [bulletin] = (await viewer.get(`/documents?q=${before.document_number}`)).body.data as Json[];
    expect(bulletin).toMatchObject({ version: next.version, status: 'active', superseded_by: null });
    const old = bulletin.supersedes as string;
    expect((await viewer.get(`/documents/${bulletin.id}/pages?revision_id=${old}`)).status).toBe(200);
    const search = async (more: object) => {
      const filters = { document_ids: [bulletin.id], ...more };
      const { body } = await viewer.post('/search/passages', { query: next.title, filters, limit: 100 });
      const found: Json[] = body.data;
      return found.map((passage) => passage as Record<string, string | boolean>);
    };
    const present = await search({});
    expect(new Set(present.map(({ revision_id: id }) => id))).toEqual(new Set([bulletin.revision.id]));
    const both = await search({ include_superseded: true });
    expect(new Set(both.map(({ revision_id: id }) => id))).toEqual(new Set([bulletin.revision.id, old]));
    for (const passage of both) {
      expect(passage.superseded).toBe(passage.revision_id === old);
      expect(passage.version).toBe(passage.superseded ? before.version : next.version);
      expect(await citedText(viewer, passage)).toBe(passage.quote);
    }
  });

  it('is not made a second time', async () => {
    await world.service.restart();
    expect((await world.sql.query('SELECT 1 FROM organizations')).length).toBe(3);
    expect((await world.sql.query('SELECT 1 FROM documents')).length).toBe(2 * documentCount);
  });
});
