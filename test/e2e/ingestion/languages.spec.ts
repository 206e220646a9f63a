import type { Json } from '../../support/api/api-client.js';
import { readyManual } from '../../support/manuals/manual.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const GERMAN = `# 32-41-11 Hauptrad

Alle Teile vor dem Einbau reinigen und auf Schäden prüfen. Das Fahrwerk muss entlastet sein.

1. Die Achsmutter des Hauptrads mit 27,5 Nm anziehen.
2. Den Splint einsetzen und die Bremse auf Dichtheit prüfen.
`;
const ENGLISH = `# 32-41-12 Nose wheel

Clean all parts before the installation, and look for damage. The landing gear must not carry weight.

1. Torque the axle nut of the nose wheel to 31 N·m.
2. Install a cotter pin, and make sure that the brake does not leak.
`;

describe('documents in other languages', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    await readyManual(admin.api, GERMAN, { title: 'Wartungshandbuch' });
    await readyManual(admin.api, ENGLISH, { title: 'Maintenance manual' });
  });
  afterAll(() => world.stop());

  const ask = async (content: string): Promise<Json> => {
    const { session_id } = await ok(admin.api.post('/chat/sessions', { copilot_type: 'mro' }));
    return ok(admin.api.post(`/chat/sessions/${session_id}/messages`, { content }));
  };

  it('state their language, as their text tells it', async () => {
    const documents = (await ok(admin.api.get('/documents'))) as Json[];
    expect(documents.map(({ title, language }) => [title, language] as unknown[]).sort()).toEqual([
      ['Maintenance manual', 'en'],
      ['Wartungshandbuch', 'de'],
    ]);
  });

  it.each(['Achsmutter anziehen', 'BREMSE DICHTHEIT PRUFEN', 'bremse auf dichtheit prüfen'])(
    'are found by %s',
    async (query) => {
      const [hit] = (await ok(admin.api.post('/search/documents', { query, mode: 'keyword' }))) as Json[];
      expect(hit).toMatchObject({ title: 'Wartungshandbuch' });
    },
  );

  it('are quoted with a warning, and without a value taken from the sentence', async () => {
    const answer = await ask('Mit welchem Drehmoment (Nm) die Achsmutter des Hauptrads anziehen?');
    expect(answer).toMatchObject({
      answer_status: 'grounded',
      warnings: [{ kind: 'reading', text: expect.stringContaining('German') }],
      citations: [{ language: 'de', value: null }],
    });
    const english = await ask('What is the torque of the axle nut of the nose wheel?');
    expect(english).toMatchObject({
      answer_status: 'grounded',
      warnings: [],
      citations: [{ language: 'en', value: '31 N·m' }],
    });
  });
});
