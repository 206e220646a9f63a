import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../src/common/project-root.js';
import type { Json } from '../../support/api-client.js';
import { citedText, until, uploadManual } from '../../support/manual.js';
import { fetchImage, InkMap } from '../../support/page-images.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/test-world.js';

interface Entry {
  file: string;
  folder?: string;
  supersedes_file?: string;
  document_number: string;
  version: string;
}

/** What must come out of a sample: on this page, this value word for word, governed by this notice. */
interface Expectation {
  file: string;
  page: number;
  value: string;
  quantity?: { kind: string; min: number | null; max: number | null; unit: string };
  /** Begins the passage that has the value. */
  section: string;
  notice?: string;
  /** A step that the notice is not about. */
  without?: string;
  effectivity?: string;
  search: string;
}

const samples = path.join(projectRoot(), 'samples');
const library = JSON.parse(readFileSync(path.join(samples, 'library.json'), 'utf8')) as Entry[];
const torque = (min: number, max: number, unit = 'N·m') => ({ kind: 'torque', min, max, unit });

const EXPECTED: Expectation[] = [
  {
    file: 'amm-tr46-32-landing-gear.pdf',
    page: 19,
    value: '118 to 126 N·m (1044 to 1115 lbf·in)',
    quantity: torque(118, 126),
    section: '32-11-30',
    effectivity: 'POST SB TR46-32-018',
    search: 'torque of the apex nut TA32-11047-3',
  },
  {
    file: 'eo-skr-24-0107.docx',
    page: 1,
    value: '19.0 to 21.0 N·m (168 to 186 lbf·in)',
    quantity: torque(19, 21),
    section: '2.2 Installation',
    effectivity: 'MSN 5014-5039',
    search: 'torque of starter-generator terminals B and E',
  },
  {
    file: 'eo-skr-24-0107.docx',
    page: 1,
    value: '3. Remove the terminal nuts and the cables B, C, D and E.',
    section: '2.1 Removal',
    notice: 'CAUTION: Hold the lower nut with a second spanner',
    without: '2. Remove the terminal cover',
    search: 'remove starter-generator terminal nuts and cables',
  },
  {
    file: 'sl-tr46-52-011.html',
    page: 1,
    value: '22 to 25 N·m (195 to 221 lbf·in)',
    quantity: torque(22, 25),
    section: '3. Instructions',
    notice: 'WARNING: Install the door strut lock TT52-1004',
    effectivity: 'MSN 5049-5120',
    search: 'torque castellated nut TA52-11036-1',
  },
  {
    file: 'shop-bulletin-35-03.md',
    page: 1,
    value: '3. Torque the union nut of the regulator to 40 to 44 N·m (354 to 389 lbf·in).',
    quantity: torque(40, 44),
    section: 'Installation of the regulator',
    notice: 'Turn the union nut by hand for the first three turns.',
    without: '2. Install a new packing',
    effectivity: 'ALL',
    search: 'oxygen regulator union nut torque',
  },
  {
    file: 'aom-tr46-30-002.txt',
    page: 1,
    value: '(5) INFLATE THE BOOT TO 1.24 BAR (18 PSI)',
    section: '',
    notice: 'WARNING: DO NOT OPERATE THE BOOTS WHILE PERSONS TOUCH THE LEADING EDGE.',
    effectivity: 'MSN 5001-5048',
    search: 'de-icing boot patch inflate',
  },
  {
    file: 'pmc-tr46-28-fuel.zip',
    page: 3,
    value:
      '3.2 [Applicable to: MSN 5049-5120] Torque the six bolts TA28-21015-3 to 10.2 to 11.2 N·m (90 to 99 lbf·in).',
    quantity: torque(10.2, 11.2),
    section: 'Fuel booster pump - Installation',
    notice: 'WARNING: Obey the fuel safety procedures.',
    effectivity: 'MSN 5049-5120',
    search: 'torque bolts TA28-21015-3 booster pump',
  },
  {
    file: 'pmc-tr46-28-fuel.zip',
    page: 2,
    value: '4. Remove the six bolts and pull the pump out of the canister',
    section: 'Procedure',
    notice: 'CAUTION: Do not turn the pump when you pull it out.',
    without: '5. Remove and discard the packing.',
    search: 'pull booster pump out of canister',
  },
  {
    file: 'pmc-tr46-28-fuel.zip',
    page: 4,
    value: '2. Operate the pump and read the fuel pressure.',
    section: 'Fault code 2821A02: FUEL PRESS LOW message with the booster pump on',
    notice: 'CAUTION: Do not operate the pump for more than 30 s without fuel.',
    without: '1. Set the switch BOOST PUMP to ON',
    search: 'FUEL PRESS LOW fault 2821A02',
  },
  {
    file: 'pmc-tr46-28-fuel.zip',
    page: 5,
    value: 'P/N TA28-21015-3 | CAGE TARN1 | Qty 6 | . Bolt, high strength | Applicable to MSN 5049-5120',
    section: 'Fuel booster pump - Illustrated parts data',
    search: 'TA28-21015-3 bolt high strength',
  },
  {
    file: 'dmc-tr46-a-26-21-00-00a-520a-a.xml',
    page: 1,
    value: '2.1 Disconnect the electrical connector from each cartridge.',
    section: 'Procedure',
    notice: 'WARNING: Touch a bonding point with your hand',
    without: '2.2 Install a Shorting plug',
    effectivity: 'MSN 5001-5048',
    search: 'disconnect fire extinguisher cartridge',
  },
  {
    file: 'cmm-33-42-05-scan.pdf',
    page: 1,
    value: '2.3 to 2.7 Nm',
    quantity: torque(2.3, 2.7, 'Nm'),
    section: '',
    notice: 'CAUTION: Do not touch the glass with your fingers.',
    without: '(2) Pull the lamp forward',
    search: 'landing light lamp retainer screws torque',
  },
  {
    file: 'tq-5031-0412-fax.tif',
    page: 1,
    value: '(1) Do an eddy current inspection around the dent',
    section: '',
    notice: 'CAUTION: Do not push the dent out.',
    search: 'dent eddy current inspection MSN 5031',
  },
  {
    file: 'tc-tr46-71-020-issue-2.pdf',
    page: 3,
    value: '96 to 102 N·m (850 to 903 lbf·in)',
    quantity: torque(96, 102),
    section: '2. PROCEDURE',
    notice: 'CAUTION: USE THE TORQUE ADAPTER TT71-2101',
    without: '(2) Clean the orange lacquer',
    effectivity: 'ALL',
    search: 'torque of the engine mount bolts TA71-21015-1',
  },
];

const SCANS = ['cmm-33-42-05-scan.pdf', 'tq-5031-0412-fax.tif'];

describe('the sample library', () => {
  let world: TestWorld;
  let admin: SignedIn;
  /** Document and revision by the name of their file. */
  const filed = new Map<string, { document: string; revision: string }>();

  const uploaded = async (entry: Entry): Promise<void> => {
    const { file, folder = 'pdf', supersedes_file: before, ...more } = entry;
    const { sha256: _, ...fields } = more as Record<string, string>;
    const content = readFileSync(path.join(samples, folder, file));
    const earlier = before === undefined ? undefined : filed.get(before)!;
    if (!earlier) {
      const { id, revision } = await uploadManual(admin.api, content, fields, file);
      filed.set(file, { document: id as string, revision: revision.id as string });
      return;
    }
    const { version, revision_date } = fields;
    const { status, body } = await admin.api.upload(
      `/documents/${earlier.document}/revisions`,
      { version: version!, revision_date: revision_date! },
      { content, name: file },
    );
    expect([file, status]).toEqual([file, 202]);
    filed.set(file, { document: earlier.document, revision: body.data.id as string });
  };

  beforeAll(async () => {
    world = await startWorld();
    admin = await world.signIn({ role: 'admin' });
    for (const entry of library) await uploaded(entry);
  }, 60_000);
  afterAll(() => world.stop());

  const pageOf = async (file: string, page: number): Promise<Json> => {
    const { document, revision } = filed.get(file)!;
    const { status, body } = await admin.api.get(`/documents/${document}/pages/${page}?revision_id=${revision}`);
    expect([file, status]).toEqual([file, 200]);
    return body.data;
  };
  const passagesOf = (file: string, page: number) =>
    world.sql.query<{ text: string; section: string[]; notices: { text: string }[]; facts: { effectivity?: Json[] } }>(
      'SELECT text, section, notices, facts FROM passages WHERE revision_id = $1 AND page_number = $2 ORDER BY ordinal',
      [filed.get(file)!.revision, page],
    );

  it('is read to the last file, whatever its format', async () => {
    for (const { file, supersedes_file: before } of library) {
      const { document, revision } = filed.get(file)!;
      const at = `/documents/${document}/revisions/${revision}`;
      const look = async () => (await admin.api.get(at)).body.data.ingestion.state as string;
      const state = await until(look, (found) => ['ready', 'failed'].includes(found), 120_000);
      expect([file, state]).toEqual([file, 'ready']);
      if (before !== undefined) expect((await admin.api.post(`${at}/activate`)).status).toBe(200);
    }
  }, 240_000);

  it.each(EXPECTED)('$file says $value on page $page', async (expected) => {
    const { file, page: number, value, quantity, section, notice, without, effectivity } = expected;
    const page = await pageOf(file, number);
    expect(page.text).toContain(value);
    if (quantity) expect(page.quantities).toContainEqual(expect.objectContaining(quantity));
    const passages = await passagesOf(file, number);
    const passage = passages.find(({ text }) => text.includes(value))!;
    if (section) expect(passage.section.join(' > ')).toContain(section);
    const noticesOf = (row: typeof passage) => row.notices.map(({ text }) => text);
    const governing = notice === undefined ? undefined : expect.stringContaining(notice);
    if (governing) expect(noticesOf(passage)).toContainEqual(governing);
    if (without) {
      const other = passages.find(({ text }) => text.includes(without))!;
      expect(noticesOf(other)).not.toContainEqual(governing);
    }
    if (effectivity) expect(passage.facts.effectivity?.map((one) => one.value as string)).toContain(effectivity);
  });

  it.each(EXPECTED)('$search finds $file, quoted from its page', async ({ file, page, search }) => {
    const { body } = await admin.api.post('/search/passages', { query: search, limit: 10 });
    const { document, revision } = filed.get(file)!;
    const found = (body.data as Json[]).find((one) => one.document_id === document && one.page_number === page);
    expect(found).toMatchObject({ revision_id: revision, superseded: false });
    expect(await citedText(admin.api, found)).toBe(found.quote);
  });

  it.each([...new Set(EXPECTED.map(({ file }) => file))])('page images of %s have ink on them', async (file) => {
    const { document } = filed.get(file)!;
    const { status, bytes } = await fetchImage(world, admin, `/documents/${document}/pages/1/image?format=png`);
    expect(status).toBe(200);
    const ink = await InkMap.of(bytes);
    expect(ink.share({ x: 0, y: 0, width: ink.width, height: ink.height }, ink.width)).toBeGreaterThan(0.005);
  });

  it.each(SCANS)('%s says how surely it was read', async (file) => {
    expect((await pageOf(file, 1)).ocr_confidence).toBeGreaterThan(70);
  });

  it('keeps superscripts and the footnote of the Word file', async () => {
    const { text } = await pageOf('eo-skr-24-0107.docx', 1);
    expect(text).toContain('0.5 × 10⁻³ ohm');
    expect(text).toContain('70 mm²');
    expect(text).toContain('Footnote 1: The thread of the clamp has a dry-film lubricant');
  });

  it('shows what an issue of the task card changed, and which one is superseded', async () => {
    const [before, after] = ['tc-tr46-71-020-issue-1.pdf', 'tc-tr46-71-020-issue-2.pdf'].map((file) =>
      filed.get(file)!,
    );
    const at = `/documents/${before!.document}`;
    const { data } = (await admin.api.get(`${at}/revisions/diff?from=${before!.revision}&to=${after!.revision}`)).body;
    expect(data.summary).toMatchObject({ pages_added: 1, pages_removed: 0 });
    const changed = (data.pages as Json[]).find((page) => page.change === 'changed' && page.page_number_to === 3);
    const said = (op: string) =>
      (changed.lines as Json[]).filter((line) => line.op === op).map(({ text }) => text as string);
    expect(said('removed').join(' ')).toContain('108 to 114 N·m (956 to 1009 lbf·in)');
    expect(said('added').join(' ')).toContain('96 to 102 N·m (850 to 903 lbf·in)');
    expect(data.pages).toContainEqual(expect.objectContaining({ change: 'added', page_number_to: 4 }));

    const document = (await admin.api.get(at)).body.data;
    expect(document).toMatchObject({ version: 'Issue 2', status: 'active', supersedes: before!.revision });
    const old = (await admin.api.get(`${at}/pages/3?revision_id=${before!.revision}`)).body.data;
    expect(old).toMatchObject({ status: 'superseded', version: 'Issue 1' });
    const query = 'torque of the bolts TA71-21015-1 108 to 114 N·m';
    const filters = { document_ids: [before!.document] };
    const revisionsOf = async (more: object) => {
      const { body } = await admin.api.post('/search/passages', { query, filters: { ...filters, ...more } });
      return (body.data as Json[]).map((one) => [one.revision_id, one.superseded] as unknown[]);
    };
    expect(await revisionsOf({})).not.toContainEqual([before!.revision, expect.anything()]);
    expect(await revisionsOf({ include_superseded: true })).toContainEqual([before!.revision, true]);
  });
});
