import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../../src/common/ids/type-id.js';
import type { Json } from '../../support/api/api-client.js';
import { indexedRevisions } from '../../support/service/index-node.js';
import { errorOf, manualFields, readyManual, section, uploadManual } from '../../support/manuals/manual.js';
import { fetchImage } from '../../support/manuals/page-images.js';
import { placedPdf } from '../../support/manuals/pdf-factory.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** Every table that holds something of a document, with the condition that finds it. */
const TABLES = {
  passages: 'document_id = $1',
  pages: 'revision_id IN (SELECT id FROM document_revisions WHERE document_id = $1)',
  document_revisions: 'document_id = $1',
  documents: 'id = $1',
} as const;

describe('the deletion of a document', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    const organization = { id: admin.user.organizationId };
    manager = await world.signIn({ organization, role: 'manager', team: await world.identity.team(organization) });
  });
  afterAll(() => world.stop());

  const rowsOf = async (id: string): Promise<number> => {
    const counts = Object.entries(TABLES).map(([table, holds]) => `(SELECT count(*) FROM ${table} WHERE ${holds})`);
    const [row] = await world.sql.query<{ rows: number }>(`SELECT (${counts.join(' + ')})::int AS rows`, [id]);
    return row!.rows;
  };
  const untilRemoved = (id: string) =>
    until(
      () => rowsOf(id),
      (rows) => rows === 0,
    );
  /** The sweep spares blobs uploaded within the last minutes; these are older. */
  const age = () => world.sql.query(`UPDATE blobs SET stored_at = now() - interval '1 hour'`);
  const files = async (): Promise<string[]> => {
    const names = await readdir(path.join(world.service.dataDir, 'blobs'), { recursive: true });
    return names.map((name) => path.basename(name)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  };

  /** Names of the page images that are kept. */
  const images = async (): Promise<string[]> => {
    // The folder does not exist before the first image.
    const names = await readdir(path.join(world.service.dataDir, 'cache'), { recursive: true }).catch(() => []);
    return names.map((name) => path.basename(name)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  };

  /** Ids of the revisions of an organization that the index holds passages of. */
  const indexed = (organizationId: string): Promise<string[]> =>
    indexedRevisions(world.service.databaseUrl, organizationId);

  it('needs document.manage of a document that one may see and manage', async () => {
    const { id } = await uploadManual(admin.api, 'Fit the ring.', {}, 'card.txt');
    const stranger = await world.signIn({ role: 'admin' });
    expect((await world.api.delete(`/documents/${id}`)).status).toBe(401);
    expect(errorOf(await manager.api.delete(`/documents/${id}`))).toEqual({ status: 403, reason: 'other_team' });
    for (const unknown of [newId('document'), 'doc_1'])
      expect((await admin.api.delete(`/documents/${unknown}`)).status).toBe(404);
    expect((await stranger.api.delete(`/documents/${id}`)).status).toBe(404);
    expect((await admin.api.get(`/documents/${id}`)).status).toBe(200);
    const [refused] = await world.sql.query(
      `SELECT action, reason, target_id FROM audit_records WHERE actor_id = $1 AND result = 'failure'`,
      [manager.user.id],
    );
    expect(refused).toEqual({ action: 'document.deleted', reason: 'other_team', target_id: id });
  });

  it('ends the replay of the requests that made it', async () => {
    const file = { content: 'Fit the osmium seal.', name: 'a.txt' };
    const send = () => admin.api.upload('/documents', manualFields(), file, { 'idempotency-key': 'gone-1' });
    const { status, body } = await send();
    expect([status, (await send()).body.data.id]).toEqual([202, body.data.id]);
    expect((await admin.api.delete(`/documents/${body.data.id}`)).status).toBe(204);
    expect((await send()).status).toBe(404);
  });

  it('hides everything of it from the answer on, and removes it', async () => {
    const owner = await world.signIn({ role: 'admin' });
    const kept = await readyManual(owner.api, 'Fit the hafnium washer.');
    const document = await readyManual(owner.api, 'Tighten the hafnium bolts to a torque of 12 Nm.', {
      document_type: 'CMM',
    });
    const twin = await uploadManual(owner.api, 'Another file.', { title: 'Same file in a draft' });
    const sameFile = { content: 'Tighten the hafnium bolts to a torque of 12 Nm.', name: 'a.txt' };
    const draft = await owner.api.upload(
      `/documents/${twin.id}/revisions`,
      { version: '2', on_duplicate: 'revision' },
      sameFile,
    );
    const { body: chat } = await owner.api.post('/chat/sessions', {
      copilot_type: 'mro',
      initial_message: 'What is the torque of the hafnium bolts?',
      document_ids: [document.id],
    });
    expect(chat.data.messages[1].citations).not.toEqual([]);
    await age();
    const { id, revision } = document;
    // Another organization has the same file: what is drawn for one is neither shown to the other nor removed with it.
    const stranger = await world.signIn({ role: 'admin' });
    const theirs = await readyManual(stranger.api, 'Tighten the hafnium bolts to a torque of 12 Nm.');
    const before = await images();
    expect((await fetchImage(world, owner, `/documents/${id}/pages/1/image`)).status).toBe(200);
    const [drawn] = (await images()).filter((name) => !before.includes(name));
    expect((await fetchImage(world, stranger, `/documents/${theirs.id}/pages/1/image`)).status).toBe(200);
    expect(await images()).toHaveLength(before.length + 2);
    expect((await owner.api.delete(`/documents/${id}`)).status).toBe(204);
    for (const route of ['', '/pages', '/pages/1', '/content', '/outline', '/ingestion', '/revisions'])
      expect([route, (await owner.api.get(`/documents/${id}${route}`)).status]).toEqual([route, 404]);
    for (const route of [`/pages/1?revision_id=${revision.id}`, `/revisions/${revision.id}`])
      expect([route, (await owner.api.get(`/documents/${id}${route}`)).status]).toEqual([route, 404]);
    expect((await owner.api.patch(`/documents/${id}`, { title: 'x' })).status).toBe(404);
    expect((await owner.api.delete(`/documents/${id}`)).status).toBe(404);
    const { body: list } = await owner.api.get('/documents');
    expect((list.data as Json[]).map((row) => row.id as string)).toEqual([twin.id, kept.id]);
    expect(list.pagination.total_count).toBe(2);
    expect((await owner.api.get('/document-types')).body.data).toEqual([{ value: 'AMM', count: 2, in_use: true }]);
    const found = await owner.api.post('/search/passages', { query: 'hafnium', mode: 'keyword' });
    expect((found.body.data as Json[]).map(({ document_id }) => document_id as string)).not.toContain(id);
    const { body: messages } = await owner.api.get(`/chat/sessions/${chat.data.session_id}/messages`);
    expect(messages.data[0]).toMatchObject({ role: 'assistant', answer_status: 'refused', citations: [] });
    expect(JSON.stringify(messages.data)).not.toContain('12 Nm');
    await untilRemoved(id as string);
    expect(await images()).toHaveLength(before.length + 1);
    expect(await images()).not.toContain(drawn);
    expect((await stranger.api.delete(`/documents/${theirs.id}`)).status).toBe(204);
    expect(await indexed(owner.user.organizationId)).not.toContain(revision.id);
    // The other document has the same file.
    const ofDraft = `/documents/${twin.id}/content?revision_id=${draft.body.data.id}`;
    expect((await owner.api.get(ofDraft)).status).toBe(200);
    await age();
    await owner.api.delete(`/documents/${twin.id}`);
    await untilRemoved(twin.id as string);
    await until(files, (names) => !names.includes(revision.content_sha256 as string));
    expect(await files()).toContain(kept.revision.content_sha256);
    const audited = await world.sql.query(
      `SELECT 1 FROM audit_records WHERE action = 'document.deleted' AND target_id = $1`,
      [id],
    );
    expect(audited).toHaveLength(1);
  });

  it('stops the reading of it', async () => {
    const pages = Array.from({ length: 150 }, (_, i) => section(`Section ${i}`, [`Tighten bolt ${i} to ${i} Nm.`]));
    const { id } = await uploadManual(admin.api, await placedPdf(pages));
    await until(
      () => rowsOf(id as string),
      (rows) => rows > 12,
    );
    expect((await admin.api.delete(`/documents/${id}`)).status).toBe(204);
    await untilRemoved(id as string);
    const failures = world.service.logs().filter(({ msg }) => msg === 'document not read');
    expect(failures).toEqual([]);
  });

  it.each(Object.keys(TABLES) as (keyof typeof TABLES)[])('goes on after kill -9 at its %s', async (table) => {
    const document = await readyManual(admin.api, `Fit the yttrium ring of the ${table}.`);
    const id = document.id as string;
    await age();
    // A lock on a row blocks the removal there.
    const holder = await world.sql.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT 1 FROM ${table} WHERE ${TABLES[table]} FOR KEY SHARE`, [id]);
    expect((await admin.api.delete(`/documents/${id}`)).status).toBe(204);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%DELETE FROM ${table} %'`;
    await until(
      () => world.sql.query(waiting),
      (found) => found.length > 0,
    );
    expect(await rowsOf(id)).toBeGreaterThan(0);
    await world.service.kill('SIGKILL');
    await holder.query('ROLLBACK');
    holder.release();
    await world.service.restart();
    expect((await admin.api.get(`/documents/${id}`)).status).toBe(404);
    await untilRemoved(id);
    expect(await indexed(admin.user.organizationId)).not.toContain(document.revision.id);
    await until(files, (names) => !names.includes(document.revision.content_sha256 as string));
  });
});
