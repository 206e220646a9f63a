import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { untilImport } from '../../support/scenes/import-scene.js';
import { importPublication, wheelModule, wheelPublication } from '../../support/scenes/publication-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('searches in a publication', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let manager: SignedIn;
  let outsider: SignedIn;
  /** By information code. */
  const documents: Record<string, string> = {};
  let publication: string;

  const imported = async (who: SignedIn, files: Record<string, string>, fields = {}): Promise<string> => {
    const { made, id, items } = await importPublication(who.api, files, 'pm.xml', fields);
    await untilImport(who.api, made.id);
    for (const { path, document_id } of items) documents[path as string] = document_id as string;
    return id;
  };

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    const organization = { id: admin.user.organizationId };
    manager = await world.signIn({ organization, team: await world.identity.team(organization), role: 'manager' });
    outsider = await world.signIn({ organization, role: 'engineer' });
    publication = await imported(admin, {
      '040': wheelModule('040', 'The quill of the wheel has splines.'),
      '520': wheelModule('520', 'Pull the quill out of the wheel.'),
      'pm.xml': wheelPublication(),
    });
    await imported(manager, { '720': wheelModule('720', 'Push the quill into the wheel.') }, { access: 'team' });
  });
  afterAll(() => world.stop());

  const find = async ({ api }: SignedIn, path: string, filters: Json): Promise<unknown[]> => {
    const { body } = await api.post(`/search/${path}`, { query: 'quill', mode: 'keyword', filters });
    return (body.data as Json[]).map(({ document_id, id }): unknown => document_id ?? id).sort();
  };
  const ids = (...codes: string[]): unknown[] => codes.map((code) => documents[code]).sort();

  it.each(['documents', 'passages'])('find %s of it that the caller can see', async (path) => {
    const within = { publication_id: publication };
    expect(await find(admin, path, {})).toEqual(ids('040', '520', '720'));
    expect(await find(admin, path, within)).toEqual(ids('520', '720'));
    expect(await find(manager, path, within)).toEqual(ids('520', '720'));
    expect(await find(outsider, path, within)).toEqual(ids('520'));
    expect(await find(admin, path, { ...within, document_ids: [documents['520'], documents['040']] })).toEqual(
      ids('520'),
    );
    expect(await find(admin, path, { ...within, document_ids: [documents['040']] })).toEqual([]);
    expect(await find(admin, path, { publication_id: 'pub_unknown' })).toEqual([]);
  });

  it('find nothing in a publication that the caller cannot see', async () => {
    const hidden = await imported(manager, { 'pm.xml': wheelPublication({ number: '8' }) }, { access: 'team' });
    const foreign = await world.signIn({ role: 'admin' });
    expect(await find(manager, 'documents', { publication_id: hidden })).toEqual(ids('520', '720'));
    expect(await find(outsider, 'documents', { publication_id: hidden })).toEqual([]);
    expect(await find(foreign, 'documents', { publication_id: publication })).toEqual([]);
  });

  it('keep to it in conversations', async () => {
    const asked = { copilot_type: 'mro', initial_message: 'What does the quill of the wheel have?' };
    // With its citations and suggestions.
    const answer = async (filters: Json): Promise<string> => {
      const { messages } = await ok(admin.api.post('/chat/sessions', { ...asked, filters }));
      return JSON.stringify((messages as Json[])[1]);
    };
    expect(await answer({})).toContain(documents['040']);
    const within = await answer({ publication_id: publication });
    expect(within).not.toContain(documents['040']);
    expect(within).toContain(documents['520']);
  });

  it('are refused for what is no id', async () => {
    for (const publication_id of ['', 7, 'p'.repeat(65)]) {
      const answer = await admin.api.post('/search/documents', { query: 'x', filters: { publication_id } });
      expect([answer.status, errorOf(answer).field]).toEqual([400, 'filters.publication_id']);
    }
  });
});
