import type { Json } from '../../support/api/api-client.js';
import { readyManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const TORQUE = 'Torque the axle nut of the main wheel to 270 N·m.';

describe('answers for what was asked', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  /** An administrator whose library has one manual. */
  async function withManual(text: string, fields: Record<string, string>): Promise<SignedIn> {
    const admin = await world.signIn({ role: 'admin' });
    await readyManual(admin.api, text, fields);
    return admin;
  }

  /** The answers to questions asked one after the other. */
  async function ask({ api }: SignedIn, questions: string[], more: object = {}): Promise<Json[]> {
    const session = await api.post('/chat/sessions', { copilot_type: 'mro', ...more });
    const path = `/chat/sessions/${session.body.data.session_id}/messages`;
    const answers: Json[] = [];
    for (const content of questions) answers.push((await api.post(path, { content })).body.data);
    return answers;
  }

  it.each([
    ['CRJ1000', 'CRJ-100', 'crj1000'],
    ['ERJ1900', 'ERJ-190', 'ERJ-1900'],
    ['ATR720', 'ATR-72', 'ATR720'],
    ['B7370', 'B737', 'B7370'],
  ])('take no torque of the %s for the %s', async (type, asked, known) => {
    const admin = await withManual(TORQUE, { aircraft_type: type });
    const question = (aircraft: string): string => `What torque does the axle nut get on the ${aircraft}?`;
    const [right] = await ask(admin, [question(known)]);
    expect(right).toMatchObject({ answer_status: 'grounded', content: expect.stringContaining('270 N·m') });
    for (const questions of [
      [question(asked)],
      [question(asked.toLowerCase())],
      [`Tire pressure on the ${asked}?`, 'What torque does the axle nut of the main wheel get?'],
    ]) {
      const last = (await ask(admin, questions)).at(-1)!;
      expect(last).toMatchObject({ answer_status: 'refused', citations: [] });
      expect((last.content as string).toUpperCase()).toContain(asked);
      expect(last.content).not.toContain('270');
    }
    const filters = { aircraft_types: [asked] };
    const [filtered] = await ask(admin, ['What torque does the axle nut of the main wheel get?'], { filters });
    expect(filtered).toMatchObject({ answer_status: 'refused', citations: [] });
    const search = { query: 'axle nut torque', filters };
    expect((await admin.api.post('/search/documents', search)).body).toMatchObject({
      data: [],
      meta: { warnings: [expect.stringContaining(asked)] },
    });
  });

  it('know a type however it is spelt, and each of several', async () => {
    const admin = await withManual(TORQUE, { aircraft_type: 'A319/A320/A321' });
    for (const aircraft of ['A320-214', 'a 320', 'Airbus A321neo']) {
      const filters = { aircraft_types: [aircraft] };
      const { data } = (await admin.api.post('/search/documents', { query: 'axle nut torque', filters })).body;
      expect(data).toHaveLength(1);
    }
    const [answer] = await ask(admin, ['What torque does the axle nut get on the A320-214?']);
    expect(answer).toMatchObject({ answer_status: 'grounded' });
    const [other] = await ask(admin, ['What torque does the axle nut get on the A330?']);
    expect(other).toMatchObject({ answer_status: 'refused' });
  });

  it('give no value of another part or of an unknown model', async () => {
    const admin = await withManual('The electrode gap of the spark plug REM40E must be 0.41 mm.', {
      aircraft_type: 'ALL',
    });
    const [right] = await ask(admin, ['What electrode gap must the REM40E spark plug have?']);
    expect(right).toMatchObject({ answer_status: 'grounded', content: expect.stringContaining('0.41 mm') });
    for (const part of ['REM38E', 'rem38e', 'REM-38E', 'REM 38 E', 'Q-999X']) {
      const [answer] = await ask(admin, [`What electrode gap must the ${part} spark plug have?`]);
      expect(answer).toMatchObject({ answer_status: 'refused', citations: [] });
      expect((answer!.content as string).replace(/[ -]/g, '')).toContain(part.toUpperCase().replace(/[ -]/g, ''));
    }
  });
});
