import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { untilRead, uploadManual } from '../../support/manuals/manual.js';
import { readParts } from '../../support/scenes/part-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const HEAD = 'ITEM | PART NUMBER | NOMENCLATURE | VENDOR | USAGE CODE | UNITS';

describe('parts of several vendors and aircraft', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
  });
  afterAll(() => world.stop());

  const catalog = async (lines: string[], codes: string[] = [], head = HEAD): Promise<string> => {
    const table = (head: string, rows: string[]): string =>
      [head, head.replace(/[^|]+/g, ' --- '), ...rows].map((line) => `| ${line} |`).join('\n');
    const legend = codes.length > 0 ? `\n\n# CODES\n\n${table('CODE | AIRCRAFT', codes)}` : '';
    const content = `# 32-11-30 FIGURE 1 SIDE BRACE\n\n${table(head, lines)}${legend}\n\n# END\n\nLast page.\n`;
    const fields = { aircraft_type: 'TR46', document_number: `IPC-${lines[0]!.split(' ')[2]}`, document_type: 'IPC' };
    const { id } = await uploadManual(admin.api, content, fields, 'catalog.md');
    await untilRead(admin.api, id as string);
    await ok(readParts(admin.api, `document_id=${id}`));
    return id as string;
  };
  const rows = async (query: string): Promise<Json[]> => (await ok(admin.api.get(`/parts?${query}`))) as Json[];
  const detail = async (number: string, vendor: string): Promise<Json> => {
    const part = (await rows(`number=${number}`)).find((one) => one.vendor_code === vendor);
    return ok(admin.api.get(`/parts/${part!.id}`));
  };
  const ask = async (content: string): Promise<string> => {
    const session = await ok(admin.api.post('/chat/sessions', { copilot_type: 'parts' }));
    return (await ok(admin.api.post(`/chat/sessions/${session.session_id}/messages`, { content }))).content as string;
  };

  it('are not replaced by what another vendor says, along the chain and in answers', async () => {
    await catalog([
      '1 | QA1-10-1 | PIN | V001T | | 1',
      '2 | QA1-10-1 | PLUG | V002T | | 1',
      '3 | QA1-10-3 | PLUG (REPLACES QA1-10-1) | V002T | | 1',
      '4 | QA2-20-1 | NUT (SUPSD BY QA2-20-3) | V001T | | 1',
      '5 | QA2-20-3 | NUT | V001T | | 1',
      '6 | QA2-20-3 | RING (SUPSD BY QA2-20-5) | V002T | | 1',
      '7 | QA3-30-1 | SEAL (SUPSD BY QA3-30-3) | V001T | | 1',
    ]);
    const first = await detail('QA1-10-1', 'V001T');
    expect([first.supersession.status, first.replaced_by]).toEqual(['undetermined', []]);
    // The row of the same vendor is about its own number.
    const plug = await detail('QA1-10-1', 'V002T');
    expect([plug.supersession, plug.replaced_by]).toEqual([{ status: 'superseded', latest: ['QA1-10-3'], circle: [] }, ['QA1-10-3']]);
    expect((await detail('QA2-20-1', 'V001T')).supersession).toEqual({ status: 'undetermined', latest: [], circle: [] });
    expect((await detail('QA2-20-3', 'V001T')).supersession.status).toBe('none_stated');
    expect((await detail('QA2-20-3', 'V002T')).supersession.latest).toEqual(['QA2-20-5']);
    expect(await ask('What replaces PN QA3-30-1?')).toMatch(/^QA3-30-1 is replaced by QA3-30-3/);
    for (const number of ['QA1-10-1', 'QA2-20-1', 'QA2-20-3'])
      expect(await ask(`What replaces PN ${number}?`)).not.toMatch(/is replaced by/);
  }); // prettier-ignore

  it('of several vendors stay undetermined, although the row of one says the same as another row', async () => {
    await catalog([
      '1 | QG1-10-1 | PIN (SUPSD BY QG1-10-3) | V001T | | 1',
      '2 | QG1-10-1 | PLUG | V002T | | 1',
      '3 | QG1-10-3 | PIN (REPLACES QG1-10-1) | V001T | | 1',
    ]);
    expect((await detail('QG1-10-1', 'V002T')).supersession).toEqual({ status: 'undetermined', latest: [], circle: [] });
    expect((await detail('QG1-10-1', 'V001T')).supersession).toEqual({ status: 'superseded', latest: ['QG1-10-3'], circle: [] });
  }); // prettier-ignore

  it('are replaced in lists only where details tell it, too', async () => {
    await catalog([
      '1 | QH1-10-1# | PIN | V001T | | 1',
      '2 | QH1-10-3 | PIN (REPLACES QH1-10-1) | V001T | | 1',
      '3 | QH2-20-1 | NUT (SUPSD BY QH2-20-3 POST SB TR46-32-018) | V001T | | 1',
      '4 | QH2-20-3 | NUT (REPLACES QH2-20-1) | V001T | | 1',
      '5 | QH3-30-1 | CAP (SUPSD BY QH3-30-3) | V001T | A | 1',
      '6 | QH3-30-3 | CAP (REPLACES QH3-30-1) | V001T | | 1',
      '7 | QH4-40-1 | BOLT | V001T | | 1',
      '8 | QH4-40-3 | BOLT (REPLACES QH4-40-1) | V001T | | 1',
    ]);
    for (const [number, status, replacedBy] of [['QH1-10-1', 'undetermined', []], ['QH2-20-1', 'conditional', []], ['QH3-30-1', 'conditional', []], ['QH4-40-1', 'superseded', ['QH4-40-3']]] as const) {
      expect((await detail(number, 'V001T')).supersession.status).toBe(status);
      expect((await rows(`number=${number}`))[0]!.replaced_by).toEqual(replacedBy);
    }
  }); // prettier-ignore

  it('are not told to be replaced by a part that another row calls not interchangeable', async () => {
    await catalog([
      '1 | QB1-10-1 | PIN (SUPSD BY QB1-10-3) | V001T | | 1',
      '2 | QB1-10-3 | PIN (NI WITH QB1-10-1) | V001T | | 1',
    ]);
    const pin = await detail('QB1-10-1', 'V001T');
    expect([pin.supersession, pin.replaced_by]).toEqual([{ status: 'conditional', latest: [], circle: [] }, []]);
    expect((pin.replacements as Json[]).map((one) => one.part_number as string)).toEqual(['QB1-10-3']);
    expect((await rows('number=QB1-10-1'))[0]!.replaced_by).toEqual([]);
    expect(await ask('What replaces PN QB1-10-1?')).not.toMatch(/is replaced by QB1-10-3:/);
  });

  it('are left out for an aircraft on each page, and the verdicts follow the register', async () => {
    const items = Array.from({ length: 9 }, (_, i) => `${i + 1} | QC1-${10 + i}-1 | BOLT | V001T | ${'AB'[i % 2]} | 1`);
    const id = await catalog(items, ['A | MSN 101-150', 'B | MSN 151-200']);
    const aircraft = await ok(
      admin.api.post('/aircraft', { aircraft_type: 'TR46', registration: 'SE-QCA', serial_number: '120' }),
    );
    const all = async (): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await admin.api.get(`/parts?document_id=${id}&used_on=SE-QCA&limit=2${cursor}`);
        found.push(...(body.data as Json[]).map((one) => one.item as string));
        if (!body.pagination.has_more) {
          expect(body.pagination.total_count).toBe(found.length);
          return found;
        }
        cursor = `&cursor=${body.pagination.next_cursor as string}`;
      }
    };
    expect(await all()).toEqual(['1', '3', '5', '7', '9']);
    expect(await all()).toEqual(['1', '3', '5', '7', '9']);
    await ok(admin.api.patch(`/aircraft/${aircraft.id}`, { serial_number: '160' }));
    expect(await all()).toEqual(['2', '4', '6', '8']);
  });

  it('are of unknown applicability by codes without a legend, by columns of models and behind flags', async () => {
    await ok(admin.api.post('/aircraft', { aircraft_type: 'TR46', registration: 'SE-QDA', serial_number: '120' }));
    const verdicts = async (lines: string[], head?: string): Promise<unknown[]> => {
      const id = await catalog(lines, [], head);
      return (await rows(`document_id=${id}&used_on=SE-QDA`)).map((one): unknown[] => [one.part_number, one.applicability.verdict]);
    };
    expect(await verdicts(['1 | QD1-10-1 | PIN | V001T | A B | 1', '2 | QD1-10-3 | NUT | V001T | ALL | 1', '3 | QD1-10-5# | NUT | V001T | ALL | 1', '4 | 1234 | CAP | V001T | C | 1'])).toEqual([
      ['QD1-10-1', 'unknown'],
      ['QD1-10-3', 'applicable'],
      ['QD1-10-5', 'unknown'],
      ['1234', 'unknown'],
    ]);
    expect(await verdicts(['1 | QD2-10-1 | PIN | X | | 1', '2 | QD2-10-3 | NUT | | X | 1'], 'ITEM | PART NUMBER | NOMENCLATURE | TR46 | TR47 | QTY')).toEqual([
      ['QD2-10-1', 'unknown'],
      ['QD2-10-3', 'unknown'],
    ]);
  }); // prettier-ignore
});
