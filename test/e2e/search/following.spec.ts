import type { Json } from '../../support/api/api-client.js';
import { startIndexNode, type IndexNode } from '../../support/service/index-node.js';
import { readyManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

interface Change {
  revision: string;
  text: boolean;
}

describe('every change that searches see', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let node: IndexNode;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    node = await startIndexNode(world.service.databaseUrl);
  });
  afterAll(async () => {
    await node.stop();
    await world.stop();
  });

  /** What `act` marks, in the order of its marks, and the revisions that another node holds after it. */
  const marks = async (act: () => Promise<unknown>): Promise<Change[]> => {
    const read = () =>
      world.sql.query<{ revision_id: string; position: string; text_position: string }>(
        `SELECT revision_id, position, text_position FROM index_changes WHERE organization_id = $1 ORDER BY position, revision_id`,
        [admin.user.organizationId],
      );
    const before = new Map((await read()).map((row) => [row.revision_id, row]));
    await act();
    return (await read()).flatMap(({ revision_id: revision, position, text_position }) => {
      const old = before.get(revision);
      return position === old?.position ? [] : [{ revision, text: text_position !== old?.text_position }];
    });
  };
  const held = (): Promise<string[]> => node.held(admin.user.organizationId);
  const ok = async (answer: Promise<{ status: number; text: string }>): Promise<void> => {
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`${status}: ${text}`);
  };
  const untilState = (id: string, revision: string, wanted: string) =>
    until(
      async () => (await admin.api.get(`/documents/${id}/ingestion?revision_id=${revision}`)).body.data.state as string,
      (state) => state === wanted,
    );
  const addDraft = async (id: string, version: string): Promise<string> => {
    const file = { content: `Fit the ${version} ring.`, name: 'draft.txt' };
    const { body } = await admin.api.upload(`/documents/${id}/revisions`, { version }, file);
    await untilState(id, body.data.id as string, 'ready');
    return body.data.id as string;
  };

  it('is marked with the change, and followed by other nodes', async () => {
    let document!: Json;
    const text = true;
    const first = await marks(async () => {
      document = await readyManual(admin.api, 'Fit the tellurium ring.');
    });
    const [id, active] = [document.id as string, document.revision.id as string];
    expect(first).toEqual([{ revision: active, text }]);

    let draft = '';
    expect(await marks(async () => (draft = await addDraft(id, 'second')))).toEqual([{ revision: draft, text }]);
    expect(await held()).toEqual([active, draft].sort());

    const reprocess = () => ok(admin.api.post(`/documents/${id}/reprocess?revision_id=${draft}`));
    const stopped = await marks(async () => {
      // Reprocessing removes its passages. It may finish before the cancellation.
      await reprocess();
      await admin.api.post(`/documents/${id}/ingestion/cancel?revision_id=${draft}`);
    });
    expect(stopped).toEqual([{ revision: draft, text }]);
    await world.sql.query(`UPDATE document_revisions SET ingestion_state = 'failed' WHERE id = $1`, [draft]);
    expect(
      await marks(async () => {
        await reprocess();
        await untilState(id, draft, 'ready');
      }),
    ).toEqual([{ revision: draft, text }]);
    expect(await held()).toEqual([active, draft].sort());

    const activated = await marks(() => ok(admin.api.post(`/documents/${id}/revisions/${draft}/activate`)));
    expect(activated.sort((a, b) => (a.revision < b.revision ? -1 : 1))).toEqual(
      [active, draft].sort().map((revision) => ({ revision, text: false })),
    );
    const team = await world.identity.team({ id: admin.user.organizationId });
    const patch = (changes: object) => marks(() => ok(admin.api.patch(`/documents/${id}`, changes)));
    for (const [changes, isText] of [
      [{ title: 'Another title' }, true],
      [{ document_type: 'SB' }, true],
      [{ document_number: 'SB-1' }, true],
      [{ aircraft_type: 'HST-90' }, false],
      [{ ata_chapter: '32-41' }, false],
      [{ access: 'team', team_id: team.id }, false],
    ] as const) {
      expect(await patch(changes)).toEqual([active, draft].sort().map((revision) => ({ revision, text: isText })));
    }

    expect(await marks(() => ok(admin.api.post(`/documents/${id}/revisions/${draft}/withdraw`)))).toEqual([
      { revision: draft, text: false },
    ]);
    expect(await held()).toEqual([active]);

    const deleted = await addDraft(id, 'third');
    expect(await held()).toEqual([active, deleted].sort());
    expect(await marks(() => ok(admin.api.delete(`/documents/${id}/revisions/${deleted}`)))).toEqual([
      { revision: deleted, text },
    ]);
    expect(await held()).toEqual([active]);

    const gone = await marks(() => ok(admin.api.delete(`/documents/${id}`)));
    expect(gone.map(({ revision }) => revision).sort()).toEqual([active, draft].sort());
    expect(await held()).toEqual([]);
  });

  it('is marked by PostgreSQL where a node of an earlier release opened or closed a document', async () => {
    const document = await readyManual(admin.api, 'Fit the samarium ring.');
    const { id: team_id } = await world.identity.team({ id: admin.user.organizationId });
    const { api } = await world.signIn({ organization: { id: admin.user.organizationId }, role: 'engineer' });
    const search = () => api.post('/search/documents', { query: 'samarium', mode: 'keyword' });
    const statement = `UPDATE documents SET access = $2, team_id = $3 WHERE id = $1`;
    for (const [access, hits] of [
      ['team', 0],
      ['organization', 1],
    ] as const) {
      const changed = await marks(() => world.sql.query(statement, [document.id, access, team_id]));
      expect(changed).toEqual([{ revision: document.revision.id, text: false }]);
      const { body } = await until(search, (answer) => answer.body.meta?.warnings === undefined);
      expect(body.data).toHaveLength(hits);
    }
    const nothing = `UPDATE documents SET updated_at = now(), access = access WHERE id = $1`;
    expect(await marks(() => world.sql.query(nothing, [document.id]))).toEqual([]);
  });

  it('is found by the other node of the service, and after a death of either', async () => {
    const document = await readyManual(admin.api, 'Fit the promethium ring.');
    const find = async (): Promise<string[]> => {
      const body = { query: 'promethium', mode: 'keyword' } as const;
      return (await world.sdk(admin).POST('/search/documents', { body })).data.map(({ id }) => id);
    };
    expect(await find()).toEqual([document.id]);
    expect(await node.held(admin.user.organizationId)).toContain(document.revision.id);
    await world.service.kill('SIGKILL');
    await world.service.restart();
    expect(await find()).toEqual([document.id]);
  });
});
