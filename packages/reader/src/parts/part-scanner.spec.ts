import type { PageBlock } from '../document/document.types.js';
import { PartScanner, type PartPage } from './part-scanner.js';
import type { Part, PartLegend, PartRelation } from './part.types.js';

type Line = [kind: PageBlock['kind'], text: string];

function pageOf(page_number: number, lines: Line[]): PartPage {
  let text = '';
  const blocks = lines.map(([kind, line]): PageBlock => {
    const start = text.length;
    text += `${line}\n`;
    return { kind, text: line, start, end: start + line.length, ...(kind === 'heading' && { level: 1 }) };
  });
  return { page_number, text, blocks, passages: [] };
}

function scan(...pages: Line[][]): { parts: Part[]; relations: PartRelation[]; legend: PartLegend } {
  const scanner = new PartScanner();
  const read = pages.map((lines, index) => scanner.enterPage(pageOf(index + 1, lines)));
  read.push(scanner.complete());
  return {
    parts: read.flatMap(({ parts }) => parts),
    relations: read.flatMap(({ relations }) => relations),
    legend: scanner.legend,
  };
}

const row = (text: string): Line => ['table_row', text];
const HEAD = row('FIG ITEM | PART NUMBER | AIRLINE STOCK NO. | 1234567 NOMENCLATURE | EFFECT FROM TO | UNITS PER ASSY');

describe('a parts list', () => {
  it('is read by its head: items, indenture, quantities and effectivity', () => {
    const { parts } = scan(
      [
        ['heading', '27-11-00 FIGURE 3 AILERON HINGE'],
        ['figure', 'Figure 3. Aileron hinge'],
      ],
      [
        HEAD,
        row('3 -1 | HX27-1100-1 |  | HINGE ASSY, AILERON | 001 050 | RF'),
        row('10 | HX27-1101-3 | 774-2001 | . BRACKET | 001 050 | 2'),
        row('- 10A | HX27-1101-5 |  | . BRACKET | 051 999 | 2'),
        row('20 | HX27-1104-1 |  | . . BUSHING |  | AR'),
      ],
    );
    expect(parts.map(({ item, not_illustrated, number, nomenclature, indenture, quantity, effectivity }) => [item, not_illustrated, number, nomenclature, indenture, quantity, effectivity])).toEqual([
      ['1', true, 'HX27-1100-1', 'HINGE ASSY, AILERON', 1, 'RF', '001 050'],
      ['10', false, 'HX27-1101-3', 'BRACKET', 2, '2', '001 050'],
      ['10A', true, 'HX27-1101-5', 'BRACKET', 2, '2', '051 999'],
      ['20', false, 'HX27-1104-1', 'BUSHING', 3, 'AR', null],
    ]); // prettier-ignore
    expect(parts[0]).toMatchObject({ figure: '3', figure_title: 'AILERON HINGE', figure_page: 1, page_number: 2 });
    expect(parts.map(({ assemblies }) => assemblies)).toEqual([[], [0], [0], [2]]);
    expect(parts[1]!.stock_number).toBe('774-2001');
  });

  it('leaves open what a row with missing cells can mean in two ways', () => {
    const { parts, legend } = scan([
      row('ITEM | PART NUMBER | NOMENCLATURE | EFFECT | USAGE CODE | UNITS'),
      row('5 | HX27-1102-1 | . PIN | A | 4'),
      row('6 | HX27-1103-1 | . NUT'),
      row('7 | NOT SUPPLIED | . LOCK WIRE SEE 12-00 | X9Z? | ?? | some'),
    ]);
    expect(parts[0]).toMatchObject({ number: 'HX27-1102-1', quantity: '4', effectivity: null, is_partial: true });
    expect(parts[1]).toMatchObject({ number: 'HX27-1103-1', nomenclature: 'NUT', quantity: null });
    expect(parts[2]).toMatchObject({ item: '7', number: null, quantity: null, is_partial: true });
    expect(parts[2]!.text).toContain('some');
    expect(legend.conditions[parts[0]!.condition]).toEqual([[expect.objectContaining({ source: 'row', value: null })]]);
  });

  it('tells supersession and interchangeability, with the lines below a row', () => {
    const { parts, relations } = scan([
      HEAD,
      row('1 | HX27-1110-1 |  | ROD (SUPSD BY HX27-1110-3 POST SB HX27-004) |  | 1'),
      row('2 | HX27-1111-3 |  | SEAL (TW WITH -1) |  | 1'),
      row('2 | HX27-1111-1 |  | SEAL (REPLACED BY -7) |  | 1'),
      row('3 | HX27-1112-1 |  | CLIP |  | 4'),
      ['paragraph', 'REPLACES HX27-1112-0 OR HX27-1099-7'],
      row('4 | HX27-1113-1 |  | BOLT (PRE SB HX27-004) |  | 4'),
      row('5 | HX27-1114-1 |  | NUT, NOT REPLACED BY HX27-1115-1 |  | 4'),
    ]);
    expect(relations.filter(({ kind }) => kind !== 'unclear').map(({ position, kind, one, other, condition }) => [position, kind, one, other, condition])).toEqual([
      [0, 'supersession', 'HX27-1110-1', 'HX27-1110-3', 'POST SB HX27-004'],
      [3, 'supersession', 'HX27-1112-0', 'HX27-1112-1', null],
      [3, 'supersession', 'HX27-1099-7', 'HX27-1112-1', null],
      [1, 'interchangeable', 'HX27-1111-3', 'HX27-1111-1', null],
    ]); // prettier-ignore
    expect(parts[3]!.text).toBe('3 | HX27-1112-1 |  | CLIP |  | 4\nREPLACES HX27-1112-0 OR HX27-1099-7');
  });

  it('takes conditions from the page, the row and the legend, and none from a legend that contradicts itself', () => {
    const { parts, legend } = scan(
      [
        row('ITEM | PART NUMBER | NOMENCLATURE | USAGE CODE | QTY'),
        row('1 | HX27-1120-1 | TAB (PRE SB HX27-009) | A, B | 1'),
        row('2 | HX27-1121-1 | TAB | A, B | 1'),
        row('3 | HX27-1122-1 | TAB | A, B | 1'),
      ],
      [
        ['heading', 'CODES'],
        row('CODE | AIRCRAFT'),
        row('A | MSN 101-140'),
        row('B | MSN 141-160'),
        row('B | MSN 161-170'),
        ['heading', 'VENDORS'],
        row('CODE | VENDOR'),
        row('V12A4 | Ostrava Hinges'),
      ],
    );
    expect(parts.map(({ condition }) => condition)).toEqual([0, 1, 1]);
    expect(legend.conditions[0]!.map((any) => any.map(({ source, text, value }) => [source, text, value]))).toEqual([
      [
        ['code', 'A', 'MSN 101-140'],
        ['code', 'B', null],
      ],
      [['row', 'PRE SB HX27-009', 'PRE SB HX27-009']],
    ]);
    expect(legend.vendors).toEqual({ V12A4: 'Ostrava Hinges' });
  });

  it('marks attaching parts up to the line that ends them', () => {
    const { parts } = scan([
      HEAD,
      row('1 | HX27-1130-1 |  | LEVER |  | 1'),
      ['paragraph', 'ATTACHING PARTS'],
      row('2 | HX27-1131-1 |  | SCREW |  | 2'),
      ['paragraph', '---*---'],
      row('3 | HX27-1132-1 |  | CAP |  | 1'),
    ]);
    expect(parts.map(({ attaching }) => attaching)).toEqual([false, true, false]);
  });

  it('is read from S1000D parts data', () => {
    const { parts, relations } = scan([
      ['figure', 'Figure 1 Wheel (ICN-HX-1)'],
      row('Figure 01A | Item 001 | P/N HX32-1 | CAGE K1234 | Qty 1 | Wheel | NSN 1630-01-222-3333'),
      row('Figure 01A | Item 002 | P/N HX32-7 | CAGE K1234 | Qty 12 | . Bolt (attaching part) | not illustrated | Optional part P/N HX32-9 | Applicable to A'),
    ]); // prettier-ignore
    expect(parts[1]).toMatchObject({
      ...{ figure: '01A', item: '002', number: 'HX32-7', vendor: 'K1234', quantity: '12', nomenclature: 'Bolt' },
      ...{ indenture: 2, attaching: true, not_illustrated: true, usage_code: 'A', assemblies: [0], figure_page: 1 },
    });
    expect(parts[0]!.stock_number).toBe('1630-01-222-3333');
    expect(relations).toEqual([expect.objectContaining({ kind: 'alternate', one: 'HX32-7', other: 'HX32-9' })]);
  });

  it('leaves open the rows around a line about bulletins', () => {
    const { parts, legend } = scan([
      HEAD,
      row('1 | HX27-1140-1 |  | ARM |  | 1'),
      ['paragraph', 'PRE SB HX27-009'],
      row('2 | HX27-1141-1 |  | PIN |  | 1'),
      row('POST SB HX27-009'),
      row('2 | HX27-1141-3 |  | PIN |  | 1'),
    ]);
    const rowsOf = (part: Part) => legend.conditions[part.condition]!.flat().filter(({ source }) => source === 'row');
    expect(parts.map((part) => rowsOf(part).map(({ value }) => value))).toEqual([[], [null], [null]]);
    // The first line does not limit the last row, which it would take from aircraft after the bulletin.
    expect(parts.map((part) => legend.conditions[part.condition]!.flat().map(({ text }) => text))).toEqual([
      [],
      ['PRE SB HX27-009', ''],
      [''],
    ]);
    expect(parts.map(({ text }) => text.includes('SB'))).toEqual([false, false, false]);
  });

  it('leaves open whether a line about aircraft is that of the row above or of those below', () => {
    for (const line of [row('MSN 101-140'), ['paragraph', 'FOR MSN 101-140']] satisfies Line[]) {
      const { parts, legend } = scan([
        HEAD,
        row('1 | HX27-1142-1 |  | ARM |  | 1'),
        line,
        row('2 | HX27-1143-1 |  | PIN |  | 1'),
      ]);
      expect(parts.map((part) => legend.conditions[part.condition]!.flat().map(({ value }) => value))).toEqual([[null], [null]]); // prettier-ignore
    }
  });

  it('has the aircraft of lines in brackets below a row, which limit no other row', () => {
    const { parts, legend } = scan([
      HEAD,
      row('1 | HX27-1144-1 |  | ARM |  | 1'),
      ['paragraph', '(MSN 101-140)'],
      row('2 | HX27-1145-1 |  | PIN |  | 1'),
      ['paragraph', '(PRE SB HX27-009)'],
      row('3 | HX27-1146-1 |  | NUT |  | 1'),
    ]);
    expect(parts.map((part) => legend.conditions[part.condition]!.flat().map(({ value }) => value))).toEqual([
      ['MSN 101-140'],
      ['PRE SB HX27-009'],
      [],
    ]);
  });

  it('leaves open a row that a line on the next page limits', () => {
    const { parts, legend } = scan(
      [HEAD, row('1 | HX27-1147-1 |  | ARM |  | 1')],
      [['paragraph', '(PRE SB HX27-009)'], row('2 | HX27-1148-1 |  | PIN |  | 1')],
    );
    expect(parts.map((part) => legend.conditions[part.condition]!.flat().map(({ value }) => value))).toEqual([[null], []]); // prettier-ignore
  });

  it('takes the codes of a figure from its own legend, or from one for all', () => {
    const head = row('ITEM | PART NUMBER | NOMENCLATURE | USAGE CODE | QTY');
    const { parts, legend } = scan([
      ['heading', 'CODES'],
      row('CODE | AIRCRAFT'),
      row('C | MSN 201-240'),
      ['heading', '27-11-00 FIGURE 1 HINGE'],
      row('CODE | AIRCRAFT'),
      row('A | MSN 101-140'),
      head,
      row('1 | HX27-1190-1 | ARM | A, C | 1'),
      ['heading', '27-11-00 FIGURE 2 ROD'],
      head,
      row('1 | HX27-1191-1 | ROD | A, C | 1'),
    ]);
    expect(parts.map((part) => legend.conditions[part.condition]!.flat().map(({ value }) => value))).toEqual([
      ['MSN 101-140', 'MSN 201-240'],
      [null, 'MSN 201-240'],
    ]);
  });

  it('tells old part numbers of bulletins with the head of their column', () => {
    const { parts, relations } = scan([
      row('New part number | Quantity for each propeller | Nomenclature | Old part number'),
      row('BH6-5006-3 | 1 | Bracket, steel | BH6-5006-1'),
    ]);
    expect(parts.map(({ number, quantity }) => [number, quantity])).toEqual([['BH6-5006-3', '1']]);
    expect(relations.map(({ kind, one, other, condition }) => [kind, one, other, condition])).toEqual([
      ['supersession', 'BH6-5006-1', 'BH6-5006-3', 'Old part number'],
    ]);
  });

  it('tells what it does not understand of replacements', () => {
    const { relations } = scan([
      row('ITEM | PART NUMBER | NOMENCLATURE | REPLACED BY | QTY'),
      row('1 | HX27-1195-1 | ARM | SB27-001 | 1'),
      row('2 | HX27-1196-1 | PIN | SEE ITEM 4 | 1'),
      row('3 | -7 | NUT (REPLACES HX27-1197-1) |  | 1'),
      row('4 | HX27-1198-1 | CAP (REPLACED BY HX27-1198-3 AND HX27-1199-1) |  | 1'),
    ]);
    expect(relations.map(({ kind, one }) => [kind, one])).toEqual(
      ['HX27-1195-1', 'HX27-1196-1', 'HX27-1197-1', 'HX27-1198-1'].map((one) => ['unclear', one]),
    );
  });

  it('shares one condition among all rows with a cell that is not understood', () => {
    const { parts } = scan([
      row('ITEM | PART NUMBER | NOMENCLATURE | USAGE CODE | QTY'),
      row('1 | HX27-1150-1 | TAB | ?? | 1'),
      row('2 | HX27-1151-1 | TAB | ?! | 1'),
    ]);
    expect(parts.map(({ condition, is_partial }) => [condition, is_partial])).toEqual([[0, true], [0, true]]); // prettier-ignore
  });

  it('has the title and page only of its own figure', () => {
    const { parts } = scan([
      ['figure', 'Figure 3. Hinge'],
      ['paragraph', 'For details of the lock refer to Figure 7.'],
      HEAD,
      row('10 | HX27-1160-1 |  | ARM |  | 1'),
      row('4 -1 | HX27-1161-1 |  | PIN |  | 1'),
    ]);
    expect(parts.map(({ figure, figure_title, figure_page }) => [figure, figure_title, figure_page])).toEqual([
      ['3', 'Hinge', 1],
      ['4', null, null],
    ]);
  });

  it('ends where another table begins', () => {
    const { parts } = scan([
      HEAD,
      row('10 | HX27-1170-1 |  | ARM |  | 1'),
      ['paragraph', 'Special tools and torques'],
      row('TL-100-1 | SPANNER | 1'),
      row('HX27-1170-1 | Torque 40 Nm | 2'),
      row('CODE | VENDOR'),
      row('V12A4 | Ostrava Hinges'),
    ]);
    expect(parts.map(({ number }) => number)).toEqual(['HX27-1170-1']);
  });

  it('tells supersession in columns, and on the page after its row', () => {
    const { parts, relations } = scan(
      [
        row('ITEM | PART NUMBER | NOMENCLATURE | REPLACED BY | OLD P/N | QTY'),
        row('1 | HX27\u20111180\u20111 | ARM | HX27-1180-5 |  | 1'),
        row('2 | HX27-1181-3 | PIN |  | HX27-1181-1 | 1'),
        row('3 | HX27-1182-1 | NUT |  | SB27-001 | 1'),
      ],
      [row(' |  | (SUPSD BY HX27-1182-3) |  |  | '), row('4 | HX27-1183-1 | CAP |  |  | 1')],
    );
    expect(parts).toHaveLength(4);
    expect(relations.map(({ position, one, other, text, page_number }) => [position, one, other, text, page_number])).toEqual([
      [0, 'HX27-1180-1', 'HX27-1180-5', 'HX27-1180-5', 1],
      [1, 'HX27-1181-1', 'HX27-1181-3', 'HX27-1181-1', 1],
      [2, 'HX27-1182-1', 'HX27-1182-3', 'SUPSD BY HX27-1182-3', 2],
    ]); // prettier-ignore
  });

  it('needs a part number and a nomenclature: an index and a table of torques are not read', () => {
    const { parts } = scan([
      row('Part number | Figure | Item'),
      row('HX27-1130-1 | 27-11-00-01 | 30'),
      ['heading', 'TORQUES'],
      row('Bolt | Torque | Tool'),
      row('HX27-1130-1 | 20 Nm | T-11'),
    ]);
    expect(parts).toEqual([]);
  });
});
