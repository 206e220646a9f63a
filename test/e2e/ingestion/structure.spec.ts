import type { Json } from '../../support/api/api-client.js';
import { readyManual } from '../../support/manuals/manual.js';
import { lines, placedPdf, type PlacedText } from '../../support/manuals/pdf-factory.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

/** A page in the manner of an aircraft maintenance manual: its title above; effectivity, subject and page below. */
function amm(page: number, effectivity: string, body: PlacedText[]): PlacedText[] {
  return [
    { text: 'SKARV 46', y: 40 },
    { text: 'AIRCRAFT MAINTENANCE MANUAL', x: 220, y: 40 },
    ...body,
    { text: 'EFFECTIVITY', y: 770 },
    { text: '32-41-11', x: 460, y: 770 },
    { text: effectivity, y: 784 },
    { text: `Page ${page}`, x: 460, y: 784 },
  ];
}

function cells(y: number, texts: string[], bold = false): PlacedText[] {
  return texts.map((text, i) => ({ text, x: 72 + i * 160, y, bold }));
}

const manual = () =>
  placedPdf([
    [
      { text: 'Wheels and brakes', y: 90, size: 20, bold: true },
      ...lines(['Document No. SK46-AMM-32', 'Revision 12', 'Issued 29 May 2026'], 150),
      { text: 'EFFECTIVITY: MSN 0001-0345', y: 230 },
      { text: 'This manual tells how to keep the wheels of the aircraft in order and to what values.', y: 260 },
    ],
    amm(401, 'ALL', [
      { text: '32-41-11 MAIN WHEEL', y: 80, size: 16, bold: true },
      { text: 'TASK 32-41-11-400-801 Installation', y: 120, size: 12, bold: true },
      { text: '1. Procedure', y: 150, bold: true },
      { text: 'A. Put the wheel on the axle (Figure 401).', y: 180 },
      { text: '(1) Tighten the nut to 190 to 210 Nm (140 to 155 lbf.ft).', x: 90, y: 200 },
      { text: '(2) Make sure that the gap is not more than 0.005 in. (0.127 mm).', x: 90, y: 220 },
      { text: 'Figure 401 Main wheel (Sheet 1 of 2)', x: 200, y: 600 },
    ]),
    amm(402, 'MSN 0100-0120', [
      { text: 'ON A/C 101-120', y: 80 },
      { text: 'B. Inflate the tire to 13.8 bar (200 psi).', y: 110 },
      { text: 'Table 1 Torques of the main wheel', y: 180 },
      ...cells(210, ['Item', 'Part number', 'Torque'], true),
      ...cells(232, ['10', 'SK46-4021-3', '27 N·m']),
      ...cells(254, ['20', 'SK46-4021-5', '31 ± 2 N·m']),
    ]),
    amm(403, 'ALL', [{ text: 'C. Remove the jack after 10 minutes.', y: 80 }]),
  ]);

interface Row {
  text: string;
  facts: {
    ata?: string;
    task?: string;
    step?: string[];
    columns?: string[];
    effectivity?: { value: string; reach: string }[];
  };
}

describe('the structure of a manual', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let document: Json;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    document = await readyManual(admin.api, await manual());
  });
  afterAll(() => world.stop());

  const id = () => document.id as string;
  const passages = () =>
    world.sql.query<Row>(`SELECT text, facts FROM passages WHERE document_id = $1 ORDER BY ordinal`, [id()]);

  it('is suggested by the title page; only an effectivity that nobody had given is taken over', async () => {
    expect(document).toMatchObject({ effectivity: 'MSN 0001-0345', document_number: null });
    expect(document.revision).toMatchObject({ version: 'Rev 4', revision_date: null });
    const [row] = await world.sql.query<{ metadata: object }>(
      `SELECT metadata FROM document_revisions WHERE document_id = $1`,
      [id()],
    );
    expect(row!.metadata).toEqual({
      suggested: {
        document_number: 'SK46-AMM-32',
        revision: '12',
        revision_date: '2026-05-29',
        effectivity: 'MSN 0001-0345',
      },
    });
  });

  it('is shown with a page: quantities, effectivity, figures', async () => {
    const { body } = await admin.api.get(`/documents/${id()}/pages/2`);
    const text = body.data.text as string;
    const [quantities, effectivity, figures] = [
      body.data.quantities as Json[],
      body.data.effectivity as Json[],
      body.data.figures as Json[],
    ];
    expect(
      quantities.map(({ kind, text: written, min, max, unit }) => [kind, written, min, max, unit] as unknown[]),
    ).toEqual([
      ['torque', '190 to 210 Nm', 190, 210, 'Nm'],
      ['torque', '140 to 155 lbf.ft', 140, 155, 'lbf.ft'],
      ['length', '0.005 in.', null, 0.005, 'in.'],
      ['length', '0.127 mm', null, null, 'mm'],
    ]);
    expect(quantities[0]!.si).toEqual({ min: 190, max: 210, unit: 'N·m' });
    for (const one of [...quantities, ...figures])
      expect(text.slice(one.start as number, one.end as number)).toBe(one.text);
    expect(effectivity.map(({ value, reach, page_number }) => [value, reach, page_number] as unknown[])).toEqual([
      ['ALL', 'page', 2],
    ]);
    expect(figures).toMatchObject([
      { kind: 'figure', number: '401' },
      { kind: 'figure', number: '401', sheet: '1 of 2', title: 'Main wheel', caption: true },
    ]);
  });

  it('is kept in each passage', async () => {
    const found = await passages();
    const factsOf = (words: string) => found.find(({ text }) => text.includes(words))!.facts;
    const values = (words: string) => factsOf(words).effectivity!.map(({ value }) => value);
    expect(factsOf('Tighten the nut')).toMatchObject({
      ata: '32-41-11',
      task: '32-41-11-400-801',
      step: ['1.', 'A.'],
    });
    expect(values('Inflate the tire')).toEqual(['MSN 0100-0120', 'ON A/C 101-120']);
    expect(values('Remove the jack')).toEqual(['ALL', 'ON A/C 101-120']);
    expect(factsOf('31 ± 2')).toMatchObject({ columns: ['Item', 'Part number', 'Torque'] });
    expect(found.filter(({ text }) => /MAINTENANCE MANUAL|Page 40/.test(text))).toEqual([]);
  });

  it('can be asked for by ATA number and effectivity', async () => {
    const rows = await world.sql.query<Row>(
      `SELECT text, facts FROM passages WHERE document_id = $1 AND facts ->> 'ata' LIKE '32-41%'
         AND facts ? 'effectivity' AND facts -> 'effectivity' @> '[{"value": "ON A/C 101-120"}]'`,
      [id()],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => text.includes('Tighten'))).toBe(false);
  });
});
