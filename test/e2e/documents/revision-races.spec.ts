import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { readyManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const ACTIVATIONS = 200;
const QUERY = 'torque of the titanium bolt 32-41-11';

describe('searches while revisions change', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  /** A document with an active revision and a draft, both read: each has several passages that answer the question. */
  let made = 0;
  async function twoRevisions(): Promise<{ id: string; revisions: [string, string] }> {
    made += 1;
    const text = (torque: number): string =>
      [1, 2, 3]
        .map(
          (n) =>
            `${n}. Tighten titanium bolt 32-41-11 number ${n} to a torque of ${torque} Nm.${made > 1 ? ` Fleet ${made}.` : ''}`,
        )
        .join('\n\n');
    const document = await readyManual(admin.api, text(120));
    const file = { content: text(130), name: 'second.txt' };
    const second = await admin.api.upload(`/documents/${document.id}/revisions`, { version: '2' }, file);
    const path = `/documents/${document.id}/revisions/${second.body.data.id}`;
    await until(
      async () => (await admin.api.get(path)).body.data.ingestion.state as string,
      (state) => state === 'ready',
    );
    return { id: document.id as string, revisions: [document.revision.id as string, second.body.data.id as string] };
  }

  const asked: Record<string, (id: string) => Promise<ApiResponse>> = {
    documents: (id) => admin.api.post('/search/documents', { query: QUERY, filters: { document_ids: [id] } }),
    passages: (id) => admin.api.post('/search/passages', { query: QUERY, filters: { document_ids: [id] } }),
    chat: (id) =>
      admin.api.post('/chat/sessions', { copilot_type: 'mro', initial_message: `${QUERY}?`, document_ids: [id] }),
  };
  /** Revisions that an answer shows. */
  const shown: Record<string, (body: Json) => string[]> = {
    documents: ({ data }) => (data as Json[]).map(({ revision }) => revision.id as string),
    passages: ({ data }) => (data as Json[]).map(({ revision_id: id }) => id as string),
    chat: ({ data }) => (data.messages[1].citations as Json[]).map(({ revision_id: id }) => id as string),
  };
  const isIncomplete = ({ meta }: Json): boolean =>
    ((meta.warnings ?? []) as string[]).some((warning) => warning.startsWith('The search index is being rebuilt'));

  it(`never mix two revisions over ${ACTIVATIONS} activations, nor show one that was superseded before they began`, async () => {
    const { id, revisions } = await twoRevisions();
    /** The active revision after each acknowledged activation, with its time. */
    const history = [{ revision: revisions[0], since: 0 }];
    let changing = true;
    /** Answers that showed a revision, by kind. */
    const counts: Record<string, number> = { documents: 0, passages: 0, chat: 0 };
    const search = async (kind: string): Promise<void> => {
      while (changing) {
        const begun = performance.now();
        const activeBefore = history.length - 1;
        const { status, body } = await asked[kind]!(id);
        expect(status).toBe(kind === 'chat' ? 201 : 200);
        const found = [...new Set(shown[kind]!(body))];
        expect([kind, found.length]).toEqual([kind, found.length > 1 ? 1 : found.length]);
        // Active when the search began or activated before it ended; the activation in progress may precede its response.
        const admissible = history.slice(activeBefore).map(({ revision }) => revision);
        if (history.at(-1)!.since < begun) admissible.push(history.length % 2 === 0 ? revisions[0] : revisions[1]);
        if (found[0] !== undefined) expect(admissible).toContain(found[0]);
        // Nothing is found only where that is said: the index may be behind for longer than a search waits.
        if (kind === 'passages' && !isIncomplete(body)) expect(found).toHaveLength(1);
        if (kind === 'documents') for (const document of body.data as Json[]) expect(document.status).toBe('active');
        counts[kind]! += found.length;
      }
    };
    const searches = ['documents', 'passages', 'passages', 'chat'].map(search);
    for (let turn = 1; turn <= ACTIVATIONS; turn += 1) {
      const next = revisions[turn % 2]!;
      // What was superseded before the last activation becomes a draft again; only SQL can.
      await world.sql.query(`UPDATE document_revisions SET status = 'draft' WHERE id = $1`, [next]);
      expect((await admin.api.post(`/documents/${id}/revisions/${next}/activate`)).status).toBe(200);
      history.push({ revision: next, since: performance.now() });
    }
    changing = false;
    await Promise.all(searches);
    for (const [kind, count] of Object.entries(counts)) expect([kind, count > 5]).toEqual([kind, true]);
  });

  it('show nothing of a withdrawn revision from the answer on', async () => {
    const { id, revisions } = await twoRevisions();
    expect((await admin.api.post(`/documents/${id}/revisions/${revisions[0]}/withdraw`)).status).toBe(200);
    for (const include_superseded of [false, true]) {
      for (const route of ['documents', 'passages']) {
        const body = { query: QUERY, filters: { document_ids: [id], include_superseded } };
        expect((await admin.api.post(`/search/${route}`, body)).body.data).toEqual([]);
      }
    }
    expect((await asked.chat!(id)).body.data.messages[1].answer_status).toBe('refused');
  });

  it('find a document by what it is called now', async () => {
    const { id } = await readyManual(admin.api, 'Fit the molybdenum seal.', { aircraft_type: 'OLD-2' });
    await admin.api.patch(`/documents/${id}`, { title: 'Gyroscopes', aircraft_type: 'NEW-2', ata_chapter: '34-21' });
    const found = async (query: string, filters: object): Promise<string[]> => {
      const { body } = await admin.api.post('/search/documents', { query, filters, mode: 'keyword' });
      return (body.data as Json[]).map((document) => document.id as string);
    };
    for (const filters of [{ aircraft_types: ['NEW-2'] }, { ata_chapters: ['34'] }]) {
      await until(
        () => found('molybdenum', filters),
        (ids) => ids.includes(id as string),
      );
    }
    expect(await found('molybdenum', { aircraft_types: ['OLD-2'] })).toEqual([]);
  });
});
