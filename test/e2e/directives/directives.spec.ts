import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const AD = {
  ...{ kind: 'airworthiness_directive', number: '2026-0114', title: 'Wheel tie bolts', issuer: 'EASA' },
  ...{ effective_date: '2026-02-01', effectivity: 'MSN 100-200', aircraft_types: ['tr46'] },
  initial_compliance: { after_effective_date: { flight_hours: 500, calendar_months: 6 } },
  repetitive_interval: { flight_hours: 600 },
};

describe('directives and bulletins', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let engineer: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    engineer = await world.signIn({ organization, role: 'engineer' });
  });
  afterAll(() => world.stop());

  const add = (more: object = {}, { api } = admin): Promise<Json> => ok(api.post('/directives', { ...AD, ...more }));

  it('are recorded, changed and deleted', async () => {
    const created = await add();
    expect(created).toMatchObject({
      ...{ number: '2026-0114', mandatory: true, status: 'in_force', aircraft_types: ['TR46'], document_id: null },
      ...{ effectivity_reading: 'understood', supersedes: [], superseded_by: [], terminated_by: [] },
      initial_compliance: {
        total: null,
        after_effective_date: { flight_hours: 500, flight_cycles: null, calendar_months: 6 },
        whichever: 'first',
      },
      repetitive_interval: { flight_hours: 600, flight_cycles: null, calendar_months: null },
    });
    const path = `/directives/${created.id}`;
    const shown = await engineer.api.get(path);
    expect([shown.body.data, shown.headers.get('etag')]).toEqual([created, '"1"']);
    const changed = await ok(
      admin.api.patch(path, { repetitive_interval: null, title: 'Bolts' }, { 'if-match': '"1"' }),
    );
    expect(changed).toMatchObject({ repetitive_interval: null, title: 'Bolts', number: '2026-0114' });
    expect((await admin.api.patch(path, { title: 'X' }, { 'if-match': '"1"' })).status).toBe(412);
    const same = await admin.api.patch(path, { title: 'Bolts', aircraft_types: ['TR46'] });
    expect(same.headers.get('etag')).toBe('"2"');
    expect((await admin.api.delete(path)).status).toBe(204);
    expect((await admin.api.delete(path)).status).toBe(404);
  });

  it('have one number each, however it is written, also when two requests come at once', async () => {
    await add({ number: 'TR46-32-018', kind: 'service_bulletin' });
    const again = await admin.api.post('/directives', { ...AD, kind: 'service_bulletin', number: 'tr46‑32 - 018' });
    expect(errorOf(again)).toMatchObject({ status: 409, reason: 'already_exists' });
    await add({ number: 'TR46-32-018' });
    const attempts = await Promise.all([1, 2, 3].map(() => admin.api.post('/directives', { ...AD, number: '1-1' })));
    expect(attempts.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it.each<[string, object]>([
    ['number', { number: '<b>' }],
    ['title', { title: '' }],
    ['kind', { kind: 'letter' }],
    ['effective_date', { effective_date: '2026-02-30' }],
    ['effectivity', { effectivity: 'KD-19 MSN 1-10' }],
    ['repetitive_interval', { repetitive_interval: { flight_hours: 0 } }],
    ['repetitive_interval.flight_hours', { repetitive_interval: { flight_hours: -1 } }],
    ['repetitive_interval.flight_cycles', { repetitive_interval: { flight_cycles: 1.5 } }],
    ['initial_compliance.whichever', { initial_compliance: { whichever: 'never' } }],
    ['initial_compliance.total.flight_hours', { initial_compliance: { total: { flight_hours: 'x' } } }],
    ['supersedes', { supersedes: ['dir_01k9zs5c2wf8t4n6q9r2v5x7yb'] }],
    ['document_id', { document_id: 'doc_01k9zs4v8hf2x9c3m5q7r1t6wa' }],
  ])('refuse a wrong %s', async (field, wrong) => {
    expect(errorOf(await admin.api.post('/directives', { ...AD, ...wrong }))).toMatchObject({ status: 400, field });
  });

  it('tell whether their effectivity is understood', async () => {
    const turned = await add({ effectivity: 'MSN 200-100' });
    expect(turned.effectivity_reading).toBe('contradictory');
    expect((await add({ number: '2', effectivity: 'as given in the appendix' })).effectivity_reading).toBe(
      'not_understood',
    );
    expect((await add({ number: '3', effectivity: null })).effectivity_reading).toBeNull();
  });

  it('supersede others from their effective date on, without cycles', async () => {
    const old = await add();
    const next = await add({ number: '2026-0200', supersedes: [old.id] });
    const future = await add({ number: '2026-0300', supersedes: [next.id], effective_date: '2999-01-01' });
    const shown = async (id: string): Promise<Json> => ok(engineer.api.get(`/directives/${id}`));
    expect(await shown(old.id as string)).toMatchObject({ status: 'superseded', superseded_by: [next.id] });
    expect(await shown(next.id as string)).toMatchObject({ status: 'in_force', superseded_by: [future.id] });
    const cycle = await admin.api.patch(`/directives/${old.id}`, { supersedes: [future.id] });
    expect(errorOf(cycle)).toMatchObject({ status: 400, field: 'supersedes' });
    const own = await admin.api.patch(`/directives/${old.id}`, { terminated_by: [old.id] });
    expect(errorOf(own)).toMatchObject({ status: 400, field: 'terminated_by' });
    const foreign = await world.signIn({ role: 'admin' });
    const theirs = await add({}, foreign);
    const mixed = await admin.api.patch(`/directives/${old.id}`, { supersedes: [theirs.id] });
    expect(errorOf(mixed)).toMatchObject({ status: 400, field: 'supersedes' });
    await ok(admin.api.patch(`/directives/${next.id}`, { canceled: true }));
    expect(await shown(next.id as string)).toMatchObject({ status: 'canceled' });
    expect(await shown(old.id as string)).toMatchObject({ status: 'in_force' });
    const ids = async (query: string): Promise<string[]> =>
      ((await ok(engineer.api.get(`/directives?${query}`))) as Json[]).map(({ number }) => number as string);
    expect(await ids('status=canceled')).toEqual(['2026-0200']);
    expect(await ids('q=2026-01')).toEqual(['2026-0114']);
    expect(await ids('aircraft_type=tr46&mandatory=true&kind=airworthiness_directive')).toHaveLength(3);
    expect(await ids('mandatory=false')).toEqual([]);
  });

  it('supersede one another in one direction when two requests come at once', async () => {
    const [one, other] = [await add({ number: '1' }), await add({ number: '2' })];
    const answers = await Promise.all([
      admin.api.patch(`/directives/${one.id}`, { supersedes: [other.id] }),
      admin.api.patch(`/directives/${other.id}`, { supersedes: [one.id] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('come from a filed document, whose id stays hidden from those who cannot see it', async () => {
    const team = await world.identity.team(organization);
    const document = await world.documents.document(organization, { team, documentType: 'AD' });
    const { title } = await ok(admin.api.get(`/documents/${document.id}`));
    const created = await ok(
      admin.api.post('/directives', { kind: AD.kind, document_id: document.id, number: 'AD-1' }),
    );
    expect(created).toMatchObject({
      kind: 'airworthiness_directive',
      title,
      document_id: document.id,
      mandatory: true,
    });
    const path = `/directives/${created.id}`;
    expect((await ok(engineer.api.get(path))).document_id).toBeNull();
    const stranger = await world.signIn({ organization, role: 'manager' });
    expect(errorOf(await stranger.api.post('/directives', { ...AD, document_id: document.id }))).toMatchObject({
      ...{ status: 400, field: 'document_id' },
    });
    await ok(stranger.api.patch(path, { title: 'Renamed' }));
    expect((await ok(admin.api.get(path))).document_id).toBe(document.id);
    await ok(stranger.api.patch(path, { document_id: null }));
    expect((await ok(admin.api.get(path))).document_id).toBeNull();
  });

  it('are read by all members, changed with directive.manage, and unknown to others', async () => {
    const { id } = await add();
    const foreign = await world.signIn({ role: 'admin' });
    for (const path of [`/directives/${id}`, `/directives/${id}/aircraft`]) {
      expect((await engineer.api.get(path)).status).toBe(200);
      expect((await foreign.api.get(path)).status).toBe(404);
      expect((await world.api.get(path)).status).toBe(401);
    }
    expect((await engineer.api.post('/directives', AD)).status).toBe(403);
    expect((await engineer.api.patch(`/directives/${id}`, { title: 'X' })).status).toBe(403);
    expect((await engineer.api.delete(`/directives/${id}`)).status).toBe(403);
    expect((await foreign.api.patch(`/directives/${id}`, { title: 'X' })).status).toBe(404);
    expect((await foreign.api.delete(`/directives/${id}`)).status).toBe(404);
    expect((await ok(foreign.api.get('/directives'))) as Json[]).toEqual([]);
  });
});
