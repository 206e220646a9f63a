import { createClient, pages, paginate } from '../src/index.js';
import { answer, ScriptedServer } from './support/scripted-server.js';

const DOCUMENTS = Array.from({ length: 250 }, (_, index) => ({ id: `doc_${index}` }));

describe('reading a list', () => {
  let server: ScriptedServer;
  beforeAll(async () => (server = await ScriptedServer.start()));
  afterAll(() => server.stop());
  beforeEach(() =>
    server.play(({ path }, response) => {
      const query = new URL(path, 'http://test').searchParams;
      const start = Number(query.get('cursor') ?? 0);
      const end = start + Number(query.get('limit') ?? 20);
      const has_more = end < DOCUMENTS.length;
      const pagination = { next_cursor: has_more ? String(end) : null, has_more, total_count: DOCUMENTS.length };
      answer(response, DOCUMENTS.slice(start, end), { pagination });
    }),
  );
  const client = (): ReturnType<typeof createClient> => createClient({ baseUrl: server.baseUrl });
  const asked = (): string[] => server.received.map(({ path }) => path);

  it('gives every item once, with the filters of the first page on all', async () => {
    const ids: string[] = [];
    const query = { limit: 100, document_type: 'AMM' } as const;
    for await (const { id } of paginate(client(), '/documents', { params: { query } })) ids.push(id);
    expect(ids).toEqual(DOCUMENTS.map(({ id }) => id));
    const first = '/v1/documents?limit=100&document_type=AMM';
    expect(asked()).toEqual([first, `${first}&cursor=100`, `${first}&cursor=200`]);
  });

  it('gives pages, from a cursor on', async () => {
    const lengths: number[] = [];
    const query = { limit: 100, cursor: '140' };
    for await (const { data, pagination } of pages(client(), '/documents', { params: { query } })) {
      expect(pagination.total_count).toBe(250);
      lengths.push(data.length);
    }
    expect(lengths).toEqual([100, 10]);
  });

  it('asks for no page that nobody wants', async () => {
    for await (const { id } of paginate(client(), '/documents')) if (id === 'doc_19') break;
    expect(asked()).toEqual(['/v1/documents']);
  });
});
