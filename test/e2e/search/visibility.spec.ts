import { execFile } from 'node:child_process';
import { chmod, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { compiledFile } from '@amks/reader/processes/installation.js';
import type { Json } from '../../support/api/api-client.js';
import { readyManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const ROUTES = ['/search/documents', '/search/passages'] as const;

describe('what search shows', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  /** Ids of the documents found, by both routes, which must agree. */
  const found = async ({ api }: SignedIn, query: string, filters: object = {}, mode = 'keyword'): Promise<string[]> => {
    const body = { query, filters, limit: 100, mode };
    const documents = (await api.post(ROUTES[0], body)).body.data as Json[];
    const passages = (await api.post(ROUTES[1], body)).body.data as Json[];
    const ids = [...new Set(documents.map(({ id }) => id as string))].sort();
    expect([...new Set(passages.map(({ document_id: id }) => id as string))].sort()).toEqual(ids);
    return ids;
  };
  const setStatus = (document: Json, status: string) =>
    world.sql.query(`UPDATE document_revisions SET status = $2 WHERE id = $1`, [document.revision.id, status]);

  it('is never another organization’s, nor another team’s', async () => {
    const organization = { id: admin.user.organizationId };
    const [team, otherTeam] = [await world.identity.team(organization), await world.identity.team(organization)];
    const open = await readyManual(admin.api, 'The zirconium bushing is pressed in.');
    const closed = await readyManual(admin.api, 'The zirconium sleeve is pressed in.', {
      access: 'team',
      team_id: team.id,
    });
    const member = await world.signIn({ organization, role: 'viewer', team });
    const outsider = await world.signIn({ organization, role: 'engineer', team: otherTeam });
    const teamless = await world.signIn({ organization, role: 'engineer' });
    const stranger = await world.signIn({ role: 'admin' });
    const both = [open.id, closed.id].sort();
    expect(await found(admin, 'zirconium')).toEqual(both);
    expect(await found(member, 'zirconium')).toEqual(both);
    expect(await found(outsider, 'zirconium')).toEqual([open.id]);
    expect(await found(teamless, 'zirconium')).toEqual([open.id]);
    expect(await found(outsider, 'zirconium', { document_ids: [closed.id] })).toEqual([]);
    for (const mode of ['keyword', 'semantic', 'hybrid']) {
      expect(await found(outsider, 'zirconium', {}, mode)).toEqual([open.id]);
      expect(await found(stranger, 'zirconium', {}, mode)).toEqual([]);
    }
    expect(await found(stranger, 'zirconium', { document_ids: [open.id], aircraft_types: ['HST-72'] })).toEqual([]);
    const { body } = await outsider.api.post(ROUTES[0], {
      query: 'zirconium',
      filters: { aircraft_types: ['SECRET'] },
    });
    expect(JSON.stringify(body.meta.warnings)).not.toContain(closed.title);
  });

  it('is superseded only when asked for, and says so; never withdrawn, draft or unread', async () => {
    const document = await readyManual(admin.api, 'Charge the tungsten strut.');
    expect(await found(admin, 'tungsten')).toEqual([document.id]);
    await setStatus(document, 'superseded');
    expect(await found(admin, 'tungsten')).toEqual([]);
    expect(await found(admin, 'tungsten', { include_superseded: true })).toEqual([document.id]);
    const [hit] = (
      await admin.api.post(ROUTES[0], { query: 'tungsten', filters: { include_superseded: true }, mode: 'keyword' })
    ).body.data as Json[];
    expect(hit).toMatchObject({ status: 'superseded', revision: { status: 'superseded' } });
    const [passage] = (
      await admin.api.post(ROUTES[1], { query: 'tungsten', filters: { include_superseded: true }, mode: 'keyword' })
    ).body.data as Json[];
    expect(passage.superseded).toBe(true);
    for (const status of ['withdrawn', 'draft']) {
      await setStatus(document, status);
      expect(await found(admin, 'tungsten', { include_superseded: true })).toEqual([]);
    }
    await setStatus(document, 'active');
    for (const state of ['queued', 'failed']) {
      await world.sql.query(`UPDATE document_revisions SET ingestion_state = $2 WHERE id = $1`, [
        document.revision.id,
        state,
      ]);
      expect(await found(admin, 'tungsten')).toEqual([]);
    }
  });

  it('is the present state of the document, independent of the index', async () => {
    const moved = await readyManual(admin.api, 'Shim the beryllium flange.', { aircraft_type: 'OLD-1' });
    await world.sql.query(`UPDATE documents SET title = 'Renamed', aircraft_type = 'NEW-1' WHERE id = $1`, [moved.id]);
    expect(await found(admin, 'beryllium', { aircraft_types: ['OLD-1'] })).toEqual([]);
    const [hit] = (await admin.api.post(ROUTES[0], { query: 'beryllium', mode: 'keyword' })).body.data as Json[];
    expect(hit).toMatchObject({ title: 'Renamed', aircraft_type: 'NEW-1' });
    const gone = await readyManual(admin.api, 'Shim the vanadium flange.');
    await world.sql.query(`DELETE FROM documents WHERE id = $1`, [gone.id]);
    expect(await found(admin, 'vanadium')).toEqual([]);
  });

  it('is found behind many that may not be shown', async () => {
    const shown = await readyManual(admin.api, 'The niobium ring is the last of them.');
    // A heading begins a passage: short ones are embedded fast.
    const hidden = Array.from(
      { length: 150 },
      (_, i) => `<h1>Niobium ring ${i + 1}</h1><p>Niobium ring niobium ring.</p>`,
    );
    const html = `<!doctype html><html><body>${hidden.join('')}</body></html>`;
    const document = await readyManual(admin.api, html);
    const passages = await world.sql.query(`SELECT 1 FROM passages WHERE document_id = $1`, [document.id]);
    expect(passages).toHaveLength(hidden.length);
    await setStatus(document, 'withdrawn');
    expect(await found(admin, 'niobium ring')).toEqual([shown.id]);
  });

  it('is the same when the index is lost under the service, and after a rebuilding', async () => {
    const document = await readyManual(admin.api, 'Clean the rhodium contact.');
    await rm(path.join(world.service.dataDir, 'index'), { recursive: true });
    expect(await found(admin, 'rhodium')).toEqual([document.id]);
    const { DATABASE_URL, DATA_DIR } = { DATABASE_URL: world.service.databaseUrl, DATA_DIR: world.service.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [compiledFile('index-rebuild.js')], {
      cwd: DATA_DIR,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL, DATA_DIR },
    });
    expect(stdout).toMatch(new RegExp(`${admin.user.organizationId}: [1-9][0-9]* passages\n`));
    expect(await found(admin, 'rhodium')).toEqual([document.id]);
    const { body } = await admin.api.post(ROUTES[1], { query: 'polish the electrical contact', mode: 'semantic' });
    expect(body.data[0]?.document_id).toBe(document.id);
    expect(body.meta.warnings).toBeUndefined();
    const later = await readyManual(admin.api, 'Clean the osmium contact.');
    expect(await found(admin, 'osmium')).toContain(later.id);
  });

  it('is complete when the index is rebuilt while documents are read, and always answered', async () => {
    const before = await readyManual(admin.api, 'Clean the iridium contact.');
    const { DATABASE_URL, DATA_DIR } = { DATABASE_URL: world.service.databaseUrl, DATA_DIR: world.service.dataDir };
    let rebuilding = true;
    const rebuilt = promisify(execFile)(process.execPath, [compiledFile('index-rebuild.js')], {
      cwd: DATA_DIR,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL, DATA_DIR },
    }).finally(() => (rebuilding = false));
    const read: string[] = [];
    while (rebuilding) {
      read.push((await readyManual(admin.api, `Iridium again, number ${read.length}.`)).id as string);
      expect(await found(admin, 'iridium')).toEqual([before.id as string, ...read].sort());
    }
    await rebuilt;
    expect(await found(admin, 'iridium')).toEqual([before.id as string, ...read].sort());
  });

  it('is restored when the index was lost', async () => {
    const document = await readyManual(admin.api, 'Clean the ruthenium contact.');
    await world.service.kill('SIGKILL');
    await rm(path.join(world.service.dataDir, 'index'), { recursive: true });
    await world.service.restart();
    expect(await found(admin, 'ruthenium')).toEqual([document.id]);
  });

  it('is kept in a folder of the service alone', async () => {
    const folder = path.join(world.service.dataDir, 'index');
    const mode = async (): Promise<number> => (await stat(folder)).mode & 0o777;
    expect(await mode()).toBe(0o700);
    await chmod(folder, 0o755);
    await world.service.restart();
    expect(await mode()).toBe(0o700);
  });
});
