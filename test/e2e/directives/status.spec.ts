import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const DAY_MS = 86_400_000;
const dayFrom = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const TODAY = dayFrom(0);

describe('directives on an aircraft', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let engineer: SignedIn;
  let aircraft: Json;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    engineer = await world.signIn({ organization, role: 'engineer' });
    aircraft = await ok(
      admin.api.post('/aircraft', { registration: 'SE-KXA', aircraft_type: 'TR46', serial_number: '105' }),
    );
  });
  afterAll(() => world.stop());

  let count = 0;
  const add = (more: object = {}): Promise<Json> => {
    count += 1;
    const named = {
      kind: 'airworthiness_directive',
      number: `2026-${count}`,
      title: 'Wheels',
      aircraft_types: ['TR46'],
    };
    return ok(admin.api.post('/directives', { ...named, effectivity: 'ALL', ...more }));
  };
  const read = (date: string, flight_hours: number, flight_cycles?: number): Promise<Json> =>
    ok(admin.api.post(`/aircraft/${aircraft.id}/utilisation`, { date, flight_hours, flight_cycles }));
  const record = ({ id }: Json, body: object): Promise<ApiResponse> =>
    admin.api.post(`/aircraft/${aircraft.id}/directives/${id}/records`, body);
  const standing = ({ id }: Json): Promise<Json> => ok(engineer.api.get(`/aircraft/${aircraft.id}/directives/${id}`));
  const list = async (query = ''): Promise<[string, string][]> =>
    ((await ok(engineer.api.get(`/aircraft/${aircraft.id}/directives?${query}`))) as Json[]).map((one) => [
      one.directive.id as string,
      one.status as string,
    ]);

  it('apply by their statement, and are never dropped when that is unknown', async () => {
    const own = await add({ effectivity: 'MSN 100-110' });
    const other = await add({ effectivity: 'MSN 200-300' });
    const otherType = await add({ aircraft_types: ['KD-19'], effectivity: 'MSN 100-110' });
    const turned = await add({ effectivity: 'MSN 110-100' });
    const unstated = await add({ effectivity: null });
    const untyped = await add({ aircraft_types: [], effectivity: 'MSN 100-110' });
    expect(await list()).toEqual([
      [own.id, 'open'],
      ...[turned, unstated, untyped].map(({ id }) => [id as string, 'unknown']),
      ...[other, otherType].map(({ id }) => [id as string, 'not_applicable']),
    ]);
    expect(await standing(own)).toMatchObject({
      ...{ registration: 'SE-KXA', basis: 'statement', record: null, last_accomplishment: null, data_as_of: null },
      applicability: {
        verdict: 'applicable',
        statements: expect.arrayContaining([expect.objectContaining({ statement: 'MSN 100-110' })]),
      },
      next_due: { source: 'initial', overdue: null, gaps: ['no_compliance_time'] },
    });
    expect((await standing(turned)).applicability.reason).toBe('contradictory');
    expect((await list('status=unknown')).map(([id]) => id)).toEqual([turned.id, unstated.id, untyped.id]);
    // Without times, it is not known when they are due.
    expect((await list('due_within_hours=100')).map(([id]) => id)).toEqual([
      own.id,
      turned.id,
      unstated.id,
      untyped.id,
    ]);
  });

  it('are due by hours, cycles and days, whichever comes first', async () => {
    await read(dayFrom(-20), 9_900, 5_000);
    await read(dayFrom(-1), 10_000.5, 5_050);
    const total = await add({ initial_compliance: { total: { flight_hours: 10_050 } } });
    const cycles = await add({ initial_compliance: { total: { flight_cycles: 5_040 } } });
    const months = await add({
      effective_date: TODAY,
      initial_compliance: { after_effective_date: { calendar_months: 1 } },
    });
    const after = await add({
      effective_date: dayFrom(-10),
      initial_compliance: { after_effective_date: { flight_hours: 150 } },
    });
    const later = await add({
      effective_date: dayFrom(-10),
      initial_compliance: {
        total: { flight_hours: 9_000 },
        after_effective_date: { flight_hours: 150 },
        whichever: 'later',
      },
    });
    expect((await standing(total)).next_due).toMatchObject({
      flight_hours: 10_050,
      remaining_flight_hours: 49.5,
      overdue: false,
    });
    expect((await standing(cycles)).next_due).toMatchObject({ remaining_flight_cycles: -10, overdue: true });
    // Of the last reading before the effective date: never late.
    expect((await standing(after)).next_due).toMatchObject({ flight_hours: 10_050, gaps: [] });
    expect((await standing(later)).next_due).toMatchObject({ flight_hours: 10_050, overdue: false });
    const ids = async (query: string): Promise<unknown[]> => (await list(query)).map(([id]) => id);
    expect(await ids('')).toEqual([cycles.id, months.id, total.id, after.id, later.id]);
    expect(await ids('due_within_hours=49.5&due_within_days=1')).toEqual([cycles.id, total.id, after.id, later.id]);
    expect(await ids('due_within_hours=49.49&due_within_days=1')).toEqual([cycles.id]);
    expect(await ids('due_within_hours=1&due_within_days=31')).toEqual([cycles.id, months.id]);
    // Days are not known in hours, nor hours in days, but by at most 24 a day.
    expect(await ids('due_within_hours=49.49')).toEqual([cycles.id, months.id]);
    expect(await ids('due_within_days=1')).toEqual([cycles.id, total.id, after.id, later.id]);
    expect(await ids('due_within_days=0')).toEqual([cycles.id]);
    const answer = await engineer.api.get(`/aircraft/${aircraft.id}/directives?limit=2`);
    expect(answer.body.meta.warnings).toHaveLength(1);
    expect(answer.body.pagination).toMatchObject({ has_more: true, total_count: 5 });
    const more = await list(`limit=2&cursor=${answer.body.pagination.next_cursor}`);
    expect(more.map(([id]) => id)).toEqual([total.id, after.id]);
    expect((await engineer.api.get(`/aircraft/${aircraft.id}/directives?due_within_hours=-1`)).status).toBe(400);
    expect((await engineer.api.get(`/aircraft/${aircraft.id}/directives?status=done`)).status).toBe(400);
  });

  it('are listed as not known without utilisation, and warn of old readings', async () => {
    const hours = await add({ initial_compliance: { total: { flight_hours: 10_050 } } });
    expect((await standing(hours)).next_due).toMatchObject({
      flight_hours: 10_050,
      overdue: null,
      gaps: ['no_utilisation'],
    });
    const [only] = (await ok(engineer.api.get(`/aircraft/${aircraft.id}/directives?due_within_hours=1`))) as Json[];
    expect([only!.directive.id, only!.due_within]).toEqual([hours.id, null]);
    const warnings = async (): Promise<number> =>
      (await engineer.api.get(`/aircraft/${aircraft.id}/directives`)).body.meta.warnings.length as number;
    expect(await warnings()).toBe(2);
    await read(dayFrom(-31), 9_000);
    expect(await warnings()).toBe(2);
    expect((await standing(hours)).next_due).toMatchObject({ overdue: null, gaps: ['stale_utilisation'] });
    expect(await list('due_within_hours=1')).toHaveLength(1);
    await read(dayFrom(-30), 9_000);
    expect(await warnings()).toBe(1);
    expect(await list('due_within_hours=1')).toEqual([]);
    expect((await standing(hours)).data_as_of).toBe(dayFrom(-30));
  });

  it('are embodied, repeated, terminated and corrected by new records', async () => {
    await read(dayFrom(-20), 9_900, 5_000);
    await read(dayFrom(-1), 10_000, 5_050);
    const once = await add({ initial_compliance: { total: { flight_hours: 9_000 } } });
    const mod = await add({ kind: 'service_bulletin', number: 'TR46-32-018' });
    const repeated = await add({
      repetitive_interval: { flight_hours: 50, calendar_months: 24 },
      terminated_by: [mod.id],
    });
    const done = { status: 'embodied', date: dayFrom(-10), evidence: 'WO 4711' };
    expect(await ok(record(once, { ...done, flight_hours: 9_950 }))).toMatchObject({
      status: 'embodied',
      flight_hours: 9_950,
    });
    expect(await standing(once)).toMatchObject({
      ...{ status: 'embodied', basis: 'record', next_due: null },
      last_accomplishment: { date: dayFrom(-10), flight_hours: 9_950, evidence: 'WO 4711', source: 'record' },
    });
    await ok(record(repeated, done));
    // The hours of the reading before, so that the limit is never late.
    expect(await standing(repeated)).toMatchObject({
      ...{ status: 'open', basis: 'record', last_accomplishment: { flight_hours: 9_900, flight_cycles: 5_000 } },
      next_due: { source: 'repetitive', flight_hours: 9_950, overdue: true },
    });
    await ok(record(repeated, { ...done, flight_hours: 9_980 }));
    expect((await standing(repeated)).next_due).toMatchObject({ flight_hours: 10_030, overdue: false });
    await ok(record(mod, { ...done, evidence: 'WO 4712' }));
    expect(await standing(repeated)).toMatchObject({ status: 'embodied', basis: 'terminated', terminated_by: mod.id });
    await ok(record(mod, { status: 'open', reason: 'WO 4712 was of another aircraft.' }));
    expect(await standing(repeated)).toMatchObject({ status: 'open', terminated_by: null });
    await ok(record(repeated, { ...done, terminates: true }));
    expect(await standing(repeated)).toMatchObject({ status: 'embodied', basis: 'record' });
    await ok(record(once, { status: 'open', reason: 'Wrong aircraft.' }));
    expect(await standing(once)).toMatchObject({
      status: 'open',
      last_accomplishment: null,
      next_due: { overdue: true },
    });
    const path = `/aircraft/${aircraft.id}/directives/${once.id}/records`;
    const history = (await ok(engineer.api.get(path))) as Json[];
    expect(history.map((one) => [one.status as string, one.recorded_by.id as string])).toEqual([
      ['open', admin.user.id],
      ['embodied', admin.user.id],
    ]);
    expect(errorOf(await admin.api.delete(`/directives/${once.id}`))).toMatchObject({
      status: 409,
      reason: 'has_records',
    });
    const events = (await ok(admin.api.get('/audit-events?action=directive.status_recorded&limit=1'))) as Json[];
    expect(events[0]!.details).toMatchObject({ status: 'open', aircraft_id: aircraft.id });
  });

  it('are deferred until a limit, and not applicable by decision', async () => {
    await read(dayFrom(-1), 10_000, 5_050);
    const one = await add({ initial_compliance: { total: { flight_hours: 9_000 } } });
    await ok(record(one, { status: 'deferred', flight_hours: 10_010, reason: 'No parts', evidence: 'Approval 12' }));
    expect(await standing(one)).toMatchObject({
      ...{ status: 'deferred', basis: 'record', record: { reason: 'No parts', evidence: 'Approval 12' } },
      next_due: { source: 'deferral', flight_hours: 10_010, remaining_flight_hours: 10 },
    });
    expect(await list('due_within_hours=10')).toEqual([[one.id, 'deferred']]);
    await read(TODAY, 10_010.01, 5_060);
    expect(await standing(one)).toMatchObject({
      status: 'open',
      basis: 'deferral_expired',
      next_due: { overdue: true },
    });
    await ok(record(one, { status: 'not_applicable', reason: 'Wheel not installed', evidence: 'IPC 32-41' }));
    expect(await standing(one)).toMatchObject({ status: 'not_applicable', basis: 'record', next_due: null });
  });

  it('follow the register of the aircraft, and are unknown where it contradicts the records', async () => {
    const one = await add({ kind: 'service_bulletin', number: 'TR46-32-019' });
    const inspection = await add({ repetitive_interval: { calendar_months: 1 } });
    const path = `/aircraft/${aircraft.id}/modifications`;
    const modification = { kind: 'SB', number: 'TR46-32-019', date: '2026-01-31', evidence: 'WO 1' };
    await ok(admin.api.post(path, { ...modification, status: 'embodied' }));
    expect(await standing(one)).toMatchObject({
      status: 'embodied',
      basis: 'register',
      last_accomplishment: { source: 'register' },
    });
    await ok(admin.api.post(path, { kind: 'AD', number: inspection.number, status: 'embodied', date: '2026-01-31' }));
    expect((await standing(inspection)).next_due).toMatchObject({ source: 'repetitive', date: '2026-02-28' });
    await ok(record(one, { status: 'embodied', date: '2026-01-31', evidence: 'WO 1' }));
    await ok(admin.api.post(path, { ...modification, status: 'not_embodied' }));
    expect(await standing(one)).toMatchObject({ status: 'unknown', basis: 'contradictory' });
  });

  it('that are superseded or canceled are not open', async () => {
    const old = await add();
    const canceled = await add();
    await ok(admin.api.patch(`/directives/${canceled.id}`, { canceled: true }));
    const next = await add({ supersedes: [old.id] });
    expect(await list()).toEqual([[next.id, 'open']]);
    expect(await standing(old)).toMatchObject({ status: 'not_applicable', basis: 'not_in_force' });
  });

  it.each<[string, object]>([
    ['status', { status: 'done' }],
    ['date', { status: 'embodied', evidence: 'WO' }],
    ['date', { status: 'embodied', evidence: 'WO', date: dayFrom(3) }],
    ['evidence', { status: 'embodied', date: TODAY }],
    ['flight_hours', { status: 'embodied', date: TODAY, evidence: 'WO', flight_hours: 10_001 }],
    ['flight_hours', { status: 'embodied', date: dayFrom(-5), evidence: 'WO', flight_hours: 9_899 }],
    ['flight_cycles', { status: 'embodied', date: dayFrom(-5), evidence: 'WO', flight_cycles: 5_051 }],
    ['flight_hours', { status: 'deferred', flight_hours: 9_000, reason: 'R', evidence: 'A' }],
    ['date', { status: 'deferred', reason: 'R', evidence: 'A' }],
    ['date', { status: 'deferred', date: dayFrom(-2), reason: 'R', evidence: 'A' }],
    ['reason', { status: 'deferred', date: dayFrom(9), evidence: 'A' }],
    ['evidence', { status: 'deferred', date: dayFrom(9), reason: 'R' }],
    ['reason', { status: 'not_applicable', evidence: 'E' }],
    ['evidence', { status: 'not_applicable', reason: 'R' }],
    ['date', { status: 'not_applicable', reason: 'R', evidence: 'E', date: TODAY }],
    ['flight_hours', { status: 'embodied', date: dayFrom(-1), evidence: 'WO', flight_hours: 10_000.01 }],
    ['flight_hours', { status: 'embodied', date: dayFrom(-20), evidence: 'WO', flight_hours: 9_900.01 }],
    ['terminates', { status: 'open', reason: 'R', terminates: true }],
    ['document_id', { status: 'embodied', date: TODAY, evidence: 'WO', document_id: 'doc_01k9zs4v8hf2x9c3m5q7r1t6wa' }],
  ])('refuse a record with a wrong %s: %j', async (field, wrong) => {
    await read(dayFrom(-20), 9_900, 5_000);
    await read(dayFrom(-1), 10_000, 5_050);
    expect(errorOf(await record(await add(), wrong))).toMatchObject({ status: 400, field });
  });

  it('are read by all members, recorded with directive.manage, and unknown to others', async () => {
    const one = await add();
    const foreign = await world.signIn({ role: 'admin' });
    const path = `/aircraft/${aircraft.id}/directives`;
    const body = { status: 'not_applicable', reason: 'R', evidence: 'E' };
    for (const each of [path, `${path}/${one.id}`, `${path}/${one.id}/records`]) {
      expect((await engineer.api.get(each)).status).toBe(200);
      expect((await foreign.api.get(each)).status).toBe(404);
      expect((await world.api.get(each)).status).toBe(401);
    }
    expect((await engineer.api.post(`${path}/${one.id}/records`, body)).status).toBe(403);
    expect((await foreign.api.post(`${path}/${one.id}/records`, body)).status).toBe(404);
    const theirs = await ok(foreign.api.post('/directives', { kind: 'service_bulletin', number: '1', title: 'X' }));
    expect((await record(theirs, body)).status).toBe(404);
    expect((await admin.api.get(`${path}/${theirs.id}`)).status).toBe(404);
  });

  it('are listed by directive for all aircraft that are not retired', async () => {
    const one = await add({ effectivity: 'MSN 100-110' });
    const second = { registration: 'SE-KXB', aircraft_type: 'TR46', serial_number: '300' };
    const { id: other } = await ok(admin.api.post('/aircraft', second));
    await ok(admin.api.post('/aircraft', { registration: 'SE-KXC', aircraft_type: 'TR46', status: 'retired' }));
    const answer = await engineer.api.get(`/directives/${one.id}/aircraft`);
    expect((answer.body.data as Json[]).map((one) => [one.aircraft_id as string, one.status as string])).toEqual([
      [other, 'not_applicable'],
      [aircraft.id, 'open'],
    ]);
    expect(answer.body.meta.warnings).toHaveLength(2);
    const page = await engineer.api.get(`/directives/${one.id}/aircraft?limit=1`);
    const next = await engineer.api.get(
      `/directives/${one.id}/aircraft?limit=1&cursor=${page.body.pagination.next_cursor}`,
    );
    expect(next.body.data[0].aircraft_id).toBe(aircraft.id);
  });
});
