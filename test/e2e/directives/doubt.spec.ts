import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const DAY_MS = 86_400_000;
const dayFrom = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const done = { status: 'embodied', date: dayFrom(-10), evidence: 'WO 4711' };

describe('directives on an aircraft of which facts are missing or contradict each other', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let aircraft: Json;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    const components = [
      { kind: 'engine', position: '1', model: 'PW127M', serial_number: 'ED0100' },
      { kind: 'propeller', position: '1', model: '568F-1', serial_number: 'FR100' },
    ];
    const named = { registration: 'SE-KXA', aircraft_type: 'TR46', serial_number: '105' };
    aircraft = await ok(admin.api.post('/aircraft', { ...named, components }));
  });
  afterAll(() => world.stop());

  let count = 0;
  const add = (more: object = {}): Promise<Json> => {
    count += 1;
    const named = { kind: 'airworthiness_directive', number: `D-${count}`, title: 'Wheels', aircraft_types: ['TR46'] };
    return ok(admin.api.post('/directives', { ...named, effectivity: 'ALL', ...more }));
  };
  const read = (date: string, flight_hours: number, flight_cycles?: number, more: object = {}): Promise<Json> =>
    ok(admin.api.post(`/aircraft/${aircraft.id}/utilisation`, { date, flight_hours, flight_cycles, ...more }));
  const recordPath = ({ id }: Json): string => `/aircraft/${aircraft.id}/directives/${id}/records`;
  const record = (one: Json, body: object): Promise<ApiResponse> => admin.api.post(recordPath(one), body);
  const register = (kind: string, number: unknown, status: string): Promise<Json> =>
    ok(admin.api.post(`/aircraft/${aircraft.id}/modifications`, { kind, number, status, date: dayFrom(-10) }));
  const standing = ({ id }: Json): Promise<Json> => ok(admin.api.get(`/aircraft/${aircraft.id}/directives/${id}`));
  const listed = async (query: string): Promise<unknown[]> =>
    ((await ok(admin.api.get(`/aircraft/${aircraft.id}/directives?${query}`))) as Json[]).map((one): unknown[] => [
      one.directive.id,
      one.status,
      one.due_within,
    ]);

  it('stay listed with the earliest due when register and record contradict each other', async () => {
    await read(dayFrom(-20), 9_900);
    await read(dayFrom(-1), 10_000);
    const limits = { initial_compliance: { total: { flight_hours: 10_050 } } };
    const one = await add({ ...limits, repetitive_interval: { flight_hours: 5_000 } });
    const passed = await add({ initial_compliance: { total: { flight_hours: 9_950 } } });
    for (const each of [one, passed]) {
      await ok(record(each, { ...done, flight_hours: 9_950 }));
      await register('AD', each.number, 'not_embodied');
    }
    expect(await standing(one)).toMatchObject({
      ...{ status: 'unknown', basis: 'contradictory' },
      next_due: { flight_hours: 10_050, overdue: null },
    });
    expect((await standing(passed)).next_due).toMatchObject({ flight_hours: 9_950, overdue: true });
    expect(await listed('due_within_hours=1')).toEqual([
      [passed.id, 'unknown', true],
      [one.id, 'unknown', null],
    ]);
  });

  it('are listed without an answer as long as it is unknown whether they apply', async () => {
    await read(dayFrom(-1), 10_000);
    const one = await add({ effectivity: null, initial_compliance: { total: { flight_hours: 90_000 } } });
    expect(await listed('due_within_hours=1')).toEqual([[one.id, 'unknown', null]]);
  });

  it('are not ended by a bulletin of which register and record contradict each other', async () => {
    const [embodied, removed] = [await add({ kind: 'service_bulletin' }), await add({ kind: 'service_bulletin' })];
    const first = await add({ terminated_by: [embodied.id] });
    const second = await add({ terminated_by: [removed.id] });
    await ok(record(embodied, done));
    await register('SB', removed.number, 'embodied');
    expect(await standing(first)).toMatchObject({ status: 'embodied', basis: 'terminated' });
    expect(await standing(second)).toMatchObject({ status: 'embodied', basis: 'terminated' });
    await register('SB', embodied.number, 'not_embodied');
    await ok(record(removed, { status: 'open', reason: 'Removed' }));
    for (const [directive, bulletin] of [
      [first, embodied],
      [second, removed],
    ] as const) {
      expect(await standing(directive)).toMatchObject({
        ...{ status: 'unknown', basis: 'contradictory', terminated_by: bulletin.id, next_due: { overdue: null } },
      });
    }
    const ids = (await listed('due_within_hours=1')).map((one) => (one as unknown[])[0]);
    expect(ids).toEqual(expect.arrayContaining([first.id, second.id]));
  });

  it('are not known by cycles that are older than the hours', async () => {
    const one = await add({ initial_compliance: { total: { flight_cycles: 9_000 } } });
    await read(dayFrom(-900), 9_000, 5_000);
    await read(dayFrom(-1), 10_000);
    expect(await standing(one)).toMatchObject({
      ...{ data_as_of: dayFrom(-1), cycles_as_of: dayFrom(-900) },
      next_due: { overdue: null, gaps: ['stale_utilisation', 'stale_cycles'] },
    });
    expect(await listed('due_within_cycles=1')).toEqual([[one.id, 'open', null]]);
    await read(dayFrom(0), 10_001, 5_900);
    expect(await listed('due_within_cycles=1')).toEqual([]);
  });

  it('count from totals that are not later than the readings of the same day, and not of flights after the work', async () => {
    await read(dayFrom(-20), 9_900, 5_000);
    await read(dayFrom(-10), 9_950, 5_020);
    await read(dayFrom(-1), 10_000, 5_050);
    const interval = { repetitive_interval: { flight_hours: 200, flight_cycles: 200 } };
    const [given, omitted] = [await add(interval), await add(interval)];
    const effective = await add({
      effective_date: dayFrom(-10),
      initial_compliance: { after_effective_date: { flight_hours: 200, flight_cycles: 200 } },
    });
    await ok(record(given, { ...done, flight_hours: 9_950, flight_cycles: 5_020 }));
    await ok(record(omitted, done));
    expect((await standing(given)).next_due).toMatchObject({ flight_hours: 10_150, flight_cycles: 5_220, gaps: [] });
    for (const one of [omitted, effective]) {
      expect((await standing(one)).next_due).toMatchObject({ flight_hours: 10_100, flight_cycles: 5_200 });
    }
    // The reading of that day was wrong.
    await read(dayFrom(-10), 9_930, 5_010, { replace: true });
    expect((await standing(given)).next_due).toMatchObject({
      ...{ flight_hours: 10_130, flight_cycles: 5_210, overdue: null, gaps: ['beyond_readings'] },
    });
  });

  it('of engines and propellers are unknown, and do not count the hours of the airframe', async () => {
    await read(dayFrom(-20), 9_900, 5_000);
    await read(dayFrom(-1), 10_000, 5_050);
    const limits = { initial_compliance: { total: { flight_hours: 9_000 } } };
    const engine = await add({ ...limits, aircraft_types: ['PW127M'] });
    const propeller = await add({ ...limits, aircraft_types: ['568F'], effectivity: 'MSN 900-901' });
    const other = await add({ ...limits, aircraft_types: ['CFM56-7B'] });
    const repeated = await add({ aircraft_types: ['PW127M'], repetitive_interval: { flight_hours: 10 } });
    await ok(record(repeated, done));
    for (const one of [engine, propeller]) {
      expect(await standing(one)).toMatchObject({
        ...{ status: 'unknown', applicability: { verdict: 'unknown' } },
        next_due: { flight_hours: 9_000, remaining_flight_hours: null, overdue: null, gaps: ['component_time'] },
      });
    }
    expect(await standing(other)).toMatchObject({ status: 'not_applicable' });
    expect((await standing(repeated)).next_due).toMatchObject({ flight_hours: null, gaps: ['component_time'] });
    expect(await listed('due_within_hours=1')).toEqual([
      [repeated.id, 'open', null],
      [engine.id, 'unknown', null],
      [propeller.id, 'unknown', null],
    ]);
  });

  it('show when they are due without their deferral, and warn of a later one', async () => {
    await read(dayFrom(-1), 10_000, 5_050);
    const one = await add({ initial_compliance: { total: { flight_hours: 10_050 } } });
    const deferral = { status: 'deferred', reason: 'No parts', evidence: 'Approval 12' };
    const warnings = async (): Promise<number> =>
      (await admin.api.get(`/aircraft/${aircraft.id}/directives`)).body.meta.warnings.length as number;
    await ok(record(one, { ...deferral, flight_hours: 10_050 }));
    expect(await warnings()).toBe(1);
    await ok(record(one, { ...deferral, flight_hours: 10_051 }));
    expect(await warnings()).toBe(2);
    const shown = await standing(one);
    expect(shown).toMatchObject({
      status: 'deferred',
      due_if_not_deferred: { source: 'initial', flight_hours: 10_050 },
    });
    const fields = ['source', 'date', 'flight_hours', 'flight_cycles', 'remaining_flight_hours'];
    fields.push('remaining_flight_cycles', 'remaining_days', 'overdue', 'gaps');
    expect(Object.keys(shown.next_due).sort()).toEqual(fields.sort());
  });

  it('count from the last record by the order of the database, with any clock', async () => {
    const one = await add();
    await ok(record(one, done));
    await world.sql.query(
      `UPDATE directive_records SET id = 'dirrec_7zzzzzzzzzzzzzzzzzzzzzzzzz' WHERE directive_id = $1`,
      [one.id],
    );
    await ok(record(one, { status: 'open', reason: 'Wrong aircraft' }));
    expect(await standing(one)).toMatchObject({
      status: 'open',
      record: { status: 'open' },
      last_accomplishment: null,
    });
    const first = await admin.api.get(`${recordPath(one)}?limit=1`);
    expect(first.body.data[0].status).toBe('open');
    const [second] = (await ok(
      admin.api.get(`${recordPath(one)}?limit=1&cursor=${first.body.pagination.next_cursor}`),
    )) as Json[];
    expect(second!.status).toBe('embodied');
  });

  it('are not deleted with a record that is made at the same time', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const one = await add();
      const [deleted, recorded] = await Promise.all([admin.api.delete(`/directives/${one.id}`), record(one, done)]);
      expect([
        [204, 404],
        [409, 201],
      ]).toContainEqual([deleted.status, recorded.status]);
    }
  });
});
