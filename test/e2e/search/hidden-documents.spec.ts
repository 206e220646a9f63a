import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { comparableAnswer } from '../../support/api/comparable-answer.js';
import { readyManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

interface Manual {
  title: string;
  text: string;
  document_number: string;
}

const manual = (title: string, document_number: string, text: string): Manual => ({ title, text, document_number });

/** What the reader sees in both organizations, and what only one of them has, for another team. */
const VISIBLE = [
  manual('Landing gear', 'AMM-32', 'Torque the axle nut to 270 N·m. Examine the bearing P/N 4A2213-7 for corrosion.'),
  manual('Brakes', 'AMM-33', 'Bleed the brake line. The landing gear brake P/N 4A2214-1 takes 12 mm of wear.'),
  manual('Fuel', 'AMM-28', 'Drain the fuel pump. Torque the pump nuts to 14 N·m. Examine the valve of the pump.'),
];
const HIDDEN = [
  manual(
    'Landings and bearings',
    'SB-32-1',
    'The landing bearings of the xylotron: torque the bearings, bearings, bearings.',
  ),
  manual(
    'Landing gear',
    'AMM-32-X',
    'Torque the axle nut to 999 N·m. Landing landing landing. P/N 4A2213-8 and P/N 4A2213-7.',
  ),
  manual(
    'Nutation of the pumpkin',
    'AD-28-7',
    'Valves and pumps, valves and pumps: AMM-28 is superseded. Fuelled pumpkin.',
  ),
];

const QUERIES = [
  'landing gear',
  'landing xylotron',
  'bearngs',
  'pumpkn',
  'torque nut',
  '4A2213-7',
  '4A2213',
  '"axle nut"',
  'brake -line',
];
const TYPED = ['l', 'la', 'pump', 'nut', '4a22', '4A2213-8', 'amm', 'sb', 'xyl'];
const QUESTIONS = ['What is the torque of the axle nut?', 'What is the torque of the xylotron bearings?'];

describe('documents that somebody may not see', () => {
  let world: TestWorld;
  const readers: SignedIn[] = [];
  const admins: SignedIn[] = [];
  let hidden: Json[];
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    for (const all of [[...HIDDEN.slice(0, 2), ...VISIBLE, HIDDEN[2]!], VISIBLE]) {
      const organization = await world.identity.organization();
      const [own, other] = [await world.identity.team(organization), await world.identity.team(organization)];
      const admin = await world.signIn({ organization, role: 'admin' });
      const documents: Json[] = [];
      for (const { text, ...fields } of all) {
        const access: Record<string, string> = HIDDEN.some((one) => one.text === text)
          ? { access: 'team', team_id: other.id }
          : {};
        documents.push(await readyManual(admin.api, text, { ...fields, ...access }));
      }
      if (all.length > VISIBLE.length) hidden = documents.filter(({ access }) => access === 'team');
      readers.push(await world.signIn({ organization, role: 'engineer', team: own }));
      admins.push(admin);
    }
  });
  afterAll(() => world.stop());

  /** All answers that readers of both organizations get, which must be the same to the last byte; answers the first. */
  const same = async (ask: (reader: SignedIn) => Promise<ApiResponse>): Promise<ApiResponse> => {
    const [first, second] = [await ask(readers[0]!), await ask(readers[1]!)];
    expect(comparableAnswer(first)).toBe(comparableAnswer(second));
    expect(first.status).toBeLessThan(300);
    return first;
  };

  const compareSearches = async (): Promise<void> => {
    for (const query of QUERIES) {
      for (const mode of ['keyword', 'semantic', 'hybrid']) {
        for (const route of ['/search/documents', '/search/passages']) {
          await same(({ api }) => api.post(route, { query, mode, limit: 20 }));
        }
      }
    }
  };

  it('leave no trace in searches', async () => {
    await compareSearches();
    const { body } = await same(({ api }) =>
      api.post('/search/passages', { query: 'landing xylotron', mode: 'keyword' }),
    );
    expect(body.data[0].score).toBe(1);
    // They are there, for those who see them.
    const all = await admins[0]!.api.post('/search/passages', { query: 'xylotron', mode: 'keyword' });
    expect(all.body.data[0].document_id).toBe(hidden[0]!.id);
  });

  it('leave no trace in filters, in completions and in what there is', async () => {
    for (const aircraft_types of [['HST-72'], ['XX-1']])
      await same(({ api }) => api.post('/search/documents', { query: 'pump', filters: { aircraft_types } }));
    for (const typed of TYPED) await same(({ api }) => api.get(`/search/suggest?q=${encodeURIComponent(typed)}`));
    for (const route of ['/document-types', '/aircraft-types']) await same(({ api }) => api.get(route));
  });

  it.each(QUESTIONS)('leave no trace in the answer to %j', async (question) => {
    const ask = ({ api }: SignedIn): Promise<ApiResponse> =>
      api.post('/chat/sessions', { copilot_type: 'mro', initial_message: question });
    const { body } = await same(ask);
    // With its unit: the digits alone are in identifiers and times.
    expect(JSON.stringify(body)).not.toContain('999 N');
  });

  it('leave none either once they are no longer shared, or no longer open to all', async () => {
    const [{ api }, , reader] = [admins[0]!, null, readers[0]!];
    const [first, second] = hidden as [Json, Json];
    const query = { query: 'xylotron bearings', mode: 'keyword' };
    const found = async (): Promise<number> =>
      (await reader.api.post('/search/passages', query)).body.data.length as number;
    const shared = await api.post(`/documents/${first.id}/shares`, {
      recipients: [{ type: 'user', id: reader.user.id }],
    });
    expect(shared.status).toBe(201);
    expect(await found()).toBeGreaterThan(0);
    expect((await api.delete(`/shares/${shared.body.data[0].id as string}`)).status).toBe(204);
    const opened = await api.patch(`/documents/${second.id}`, { access: 'organization' });
    expect(opened.status).toBe(200);
    const numbered = { query: '4A2213-8', mode: 'keyword' };
    expect((await reader.api.post('/search/passages', numbered)).body.data).toHaveLength(1);
    expect((await api.patch(`/documents/${second.id}`, { access: 'team' })).status).toBe(200);
    await compareSearches();
  });
});
