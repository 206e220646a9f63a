import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('hours and cycles of aircraft', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let path: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    const { id } = await ok(admin.api.post('/aircraft', { registration: 'SE-KXA', aircraft_type: 'TR46' }));
    path = `/aircraft/${id}/utilisation`;
  });
  afterAll(() => world.stop());

  const record = (
    date: string,
    flight_hours: number,
    flight_cycles?: number,
    more: object = {},
  ): Promise<ApiResponse> => admin.api.post(path, { date, flight_hours, flight_cycles, ...more });
  const readings = async (): Promise<unknown[]> =>
    ((await ok(admin.api.get(path))) as Json[]).map((one): unknown[] => [
      one.date,
      one.flight_hours,
      one.flight_cycles,
    ]);
  const importCsv = (lines: string[], options: object = {}): Promise<ApiResponse> =>
    admin.api.post('/aircraft/utilisation/import', { csv: lines.join('\n'), ...options });
  const fieldsOf = (answer: ApiResponse): string[] =>
    (answer.body.error.details.errors as Json[]).map(({ field }) => field as string);

  it('are recorded exactly, corrected and deleted', async () => {
    expect(await ok(record('2026-03-01', 18_204.37, 9_100))).toMatchObject({ flight_hours: 18_204.37, source: 'api' });
    await ok(record('2026-03-03', 18_210.1));
    await ok(record('2026-03-01', 18_204.37, 9_100));
    expect(errorOf(await record('2026-03-01', 18_204.4, 9_100))).toMatchObject({
      status: 409,
      reason: 'already_exists',
    });
    await ok(record('2026-03-01', 18_204.4, 9_100, { replace: true }));
    expect(await readings()).toEqual([
      ['2026-03-03', 18_210.1, null],
      ['2026-03-01', 18_204.4, 9_100],
    ]);
    const { body } = await admin.api.get(`${path}?limit=1`);
    const [second] = (await ok(admin.api.get(`${path}?limit=1&cursor=${body.pagination.next_cursor}`))) as Json[];
    const first: Json = body.data[0];
    expect([first.date, second!.date]).toEqual(['2026-03-03', '2026-03-01']);
    expect(first.recorded_by.id).toBe(admin.user.id);
    expect((await admin.api.delete(`${path}/${first.id}`)).status).toBe(204);
    expect((await admin.api.delete(`${path}/${first.id}`)).status).toBe(404);
    const events = await ok(admin.api.get('/audit-events?limit=10'));
    expect((events as Json[]).map(({ action }) => action as string)).toEqual(
      expect.arrayContaining(['aircraft.utilisation_recorded', 'aircraft.utilisation_deleted']),
    );
  });

  it.each<[string, string, number, number | undefined]>([
    ['flight_hours', '2026-03-20', 999, undefined],
    ['flight_hours', '2026-02-20', 1_001, undefined],
    ['flight_cycles', '2026-03-20', 1_010, 499],
    ['flight_cycles', '2026-02-20', 990, 501],
    ['flight_hours', '2026-03-11', 1_024.01, 510],
    ['flight_hours', '2026-03-09', 975.99, 490],
    ['date', '2999-01-01', 2_000, 1_000],
    ['date', '2026-02-30', 2_000, 1_000],
    ['flight_hours', '2026-03-20', -1, 1_000],
    ['flight_hours', '2026-03-20', 1_010.123, 1_000],
    ['flight_hours', '2026-03-20', 2e-323, 1_000],
    ['flight_cycles', '2026-03-20', 1_010, 510.5],
  ])('refuse a wrong %s on %s', async (field, date, hours, cycles) => {
    await ok(record('2026-03-10', 1_000, 500));
    expect(errorOf(await record(date, hours, cycles))).toMatchObject({ status: 400, field });
    expect(await readings()).toEqual([['2026-03-10', 1_000, 500]]);
  });

  it('allow 24 hours a day, and readings without cycles between others', async () => {
    await ok(record('2026-03-10', 1_000, 500));
    await ok(record('2026-03-11', 1_024));
    expect(errorOf(await record('2026-03-12', 1_030, 499))).toMatchObject({ status: 400, field: 'flight_cycles' });
    await ok(record('2026-03-12', 1_030, 500));
  });

  it('fit the readings around them, also those far away and those in the place of others', async () => {
    await ok(record('2026-03-01', 1_000, 500));
    await ok(record('2026-03-10', 1_010));
    await ok(record('2026-03-20', 1_020));
    await ok(record('2026-03-30', 1_030, 520));
    expect(errorOf(await record('2026-03-15', 1_015, 499))).toMatchObject({ status: 400, field: 'flight_cycles' });
    expect(errorOf(await record('2026-03-15', 1_015, 521))).toMatchObject({ status: 400, field: 'flight_cycles' });
    const columns = 'registration,date,flight_hours,flight_cycles';
    const moved = ['SE-KXA,2026-03-10,1018,', 'SE-KXA,2026-03-20,1019,515'];
    expect(await ok(importCsv([columns, ...moved], { replace: true }))).toMatchObject({ replaced: 2 });
    // In the place of all readings with cycles but the last one.
    const lower = ['SE-KXA,2026-03-01,1000,', 'SE-KXA,2026-03-20,1019,', 'SE-KXA,2026-03-25,1025,400'];
    expect(await ok(importCsv([columns, ...lower], { replace: true }))).toMatchObject({ created: 1, replaced: 2 });
    const wrong = ['SE-KXA,2026-03-01,1000,401', 'SE-KXA,2026-03-10,1018,'];
    expect(fieldsOf(await importCsv([columns, ...wrong], { replace: true }))).toEqual(['line 2']);
    expect(fieldsOf(await importCsv([columns, 'SE-KXA,2026-03-10,1020,'], { replace: true }))).toEqual(['line 2']);
  });

  it('never run backwards when two requests come at once', async () => {
    const answers = await Promise.all([
      ...[record('2026-03-10', 1_000), record('2026-03-11', 990), record('2026-03-12', 980)],
      ...[record('2026-03-13', 970), record('2026-03-14', 960)],
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('are imported as a whole or not at all, after a dry run', async () => {
    await ok(admin.api.post('/aircraft', { registration: 'SE-KXB', aircraft_type: 'TR46' }));
    await ok(record('2026-03-10', 1_000, 500));
    const file = [
      'registration,date,flight_hours,flight_cycles',
      ...['SE-KXA,2026-03-10,1000,500', 'se-kxa,2026-03-11,1008.25,504', 'SE-KXB,2026-03-11,50,'],
    ];
    const counts = { rows: 3, created: 2, replaced: 0, unchanged: 1 };
    expect(await ok(importCsv(file, { dry_run: true }))).toEqual({ dry_run: true, ...counts });
    expect(await readings()).toHaveLength(1);
    expect(await ok(importCsv(file))).toEqual({ dry_run: false, ...counts });
    expect(await ok(importCsv(file))).toMatchObject({ created: 0, unchanged: 3 });
    expect(await readings()).toEqual([
      ['2026-03-11', 1_008.25, 504],
      ['2026-03-10', 1_000, 500],
    ]);
    const wrong = ['registration,date,flight_hours', 'SE-KXA,2026-03-12,1000', 'SE-KXA,2026-03-09,990'];
    expect(fieldsOf(await importCsv(wrong))).toEqual(['line 2']);
    expect(fieldsOf(await importCsv(['registration,date,flight_hours', 'SE-KXA,2026-03-09,1001']))).toEqual(['line 2']);
    const other = ['registration,date,flight_hours,flight_cycles', 'SE-KXA,2026-03-11,1009,504'];
    expect(fieldsOf(await importCsv(other))).toEqual(['line 2']);
    expect(await ok(importCsv(other, { replace: true }))).toMatchObject({ replaced: 1 });
    const many = [
      ...['registration,date,flight_hours', 'SE-XXX,2026-03-12,1', 'SE-KXA,2026-13-12,1', 'SE-KXA,2999-01-01,2000'],
      ...['SE-KXA,2026-03-13,1:30', ',2026-03-13,1'],
    ];
    expect(fieldsOf(await importCsv(many))).toEqual(['line 3', 'line 4', 'line 5', 'line 6']);
    expect(fieldsOf(await importCsv(many.slice(0, 2)))).toEqual(['line 2']);
    expect(fieldsOf(await importCsv([many[0]!, 'SE-KXA,2026-03-13,1020', 'SE-KXA,2026-03-13,1020']))).toEqual([
      'line 3',
    ]);
    expect(await readings()).toHaveLength(2);
  });

  it('are read by all members, changed with directive.manage, and unknown to others', async () => {
    const engineer = await world.signIn({ organization, role: 'engineer' });
    const foreign = await world.signIn({ role: 'admin' });
    const [reading] = [await ok(record('2026-03-10', 1_000, 500))];
    expect((await engineer.api.get(path)).status).toBe(200);
    expect((await engineer.api.post(path, { date: '2026-03-11', flight_hours: 1_001 })).status).toBe(403);
    expect((await engineer.api.delete(`${path}/${reading.id}`)).status).toBe(403);
    expect((await foreign.api.get(path)).status).toBe(404);
    expect((await foreign.api.post(path, { date: '2026-03-11', flight_hours: 1_001 })).status).toBe(404);
    expect((await foreign.api.delete(`${path}/${reading.id}`)).status).toBe(404);
    const csv = 'registration,date,flight_hours\nSE-KXA,2026-03-11,1001';
    expect((await foreign.api.post('/aircraft/utilisation/import', { csv })).status).toBe(400);
    expect((await world.api.get(path)).status).toBe(401);
  });
});
