import { newId } from '../../../src/common/ids/type-id.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf, manualFields, untilRead } from '../../support/manuals/manual.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const MANUAL = `Drain valve installation

WARNING: WEAR GOGGLES. HYDRAULIC FLUID CAN INJURE YOUR EYES.

This procedure installs the drain valve of the hydraulic reservoir.

EFFECTIVITY: MSN 4001-4020

Torque the drain valve of the hydraulic reservoir to 12 N·m.

EFFECTIVITY: MSN 4021-4040

Torque the drain valve of the hydraulic reservoir to 19 N·m.
`;
const TORQUE = 'What is the torque of the drain valve of the hydraulic reservoir?';

describe('answers for an aircraft', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let ids: Record<'early' | 'late' | 'plain', string>;
  beforeAll(async () => {
    world = await startWorld();
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    const aircraft = async (registration: string, record: object): Promise<string> =>
      (await ok(admin.api.post('/aircraft', { registration, aircraft_type: 'TR46', ...record }))).id as string;
    ids = {
      early: await aircraft('SE-AAA', { serial_number: '4012', modifications: [{ kind: 'SB', number: 'TR46-29-004', status: 'not_embodied' }] }), // prettier-ignore
      late: await aircraft('SE-AAB', { serial_number: '4030' }),
      plain: await aircraft('SE-AAC', {}),
    };
    await manual({ title: 'Hydraulics', effectivity: 'ALL', document_number: 'AMM-29' }, MANUAL);
    await manual(
      { title: 'Seal', document_type: 'SB', document_number: 'SB TR46-29-004', effectivity: 'MSN 4001-4020' },
      'Seal of the hydraulic pump\n\n1.A. Effectivity\n\nThis bulletin is for the aircraft MSN 4001-4020.\n\nReplace the seal.\n',
    );
  });
  afterAll(() => world.stop());

  const manual = async (fields: Record<string, string>, content: string): Promise<Json> => {
    const all = manualFields({ aircraft_type: 'TR46', document_type: 'AMM', ...fields });
    const file = { content: `${content}\n${Math.random().toString(36)}`, name: 'manual.txt' };
    const { id } = await ok(admin.api.upload('/documents', all, file));
    return untilRead(admin.api, id as string);
  };
  const begin = async (body: object = {}): Promise<string> =>
    (await ok(admin.api.post('/chat/sessions', { copilot_type: 'mro', ...body }))).session_id as string;
  const ask = async (session: string, content: string): Promise<Json> =>
    ok(admin.api.post(`/chat/sessions/${session}/messages`, { content }));

  it('quote the branch for the aircraft of the conversation alone, and say what it is for', async () => {
    const early = await ask(await begin({ aircraft_id: ids.early }), TORQUE);
    expect(early).toMatchObject({
      answer_status: 'grounded',
      aircraft: { id: ids.early, registration: 'SE-AAA', serial_number: '4012', aircraft_type: 'TR46' },
    });
    expect(early.content).toContain('12 N·m');
    expect(early.content).not.toContain('19 N·m');
    expect(new Set((early.citations as Json[]).map(({ applicability }) => applicability as string))).toEqual(new Set(['applicable'])); // prettier-ignore
    expect(early.answer_parts).toContainEqual(
      expect.objectContaining({ kind: 'applicability', text: 'MSN 4001-4020' }),
    );
    const late = await ask(await begin({ aircraft_id: ids.late }), TORQUE);
    expect(late.content).toContain('19 N·m');
    expect(late.content).not.toContain('12 N·m');
  });

  it('follow the aircraft that a question names, and the one named before', async () => {
    const session = await begin();
    expect((await ask(session, `${TORQUE.slice(0, -1)} on SE-AAB?`)).content).toContain('19 N·m');
    const next = await ask(session, 'And on MSN 4012?');
    expect(next.content).toContain('12 N·m');
    expect(next.aircraft.id).toBe(ids.early);
    const same = await ask(session, TORQUE);
    expect(same.aircraft.id).toBe(ids.early);
    expect(same.content).not.toContain('19 N·m');
  });

  it('take a serial number that is in no register for one of the type of the document', async () => {
    const message = await ask(await begin(), `${TORQUE.slice(0, -1)} on MSN 4035?`);
    expect(message.aircraft).toEqual({ id: null, registration: null, serial_number: '4035', aircraft_type: null });
    expect(message.content).toContain('19 N·m');
    expect(message.content).not.toContain('12 N·m');
    const neither = await ask(await begin(), `${TORQUE.slice(0, -1)} on MSN 4099?`);
    expect(neither.content).not.toMatch(/12 N·m|19 N·m/);
    expect(neither.answer_status).toBe('refused');
  });

  it('ask back for the branch without an aircraft, and answer for the one that is chosen', async () => {
    const session = await begin();
    const back = await ask(session, TORQUE);
    expect(back).toMatchObject({ answer_status: 'needs_clarification', aircraft: null });
    expect((back.clarification.options as { text: string }[]).map(({ text }) => text).sort()).toEqual([
      'MSN 4001-4020',
      'MSN 4021-4040',
    ]);
    const chosen = await ask(session, 'MSN 4021-4040');
    expect(chosen.content).toContain('19 N·m');
    expect(chosen.content).not.toContain('12 N·m');
  });

  it('do not choose a branch for an aircraft without a recorded serial number', async () => {
    const message = await ask(await begin({ aircraft_id: ids.plain }), TORQUE);
    expect(message.answer_status).not.toBe('grounded');
  });

  it('warn of pages of which it is not known whether they apply', async () => {
    await manual(
      { title: 'Cooler', effectivity: 'POST MOD 7001' },
      'Oil cooler\n\nTorque the union of the oil cooler to 31 N·m.\n',
    );
    const message = await ask(
      await begin({ aircraft_id: ids.early }),
      'What is the torque of the union of the oil cooler?',
    );
    expect(message).toMatchObject({ answer_status: 'grounded', citations: [{ applicability: 'unknown' }] });
    expect(message.warnings).toEqual([{ kind: 'applicability', text: expect.stringContaining('SE-AAA'), citation: 1 }]);
    expect((message.content as string).startsWith(message.warnings[0].text as string)).toBe(true);
    expect(message.answer_parts[0]).toEqual({ kind: 'notice', text: message.warnings[0].text, citations: [1] });
  });

  it('refuse what applies to other aircraft only', async () => {
    await manual(
      { title: 'Heater', effectivity: 'MSN 4021-4040' },
      'Cabin heater\n\nTorque the clamp of the cabin heater to 6 N·m.\n',
    );
    const question = 'What is the torque of the clamp of the cabin heater?';
    const only = { filters: { document_ids: [(await ok(admin.api.get('/documents?q=Heater')))[0].id] } };
    const message = await ask(await begin({ aircraft_id: ids.early, ...only }), question);
    expect(message).toMatchObject({ answer_status: 'refused', refusal_reason: 'not_applicable', citations: [] });
    expect(message.content).toContain('SE-AAA');
    expect((await ask(await begin(only), question)).answer_status).toBe('grounded');
  });

  it('tell whether a bulletin applies, with the statement', async () => {
    const yes = await ask(await begin(), 'Is SB TR46-29-004 applicable to SE-AAA?');
    expect(yes).toMatchObject({ answer_status: 'grounded', aircraft: { id: ids.early } });
    const [verdict, ...stated] = (yes.content as string).split('\n');
    expect(verdict).toMatch(/^SB TR46-29-004, .*, applies to SE-AAA \(TR46, MSN 4012\)\. \[1\]$/);
    expect(stated.join('\n')).toContain('Stated: MSN 4001-4020; the aircraft: serial number 4012.');
    expect(stated.join('\n')).toContain('The register has SB TR46-29-004 as not embodied.');
    expect(yes.citations[0].quote).toContain('MSN 4001-4020');
    expect((await ask(await begin({ aircraft_id: ids.late }), 'Does SB TR46-29-004 apply to it?')).content).toMatch(
      /does not apply to SE-AAB/,
    );
    expect((await ask(await begin(), 'Does SB TR46-29-004 apply to SE-AAC?')).content).toMatch(/^It is not known/);
    const unregistered = await ask(await begin(), 'Is SB TR46-29-004 applicable to serial number 4099?');
    expect(unregistered.content).toMatch(/does not apply to MSN 4099/);
    expect(unregistered.content).toContain('MSN 4099 is not in the register');
    const several = await ask(await begin(), 'Is SB TR46-29-004 applicable to SE-AAA and SE-AAB?');
    expect(several.content).toMatch(/ applies to SE-AAA[^]* does not apply to SE-AAB/);
    expect(several.aircraft).toBeNull();
  });

  it('do not tell of a bulletin that the caller cannot see', async () => {
    const engineer = await world.signIn({ organization, role: 'engineer' });
    const team = await world.identity.team(organization);
    await manual(
      {
        title: 'Secret',
        document_type: 'SB',
        document_number: 'SB TR46-29-777',
        effectivity: 'MSN 4001-4020',
        access: 'team',
        team_id: team.id,
      },
      'Secret seal\n\nReplace the secret seal.\n',
    );
    const question = 'Is SB TR46-29-777 applicable to SE-AAA?';
    const { session_id } = await ok(engineer.api.post('/chat/sessions', { copilot_type: 'mro' }));
    const hidden = await ok(engineer.api.post(`/chat/sessions/${session_id}/messages`, { content: question }));
    expect(hidden.answer_status).not.toBe('grounded');
    expect(hidden.content).not.toContain('applies to');
    expect((await ask(await begin(), question)).answer_status).toBe('grounded');
  });

  it('need one aircraft for another question', async () => {
    const message = await ask(await begin(), `${TORQUE.slice(0, -1)} on SE-AAA and SE-AAB?`);
    expect(message).toMatchObject({ answer_status: 'needs_clarification', clarification: { options: [] } });
    expect(message.content).toContain('SE-AAB');
  });

  it('look up a bounded number of names', async () => {
    const names = Array.from({ length: 400 }, (_, n) => 5000 + n).join(', ');
    const message = await ask(await begin(), `${TORQUE} MSN ${names}`);
    expect(message).toMatchObject({ answer_status: 'needs_clarification', aircraft: null });
    expect(message.content).toContain('too many aircraft');
  });

  it('change their aircraft with the conversation', async () => {
    const session = await begin({ aircraft_id: ids.early });
    expect((await ok(admin.api.get(`/chat/sessions/${session}`))).aircraft_id).toBe(ids.early);
    await ok(admin.api.patch(`/chat/sessions/${session}`, { aircraft_id: ids.late }));
    expect((await ask(session, TORQUE)).content).toContain('19 N·m');
    expect((await ok(admin.api.patch(`/chat/sessions/${session}`, { aircraft_id: null }))).aircraft_id).toBeNull();
  });

  it('are for the aircraft that was chosen after another one was named, also in follow-ups', async () => {
    const session = await begin();
    expect((await ask(session, `${TORQUE.slice(0, -1)} on SE-AAA?`)).aircraft.id).toBe(ids.early);
    const followUp = 'And its torque?';
    expect((await ask(session, followUp)).aircraft.id).toBe(ids.early);
    await ok(admin.api.patch(`/chat/sessions/${session}`, { aircraft_id: ids.late }));
    await ok(admin.api.patch(`/chat/sessions/${session}`, { title: 'Renamed' }));
    expect((await ask(session, followUp)).aircraft.id).toBe(ids.late);
    await ok(admin.api.patch(`/chat/sessions/${session}`, { aircraft_id: null }));
    expect((await ask(session, followUp)).aircraft).toBeNull();
  }); // prettier-ignore

  it('fail for an aircraft that is not in the register', async () => {
    const other = await world.signIn({ role: 'admin' });
    for (const id of [newId('aircraft'), 'nonsense']) {
      const refused = await admin.api.post('/chat/sessions', { copilot_type: 'mro', aircraft_id: id });
      expect(errorOf(refused)).toEqual({ status: 400, field: 'aircraft_id' });
      const patched = await admin.api.patch(`/chat/sessions/${await begin()}`, { aircraft_id: id });
      expect(patched.status).toBe(400);
    }
    expect((await other.api.post('/chat/sessions', { copilot_type: 'mro', aircraft_id: ids.early })).status).toBe(400);
    const id = (
      await ok(admin.api.post('/aircraft', { registration: 'SE-AAX', aircraft_type: 'TR46', status: 'retired' }))
    ).id;
    const session = await begin({ aircraft_id: id });
    await ok(admin.api.delete(`/aircraft/${id}`));
    const failed = await admin.api.post(`/chat/sessions/${session}/messages`, { content: TORQUE });
    expect(errorOf(failed)).toEqual({ status: 400, field: 'aircraft_id' });
  });
});
