import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf, manualFields, untilRead } from '../../support/manuals/manual.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const MANUAL = `Main wheel installation

This procedure installs the main wheel on the axle of the landing gear.

ON A/C 101-120

Torque the axle nut to 270 N·m.

ON A/C 121-140

Torque the axle nut to 300 N·m.
`;

describe('applicability to an aircraft', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld();
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
  });
  afterAll(() => world.stop());

  const aircraft = async (registration: string, record: object): Promise<string> =>
    (await ok(admin.api.post('/aircraft', { registration, aircraft_type: 'TR46', ...record }))).id as string;
  const manual = async (fields: Record<string, string>, content = MANUAL): Promise<Json> => {
    const all = manualFields({ aircraft_type: 'TR46', document_type: 'AMM', ...fields });
    const file = { content: `${content}\n\n${Math.random().toString(36)}`, name: 'manual.txt' };
    const { id } = await ok(admin.api.upload('/documents', all, file));
    return untilRead(admin.api, id as string);
  };
  const verdict = async (path: string, id: string): Promise<Json> =>
    ok(admin.api.get(`${path}/applicability?aircraft_id=${id}`));

  it('is decided for a document by its type and the words of its publisher, which are quoted', async () => {
    const bulletin = await manual(
      { document_type: 'SB', effectivity: 'MSN 4001-4020, PRE MOD 12345' },
      'Replace the seal.',
    );
    const path = `/documents/${bulletin.id}`;
    const open = await aircraft('SE-AAA', { serial_number: '4012', modifications: [{ kind: 'MOD', number: '12345', status: 'not_embodied' }] }); // prettier-ignore
    expect(await verdict(path, open)).toMatchObject({
      ...{ registration: 'SE-AAA', revision_id: bulletin.revision.id, verdict: 'applicable', reason: 'decided' },
      statements: [
        { statement: 'TR46', scope: 'aircraft_type', verdict: 'applicable' },
        {
          ...{ statement: 'MSN 4001-4020, PRE MOD 12345', scope: 'revision', verdict: 'applicable' },
          terms: [
            { text: 'MSN 4001-4020', property: 'serial_number', value: '4012', holds: true },
            { text: 'PRE MOD 12345', property: 'modifications', value: 'not_embodied', holds: true },
          ],
        },
      ],
    });
    const unrecorded = await aircraft('SE-AAB', { serial_number: '4013' });
    expect(await verdict(path, unrecorded)).toMatchObject({ verdict: 'unknown', reason: 'not_recorded' });
    const later = await aircraft('SE-AAC', { serial_number: '4021' });
    expect(await verdict(`${path}/revisions/${bulletin.revision.id}`, later)).toMatchObject({
      verdict: 'not_applicable',
    });
    // The serial number of another type is in the range.
    const other = await aircraft('SE-AAD', { aircraft_type: 'KD-19', serial_number: '4012' });
    expect(await verdict(path, other)).toMatchObject({ verdict: 'not_applicable' });
  });

  it.each([
    ['ALL EXCEPT ALL', 'contradictory'],
    ['MSN 4020 TO 4001', 'contradictory'],
    ['Aircraft with the thick washer', 'not_understood'],
    [undefined, 'no_statement'],
  ])('is unknown of %s', async (effectivity, reason) => {
    const { id } = await manual(effectivity === undefined ? {} : { effectivity }, 'Replace the seal.');
    const one = await aircraft(`SE-B${Math.random().toString(36).slice(2, 6)}`, {});
    expect(await verdict(`/documents/${id}`, one)).toMatchObject({ verdict: 'unknown', reason });
  });

  it('of a page knows the branches, and search shows those of the aircraft', async () => {
    const { id } = await manual({ effectivity: 'ALL', title: 'Wheel' });
    await manual(
      { effectivity: 'MSN 1-99', title: 'Other wheel' },
      'Torque the axle nut of the main wheel to 310 N·m.',
    );
    await manual({ title: 'Any wheel' }, 'The axle nut of the main wheel: torque it to 320 N·m.');
    const early = await aircraft('SE-CAA', { serial_number: '5000', fleet_number: '105' });
    const page = await verdict(`/documents/${id}/pages/1`, early);
    expect(page).toMatchObject({ verdict: 'applicable', page_number: 1 });
    const statements = page.statements as Record<string, string>[];
    expect(statements.map((one) => [one.statement, one.scope, one.verdict])).toEqual(
      expect.arrayContaining([
        ['ALL', 'revision', 'applicable'],
        ['ON A/C 101-120', 'section', 'applicable'],
        ['ON A/C 121-140', 'section', 'not_applicable'],
      ]),
    );
    const { text } = (await ok(admin.api.get(`/documents/${id}/pages/1`))) as { text: string };
    const at = async (words: string): Promise<unknown> =>
      (await ok(admin.api.get(`/documents/${id}/pages/1/applicability?aircraft_id=${early}&start=${text.indexOf(words)}`)))
        .verdict; // prettier-ignore
    expect([await at('270'), await at('300'), await at('This procedure')]).toEqual(['applicable', 'not_applicable', 'applicable']); // prettier-ignore
    for (const start of [text.length, -1, 'x'])
      expect(errorOf(await admin.api.get(`/documents/${id}/pages/1/applicability?aircraft_id=${early}&start=${start}`))).toMatchObject({ status: 400, field: 'start' }); // prettier-ignore
    const search = (kind: string, more: object = {}): Promise<Json> =>
      ok(admin.api.post(`/search/${kind}`, { query: 'torque axle nut main wheel', aircraft_id: early, ...more }));
    const passages = (await search('passages')) as Record<string, string>[];
    const quotes = passages.map(({ quote, applicability }) => [/(\d+) N·m/.exec(quote!)?.[1], applicability]);
    expect(quotes).toEqual(expect.arrayContaining([['270', 'applicable'], ['320', 'unknown']])); // prettier-ignore
    expect(quotes.map(([value]) => value)).not.toContain('300');
    expect(quotes.map(([value]) => value)).not.toContain('310');
    const order = passages.map(({ applicability }) => applicability);
    expect(order).toEqual([...order].sort());
    const all = (await search('passages', { include_not_applicable: true })) as Record<string, string>[];
    expect(all.at(-1)!.applicability).toBe('not_applicable');
    const documents = (await search('documents')) as Json[];
    expect(documents.slice(0, 2).map(({ title, applicability }) => [title as string, applicability as string])).toEqual(
      [
        ['Wheel', 'applicable'],
        ['Any wheel', 'unknown'],
      ],
    );
    expect(documents[0]!.matches[0].applicability).toBe('applicable');
    const plain = await ok(admin.api.post('/search/documents', { query: 'torque axle nut main wheel' }));
    expect(plain[0].applicability).toBeNull();
  });

  it('is told to those who see document and aircraft', async () => {
    const { id } = await manual({ effectivity: 'ALL' }, 'Replace the seal.');
    const own = await aircraft('SE-DAA', {});
    const stranger = await world.signIn({ role: 'admin' });
    const foreign = (await ok(stranger.api.post('/aircraft', { registration: 'SE-DAA', aircraft_type: 'TR46' }))).id as string; // prettier-ignore
    for (const path of [`/documents/${id}`, `/documents/${id}/pages/1`]) {
      expect((await stranger.api.get(`${path}/applicability?aircraft_id=${foreign}`)).status).toBe(404);
      expect((await admin.api.get(`${path}/applicability?aircraft_id=${foreign}`)).status).toBe(404);
      expect((await world.api.get(`${path}/applicability?aircraft_id=${own}`)).status).toBe(401);
      expect(errorOf(await admin.api.get(`${path}/applicability`))).toMatchObject({
        status: 400,
        field: 'aircraft_id',
      });
    }
    const search = await admin.api.post('/search/documents', { query: 'seal', aircraft_id: foreign });
    expect(errorOf(search)).toMatchObject({ status: 400, field: 'aircraft_id' });
  });
});
