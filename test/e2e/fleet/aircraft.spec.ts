import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const RECORD = {
  registration: 'se-kxa',
  aircraft_type: 'tr46',
  model: 'TR46-100',
  serial_number: '5012',
  line_number: 12,
  fleet_number: '112',
  configuration_codes: ['C2'],
  components: [{ kind: 'engine', position: '1', model: 'TX40-2', serial_number: 'E-100' }],
  modifications: [{ kind: 'SB', number: 'tr46-32-018', status: 'embodied', date: '2026-03-01', evidence: 'WO 4711' }],
};

describe('the register of aircraft', () => {
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

  const add = (record: object = RECORD, { api } = admin): Promise<Json> => ok(api.post('/aircraft', record));
  const importCsv = (lines: string[], options: object = {}, { api } = admin): Promise<ApiResponse> =>
    api.post('/aircraft/import', { csv: lines.join('\r\n'), ...options });
  const linesOf = async (api: ApiClient, table: string): Promise<string[]> =>
    (await api.get(`/aircraft/export?table=${table}`)).text.trimEnd().split('\r\n');

  it('records an aircraft, its changes and their history', async () => {
    const created = await add();
    expect(created).toMatchObject({
      ...{ registration: 'SE-KXA', aircraft_type: 'TR46', serial_number: '5012', status: 'active' },
      components: [{ kind: 'engine', position: '1', model: 'TX40-2', part_number: null, serial_number: 'E-100' }],
      modifications: [
        { kind: 'SB', number: 'TR46-32-018', status: 'embodied', date: '2026-03-01', evidence: 'WO 4711' },
      ],
    });
    const path = `/aircraft/${created.id}`;
    const shown = await engineer.api.get(path);
    expect([shown.body.data, shown.headers.get('etag')]).toEqual([created, '"1"']);
    const changed = await admin.api.patch(path, { status: 'stored', model: null }, { 'if-match': '"1"' });
    expect(changed.body.data).toMatchObject({ status: 'stored', model: null, serial_number: '5012' });
    expect((await admin.api.patch(path, { model: 'X' }, { 'if-match': '"1"' })).status).toBe(412);
    const { modifications, components } = RECORD;
    const nothing = await admin.api.patch(path, { status: 'stored', modifications, components });
    expect(nothing.headers.get('etag')).toBe('"2"');
    const recorded = await ok(
      admin.api.post(`${path}/modifications`, { kind: 'SB', number: 'TR46-32-018', status: 'not_embodied' }),
    );
    expect(recorded.modifications).toEqual([
      { kind: 'SB', number: 'TR46-32-018', status: 'not_embodied', date: null, evidence: null },
    ]);
    expect((await admin.api.delete(`${path}/modifications/SB/tr46-32-018`)).status).toBe(204);
    expect((await admin.api.delete(`${path}/modifications/SB/tr46-32-018`)).status).toBe(404);

    const history = (await ok(engineer.api.get(`${path}/history`))) as Json[];
    expect(history.map(({ changes, changed_by }) => [Object.keys(changes as object), changed_by.id as string])).toEqual(
      [
        [['modifications'], admin.user.id],
        [['modifications'], admin.user.id],
        [['model', 'status'], admin.user.id],
        [expect.arrayContaining(['registration', 'modifications']), admin.user.id],
      ],
    );
    expect(history[2]!.changes.status).toEqual({ from: 'active', to: 'stored' });
    expect(errorOf(await admin.api.delete(path))).toMatchObject({ status: 409, reason: 'not_retired' });
    await ok(admin.api.patch(path, { status: 'retired' }));
    expect((await admin.api.delete(path)).status).toBe(204);
    expect((await engineer.api.get(path)).status).toBe(404);
  });

  it('gives a registration and a serial number of a type to one aircraft', async () => {
    const { id } = await add();
    expect(errorOf(await admin.api.post('/aircraft', RECORD))).toMatchObject({ status: 409, reason: 'already_exists' });
    const sameSerial = { registration: 'SE-KXB', aircraft_type: 'TR46', serial_number: '5012' };
    expect((await admin.api.post('/aircraft', sameSerial)).status).toBe(409);
    await add({ ...sameSerial, aircraft_type: 'KD-19' });
    await ok(admin.api.patch(`/aircraft/${id}`, { status: 'retired' }));
    await add({ registration: 'SE-KXA', aircraft_type: 'TR46', serial_number: '5013' });
    const attempts = await Promise.all([1, 2, 3].map(() => admin.api.post('/aircraft', { ...sameSerial, registration: 'SE-RCE', serial_number: '9' }))); // prettier-ignore
    expect(attempts.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it.each<[string, object]>([
    ['registration', { registration: 'SE KXA' }],
    ['registration', { registration: '' }],
    ['line_number', { line_number: 0 }],
    ['status', { status: 'sold' }],
    ['components.0.kind', { components: [{ kind: 'wing' }] }],
    ['modifications.0.date', { modifications: [{ kind: 'SB', number: '1', status: 'embodied', date: '2026-02-30' }] }],
    ['configuration_codes', { configuration_codes: ['C 1'] }],
    [
      'modifications',
      {
        modifications: [
          { kind: 'SB', number: 'x-1', status: 'embodied' },
          { kind: 'SB', number: 'X-1', status: 'not_embodied' },
        ],
      },
    ],
    ['modifications.0.number', { modifications: [{ kind: 'SB', number: '<b>', status: 'embodied' }] }],
  ])('refuses a wrong %s', async (field, wrong) => {
    const answer = await admin.api.post('/aircraft', { ...RECORD, ...wrong });
    expect(errorOf(answer)).toMatchObject({ status: 400, field });
  });

  it('finds aircraft by the start of their numbers, type and status', async () => {
    await add();
    await add({ registration: 'OY-TRF', aircraft_type: 'KD-19', serial_number: 'K0112', status: 'stored' });
    const found = async (query: string): Promise<string[]> =>
      ((await ok(engineer.api.get(`/aircraft?${query}`))) as Json[]).map(({ registration }) => registration as string);
    expect(await found('q=se-')).toEqual(['SE-KXA']);
    expect(await found('q=k01')).toEqual(['OY-TRF']);
    expect(await found('q=112')).toEqual(['SE-KXA']);
    expect(await found('aircraft_type=kd-19')).toEqual(['OY-TRF']);
    expect(await found('status=stored')).toEqual(['OY-TRF']);
    expect(await found('limit=1')).toHaveLength(1);
  });

  it('takes a CSV file as a whole, after a dry run, and writes the same', async () => {
    await add();
    const file = [
      '\ufeffregistration,aircraft_type,model,serial_number,line_number,configuration_codes',
      'SE-KXA,TR46,TR46-200,5012,12,C1 D',
      'SE-KXB,TR46,"TR46-100",5013,,',
      'SE-KXC,TR46,=1+1,5014,14,',
    ];
    const dry = await importCsv(file, { dry_run: true });
    const counts = { table: 'aircraft', rows: 3, created: 2, updated: 1, unchanged: 0 };
    expect(dry.body.data).toEqual({ ...counts, dry_run: true });
    expect((await admin.api.get('/aircraft')).body.pagination.total_count).toBe(1);
    expect((await importCsv(file)).body.data).toEqual({ ...counts, dry_run: false });
    expect((await importCsv(file)).body.data).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    const [first] = await ok(admin.api.get('/aircraft?q=SE-KXA'));
    const { model, configuration_codes, fleet_number } = await ok(admin.api.get(`/aircraft/${first.id}`));
    expect([model, configuration_codes, fleet_number]).toEqual(['TR46-200', ['C1', 'D'], '112']);
    const [change] = await ok(admin.api.get(`/aircraft/${first.id}/history`));
    expect([change.source, Object.keys(change.changes)]).toEqual(['import', ['model', 'configuration_codes']]);

    await ok(importCsv(['registration,kind,position,model', 'SE-KXB,engine,1,TX40-2', 'SE-KXB,engine,2,TX40-2'], { table: 'components' })); // prettier-ignore
    await ok(importCsv(['registration,kind,number,status', 'SE-KXB,SB,TR46-32-018,not_embodied', 'SE-KXB,MOD,TR46-32-018,embodied'], { table: 'modifications' })); // prettier-ignore
    expect(await linesOf(engineer.api, 'components')).toEqual([
      'registration,kind,position,model,part_number,serial_number',
      'SE-KXA,engine,1,TX40-2,,E-100',
      'SE-KXB,engine,1,TX40-2,,',
      'SE-KXB,engine,2,TX40-2,,',
    ]);
    expect(await linesOf(engineer.api, 'modifications')).toContain('SE-KXB,SB,TR46-32-018,not_embodied,,');
    const written = await linesOf(engineer.api, 'aircraft');
    expect(written[3]).toContain(`SE-KXC,TR46,'=1+1,5014`);
    expect(written).toHaveLength(4);
    // What was written is taken again, also in place of a retired aircraft of the same registration.
    await ok(admin.api.patch(`/aircraft/${first.id}`, { status: 'retired' }));
    await add({ registration: 'SE-KXA', aircraft_type: 'TR46', serial_number: '6000' });
    for (const table of ['aircraft', 'components', 'modifications']) {
      const again = await importCsv(await linesOf(engineer.api, table), { table });
      expect([table, again.body.data.created, again.body.data.updated]).toEqual([table, 0, 0]);
    }
    const swapped = ['registration,serial_number', 'SE-KXB,5014', 'SE-KXC,5013'];
    expect((await importCsv(swapped)).body.data).toMatchObject({ updated: 2 });
    const taken = ['registration,serial_number', 'SE-KXB,5013'];
    expect(errorOf(await importCsv(taken, { dry_run: true }))).toMatchObject({ status: 409, reason: 'already_exists' });
  });

  it('names the lines of a file that are wrong, and changes nothing', async () => {
    const wrong = await importCsv(['registration,aircraft_type,line_number', 'SE-KXA,TR46,twelve', 'SE-KXB,TR46,1', 'SE-KXB,TR46,1']); // prettier-ignore
    const wrongs = wrong.body.error.details.errors as Json[];
    expect(wrongs.map(({ field }) => field as string)).toEqual(['line 2', 'line 4']);
    for (const [file, field] of [
      [['registration,wings'], 'line 1'],
      [['model'], 'line 1'],
      [['registration,aircraft_type', 'SE-KXA,"TR46'], 'line 2'],
      [['registration', 'SE-KXA'], 'line 2'],
    ] as const)
      expect(errorOf(await importCsv([...file]))).toMatchObject({ status: 400, field });
    expect(errorOf(await importCsv(['registration,kind', 'SE-NON,engine'], { table: 'components' }))).toMatchObject({ status: 400, field: 'line 2' }); // prettier-ignore
    expect(errorOf(await importCsv(['registration,model', 'SE-KXA,Pr\ufffdf']))).toMatchObject({
      status: 400,
      field: 'csv',
    });
    const hex = await importCsv(['registration,aircraft_type,line_number', 'SE-KXA,TR46,0x10']);
    expect(errorOf(hex)).toMatchObject({ status: 400, field: 'line 2' });
    const crowd = Array.from({ length: 1_001 }, (_, n) => `SE-KXD,SB,X-${n},embodied`);
    await add({ registration: 'SE-KXD', aircraft_type: 'TR46' });
    const many = await importCsv(['registration,kind,number,status', ...crowd], { table: 'modifications' });
    expect(errorOf(many)).toMatchObject({ status: 400, field: 'line 1002' });
    await ok(importCsv(['registration,kind,number,status', ...crowd.slice(1)], { table: 'modifications' }));
    expect((await importCsv(Array.from({ length: 150_000 }, () => 'a'))).status).toBe(400);
    expect(errorOf(await admin.api.post('/aircraft/import', {}))).toMatchObject({ status: 400, field: 'csv' });
    expect((await admin.api.get('/aircraft')).body.pagination.total_count).toBe(1);
  });

  it('takes 10,000 aircraft in one file', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, n) => `SE-${n.toString(36).toUpperCase().padStart(4, '0')},TR46,${n}`,
    );
    const { body } = await importCsv(['registration,aircraft_type,serial_number', ...rows]);
    expect(body.data).toMatchObject({ rows: 10_000, created: 10_000 });
    const page = await engineer.api.get('/aircraft?limit=1');
    expect(page.body.pagination.total_count).toBe(10_000);
    expect(await linesOf(engineer.api, 'aircraft')).toHaveLength(10_001);
  });

  it('belongs to the organization, and to those who manage it', async () => {
    const { id } = await add();
    const stranger = await world.signIn({ role: 'admin' });
    for (const [method, path, body] of [
      ['GET', `/aircraft/${id}`],
      ['PATCH', `/aircraft/${id}`, { model: 'X' }],
      ['DELETE', `/aircraft/${id}`],
      ['GET', `/aircraft/${id}/history`],
      ['POST', `/aircraft/${id}/modifications`, { kind: 'SB', number: '1', status: 'embodied' }],
    ] as const) {
      expect((await stranger.api.request(method, path, { body })).status).toBe(404);
      expect((await world.api.request(method, path, { body })).status).toBe(401);
      const answer = await engineer.api.request(method, path, { body });
      expect(answer.status).toBe(method === 'GET' ? 200 : 403);
    }
    expect((await importCsv(['registration'], {}, engineer)).status).toBe(403);
    expect(await linesOf(stranger.api, 'aircraft')).toHaveLength(1);
  });
});
