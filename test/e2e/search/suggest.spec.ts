import type { Json } from '../../support/api/api-client.js';
import { errorOf, readyManual, section } from '../../support/manuals/manual.js';
import { placedPdf } from '../../support/manuals/pdf-factory.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('GET /search/suggest', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let wheels: Json;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    const pages = [
      section('32-41-11 Main wheel removal', ['Take the wheel off the axle, and its bearing P/N 4A2213-7.']),
      section('32-41-12 Prüfung der Räder', ['Look at the wheel and its bearing P/N 4A2213-7, then P/N 4A2214-1.']),
    ];
    wheels = await readyManual(admin.api, await placedPdf(pages), {
      ...{ title: 'Wheels and brakes', document_number: 'AMM-HST-32', ata_chapter: '32' },
    });
  });
  afterAll(() => world.stop());

  const suggest = async (q: string, more = '', api = admin.api): Promise<Json[]> => {
    const { status, body, text } = await api.get(`/search/suggest?q=${encodeURIComponent(q)}${more}`);
    if (status !== 200) throw new Error(text);
    return body.data as Json[];
  };
  const texts = async (q: string, api = admin.api): Promise<string[]> =>
    (await suggest(q, '', api)).map(({ text }) => text as string);

  it('is for those with document.search', async () => {
    expect(errorOf(await world.api.get('/search/suggest?q=wheel'))).toMatchObject({ status: 401 });
    const owner = await world.identity.user({
      ...{ organization: { id: admin.user.organizationId }, role: 'api_user', hasPassword: false },
    });
    const { key } = await world.identity.apiKey(owner, { scopes: ['document.view'] });
    const { status, body } = await world.api.withKey(key).get('/search/suggest?q=wheel');
    expect([status, body.error.details.required_permission]).toEqual([403, 'document.search']);
  });

  it.each([
    ['', 'q'],
    ['?q=', 'q'],
    [`?q=${'x'.repeat(101)}`, 'q'],
    ['?q=a%00', 'q'],
    ['?q=a&limit=0', 'limit'],
    ['?q=a&limit=21', 'limit'],
    ['?q=a&limit=x', 'limit'],
    ['?q=a&kind=title', 'kind'],
  ])('refuses %j', async (query, field) => {
    expect(errorOf(await admin.api.get(`/search/suggest${query}`))).toMatchObject({ status: 400, field });
  });

  it('completes titles, numbers, headings and part numbers, each with its place', async () => {
    expect(await suggest('whee')).toEqual([
      { text: 'Wheels and brakes', kind: 'title', document_id: wheels.id, page_number: null },
      { text: '32-41-11 Main wheel removal', kind: 'heading', document_id: wheels.id, page_number: 1 },
    ]);
    expect(await suggest('AMM-H')).toEqual([
      { text: 'AMM-HST-32', kind: 'document_number', document_id: wheels.id, page_number: null },
    ]);
    expect(await suggest('4a2213')).toEqual([
      { text: '4A2213-7', kind: 'part_number', document_id: wheels.id, page_number: 1 },
    ]);
    expect(await suggest('4A22137')).toHaveLength(1);
    expect(await suggest('4a22')).toHaveLength(2);
    expect(await suggest('4a22', '&limit=1')).toHaveLength(1);
  });

  it.each([
    ['MAIN WHEEL', ['32-41-11 Main wheel removal']],
    ['main wheel rem', ['32-41-11 Main wheel removal']],
    ['32-41', ['32-41-11 Main wheel removal', '32-41-12 Prüfung der Räder'].sort()],
    ['rad', ['32-41-12 Prüfung der Räder']],
    ['PRÜF', ['32-41-12 Prüfung der Räder']],
    ['heel', []],
    ['--', []],
    ['🛩', []],
    ["%_\\'; --", []],
  ])('takes %j for a beginning of words in any case, with or without accents', async (q, expected) => {
    expect((await texts(q)).sort()).toEqual(expected);
  });

  it('says each text once', async () => {
    await readyManual(admin.api, await placedPdf([section('32-41-11 Main wheel removal', ['More about the wheel.'])]), {
      title: 'Wheels, again',
    });
    const found = await texts('main wheel');
    expect(found).toEqual(['32-41-11 Main wheel removal']);
  });

  it('shows nobody what is not theirs, nor what is not current', async () => {
    const organization = { id: admin.user.organizationId };
    const team = await world.identity.team(organization);
    const closed = await readyManual(admin.api, 'Nothing.', { title: 'Zirconium', access: 'team', team_id: team.id });
    const member = await world.signIn({ organization, role: 'viewer', team });
    const outsider = await world.signIn({ organization, role: 'engineer' });
    const stranger = await world.signIn({ role: 'admin' });
    expect(await texts('zirc', member.api)).toEqual(['Zirconium']);
    expect(await texts('zirc', outsider.api)).toEqual([]);
    for (const q of ['zirc', 'wheel', '4a2213']) expect(await texts(q, stranger.api)).toEqual([]);
    await admin.api.patch(`/documents/${closed.id}`, { title: 'Beryllium' });
    expect([await texts('zirc'), await texts('beryl')]).toEqual([[], ['Beryllium']]);
    await admin.api.post(`/documents/${closed.id}/revisions/${closed.revision.id}/withdraw`);
    expect(await texts('beryl')).toEqual([]);
  });

  it('knows at the next start what was put there by other means', async () => {
    await world.documents.document({ id: admin.user.organizationId }, { title: 'Vanadium handbook' });
    expect(await texts('vanad')).toEqual([]);
    await world.service.restart();
    await until(
      () => texts('vanad'),
      (found) => found.length === 1,
    );
  });
});
