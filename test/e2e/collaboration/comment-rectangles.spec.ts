import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const PAGE = 'Torque the nut to\n120 Nm. Then torque the nut to 90 Nm.';

/** Every character is 10 points wide; the second line is below the first. */
const boxesOf = (text: string): number[][] => {
  const end = text.indexOf('\n');
  return [
    [0, end, 0, 0, end * 10, 12],
    [end + 1, text.length, 0, 20, (text.length - end - 1) * 10, 12],
  ];
};

describe('rectangles of comments', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let engineer: SignedIn;
  let document: TestDocument;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    engineer = await world.signIn({ organization });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    document = await world.documents.document(organization, { pages: [PAGE, 'No places.'] });
    await keepBoxes(document.revisionId, 1);
  });

  const keepBoxes = (revisionId: string, page: number): Promise<unknown> =>
    world.sql.query('UPDATE pages SET boxes = $2 WHERE revision_id = $1 AND page_number = $3', [
      revisionId,
      JSON.stringify(boxesOf(PAGE)),
      page,
    ]);
  async function comment(body: object): Promise<string> {
    const response = await engineer.api.post(`/documents/${document.id}/comments`, {
      page_number: 1,
      body: 'Worn.',
      ...body,
    });
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    return response.body.data.id as string;
  }
  async function rectangles(page = 1, query = '', by = engineer): Promise<Record<string, unknown>> {
    const { body } = await by.api.get(`/documents/${document.id}/comments?page_number=${page}&rectangles=true${query}`);
    return Object.fromEntries((body.data as Json[]).map(({ id, rectangles: found }) => [id as string, found]));
  }

  it('say where each quote is, at every place and on every line', async () => {
    const [one, lines, many] = [
      await comment({ quote: '90 Nm' }),
      await comment({ quote: 'nut to 120' }),
      await comment({ quote: 'orque the nut' }),
    ];
    const [whole, reply] = [await comment({}), await comment({ parent_id: one })];
    expect(await rectangles()).toEqual({
      [one]: [{ x: (PAGE.indexOf('90 Nm') - 18) * 10, y: 20, width: 50, height: 12 }],
      [lines]: [
        { x: 110, y: 0, width: 60, height: 12 },
        { x: 0, y: 20, width: 30, height: 12 },
      ],
      [many]: [
        { x: 10, y: 0, width: 130, height: 12 },
        { x: (PAGE.lastIndexOf('orque') - 18) * 10, y: 20, width: 130, height: 12 },
      ],
      [whole]: [],
      [reply]: [],
    });
  });

  it('follow a comment to the next revision, and are empty where it is outdated', async () => {
    const [carried, lost] = [await comment({ quote: '120 Nm' }), await comment({ quote: 'No places', page_number: 2 })];
    const pages = ['Cover', PAGE];
    const { revisionId } = await world.documents.revision(document, { version: '2', status: 'draft', pages });
    await keepBoxes(revisionId, 2);
    expect(await rectangles(2, `&revision_id=${revisionId}`, admin)).toEqual({});
    const hidden = `/documents/${document.id}/comments?page_number=2&rectangles=true&revision_id=${revisionId}`;
    expect((await engineer.api.get(hidden)).status).toBe(404);
    expect((await admin.api.post(`/documents/${document.id}/revisions/${revisionId}/activate`)).status).toBe(200);
    await until(
      () => world.sql.query('SELECT FROM comment_carries WHERE revision_id = $1', [revisionId]),
      ({ length }) => length === 0,
    );
    expect(await rectangles(2)).toEqual({ [carried]: [{ x: 0, y: 20, width: 60, height: 12 }] });
    expect(await rectangles(2, '&outdated=true')).toEqual({ [lost]: [] });
    const before = await rectangles(1, `&revision_id=${document.revisionId}`);
    expect(before).toEqual({ [carried]: [{ x: 0, y: 20, width: 60, height: 12 }] });
  });

  it('are empty where locations are not recorded, and absent unless asked for', async () => {
    const id = await comment({ quote: 'No places', page_number: 2 });
    const { body } = await engineer.api.get(`/documents/${document.id}/comments?page_number=2&rectangles=true`);
    expect(body.data).toMatchObject([{ id, rectangles: [] }]);
    const { body: plain } = await engineer.api.get(`/documents/${document.id}/comments?page_number=2`);
    expect(plain.data[0]).not.toHaveProperty('rectangles');
  });

  it('cost no statement', async () => {
    await comment({ quote: '90 Nm' });
    const count = async (query: string): Promise<number> => {
      const at = `/documents/${document.id}/comments?page_number=1${query}`;
      const { body } = await admin.api.get(at, { 'x-debug': 'true' });
      return body.meta.debug.db_queries as number;
    };
    await count('');
    expect(await count('&rectangles=true')).toBe(await count(''));
  });

  it.each([
    ['rectangles=true', 'page_number'],
    ['rectangles=yes&page_number=1', 'rectangles'],
  ])('refuse %s', async (query, field) => {
    const response = await engineer.api.get(`/documents/${document.id}/comments?${query}`);
    expect(errorOf(response)).toMatchObject({ status: 400, field });
  });
});
