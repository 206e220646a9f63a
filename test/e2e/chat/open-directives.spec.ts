import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { manualFields, untilRead } from '../../support/manuals/manual.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const TODAY = new Date().toISOString().slice(0, 10);

describe('what is open on an aircraft, asked in a conversation', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let aircraft: Json;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    const fields = { registration: 'SE-KXA', aircraft_type: 'TR46', serial_number: '5012' };
    aircraft = await ok(admin.api.post('/aircraft', fields));
    await ok(
      admin.api.post(`/aircraft/${aircraft.id}/utilisation`, {
        date: TODAY,
        flight_hours: 1000.5,
        flight_cycles: 800,
      }),
    );
  });
  afterAll(() => world.stop());

  const file = async (number: string, more: Record<string, string> = {}): Promise<string> => {
    const fields = manualFields({
      ...{ title: 'Wheel bolts', document_type: 'AD', aircraft_type: 'TR46', document_number: number },
      ...{ effectivity: 'MSN 5001-5048', ...more },
    });
    const content = `AD ${number}\n\nEffectivity: MSN 5001-5048\n\nReplace the bolts of the main wheel.\n`;
    const { id } = await ok(admin.api.upload('/documents', fields, { content, name: 'ad.txt' }));
    return (await untilRead(admin.api, id as string)).id as string;
  };
  const direct = (more: object): Promise<Json> =>
    ok(
      admin.api.post('/directives', {
        ...{ kind: 'airworthiness_directive', title: 'Wheel bolts', aircraft_types: ['TR46'], effectivity: 'ALL' },
        ...more,
      }),
    );
  const ask = async (text: string, who: SignedIn = admin, more: object = {}): Promise<Json> => {
    const asked = { copilot_type: 'compliance', initial_message: text, ...more };
    return (await ok(who.api.post('/chat/sessions', asked))).messages[1];
  };

  it('is listed with when it is due, and quotes the effectivity of the directives that are filed', async () => {
    const document_id = await file('2026-0114');
    await direct({ document_id, initial_compliance: { total: { flight_hours: 1050.75 } } });
    await direct({ number: '2026-0200', initial_compliance: { total: { flight_hours: 9000 } } });
    const due = await ask('What is open on SE-KXA, due within 100 h?');
    expect(due).toMatchObject({ answer_status: 'grounded', aircraft: { id: aircraft.id } });
    expect(due.content).toBe(
      [
        '2026-0114 is open on SE-KXA (TR46, MSN 5012): due at 1050.75 flight hours (50.25 flight hours left). [1]',
        `Hours and cycles as of ${TODAY}. For information. The operator's maintenance records decide.`,
      ].join('\n'),
    );
    expect(due.citations).toMatchObject([{ index: 1, document_id, quote: expect.stringContaining('MSN 5001-5048') }]);
    const all = await ask('Which ADs are open?', admin, { aircraft_id: aircraft.id });
    expect(all.content).toContain('2026-0114');
    expect(all.content).toContain(
      '2026-0200 is open on SE-KXA (TR46, MSN 5012): due at 9000 flight hours (7999.5 flight hours left). No page of its document can be quoted.',
    );
    const second = await file('2026-0116');
    await direct({ document_id: second, initial_compliance: { total: { flight_hours: 900 } } });
    const both = await ask('What is due on SE-KXA within 100 h?');
    expect(both.content).toMatch(
      /^2026-0116 is open on SE-KXA \(TR46, MSN 5012\): overdue, due at 900 flight hours \(100.5 flight hours ago\)\. \[1\]\n2026-0114 .*\[2\]\n/,
    );
    expect((both.citations as Json[]).map((one) => one.document_id as string)).toEqual([second, document_id]);
    const mro = await ask('What is open on SE-KXA, due within 100 h?', admin, { copilot_type: 'mro' });
    expect(mro.content).not.toContain('2026-0114 is open');
  });

  it('is refused with its directives if no document can be quoted, also one that the user may not see', async () => {
    const team = await world.identity.team(organization);
    const document_id = await file('2026-0115', { access: 'team', team_id: team.id });
    await direct({ document_id });
    const reader = await world.signIn({ organization, role: 'engineer' });
    const hidden = await ask('What is open on SE-KXA?', reader);
    expect(hidden).toMatchObject({ answer_status: 'refused', refusal_reason: 'source_unavailable', citations: [] });
    expect(hidden.content).toContain(
      '2026-0115 is open on SE-KXA (TR46, MSN 5012): when it is due is not known (no compliance time is recorded). No page of its document can be quoted.',
    );
    expect(JSON.stringify(hidden)).not.toContain(document_id);
    expect((await ask('What is open on SE-KXA?')).answer_status).toBe('grounded');
  });

  it('is said to be nothing if no directive is open', async () => {
    await direct({ number: '2026-0300', effectivity: 'MSN 6000-6100' });
    const nothing = await ask('What is due on SE-KXA within 30 days?');
    expect(nothing).toMatchObject({ answer_status: 'refused', refusal_reason: 'nothing_found', citations: [] });
    expect(nothing.content).toContain('No directive that is recorded is open or due on SE-KXA (TR46, MSN 5012)');
    const other = await world.signIn({ role: 'admin' });
    expect((await ask('What is open on SE-KXA?', other)).content).not.toContain('2026-0300');
  });
});
