import type { PageBlock } from '../document/document.types.js';
import { PartScanner, type PartPage } from './part-scanner.js';
import type { Part, PartLegend } from './part.types.js';

type Line = [kind: PageBlock['kind'], text: string];

function pageOf(page_number: number, lines: readonly Line[]): PartPage {
  let text = '';
  const blocks = lines.map(([kind, line]): PageBlock => {
    const start = text.length;
    text += `${line}\n`;
    return { kind, text: line, start, end: start + line.length, ...(kind === 'heading' && { level: 1 }) };
  });
  return { page_number, text, blocks, passages: [] };
}

function scan(...lines: Line[]): { parts: Part[]; legend: PartLegend } {
  const scanner = new PartScanner();
  const { parts } = scanner.enterPage(pageOf(1, lines));
  return { parts: [...parts, ...scanner.complete().parts], legend: scanner.legend };
}

const row = (text: string): Line => ['table_row', text];
const said = (text: string): Line => ['paragraph', text];
const FIGURE: Line = ['heading', '32-11-30 FIGURE 1 SIDE BRACE'];
const HEAD = row('ITEM | PART NUMBER | NOMENCLATURE | QTY');
const figures = (parts: readonly Part[]) => parts.map(({ number, figure }) => [number, figure]);

describe('a figure', () => {
  it.each(['Figure 7 shows the lock in detail.', 'Figure 7, item 3, is shown for reference.', 'FIGURE 7 (SHEET 2) SHOWS THE LOCK', 'Fig. 7 and Fig. 8 are for reference'])(
    'is not begun by a sentence: %s',
    (sentence) => {
      const { parts } = scan(FIGURE, HEAD, row('1 | HX27-1-1 | PIN | 1'), said(sentence), row('2 | HX27-1-3 | NUT | 1'));
      expect(figures(parts)).toEqual([['HX27-1-1', '1'], ['HX27-1-3', '1']]);
    },
  );

  it.each(['Figure 7. Lock, in detail', 'FIGURE 7 LOCK ASSEMBLY', 'Figure 7 (Sheet 1 of 2)', 'Figure 7', 'Figure 7, Sheet 2'])('is begun by a caption: %s', (caption) => {
    const { parts } = scan(FIGURE, HEAD, row('1 | HX27-1-1 | PIN | 1'), said(caption), row('1 | HX27-1-3 | NUT | 1'));
    expect(figures(parts)).toEqual([['HX27-1-1', '1'], ['HX27-1-3', '7']]);
  });
}); // prettier-ignore

describe('a line that can be the caption of another figure', () => {
  const usage = row('ITEM | PART NUMBER | NOMENCLATURE | USAGE CODE | QTY');
  const before = [FIGURE, row('CODE | AIRCRAFT'), row('A | MSN 1-10'), usage, row('1 | HX27-1-1 | PIN | A | 1')];
  const read = (caption: string, ...lines: Line[]) => {
    const { parts, legend } = scan(...before, said(caption), ...lines, usage, row('1 | HX27-7-1 | FILTER | A | 1'));
    return parts.map(({ figure, assemblies, condition }) => [figure, assemblies.length, legend.conditions[condition]!.flat().map(({ value }) => value)]);
  };

  it.each([['FIGURE 7 IN-LINE FILTER ASSEMBLY', '7'], ['FIGURE 7 TO-FROM INDICATOR', '7'], ['FIGURE 7 FOR LEFT WING', '7'], ['FIGURE 7 CAN, COMBUSTION', '7'], ['Figure 7 Lock assembly, right.', '7'],
    ['Figure 7 for the left wing', null], ['FIGURE 7 AND 8 LOCK ASSEMBLIES', null], ['Figure 7 Lock assembly with the pins that are not shown', null]])('does not give its rows the figure and codes above: %s', (caption, figure) => {
    expect(read(caption)).toEqual([['1', 0, ['MSN 1-10']], [figure, 0, [null]]]);
    expect(read(caption, row('CODE | AIRCRAFT'), row('A | MSN 50-60'))).toEqual([['1', 0, ['MSN 1-10']], [figure, 0, ['MSN 50-60']]]);
  });

  it('does not begin with a sentence', () => {
    expect(read('Figure 7 shows the lock in detail.')).toEqual([['1', 0, ['MSN 1-10']], ['1', 0, ['MSN 1-10']]]);
  });
}); // prettier-ignore

describe('a table of tools', () => {
  const before = [FIGURE, HEAD, row('10 | HX27-1-1 | PIN | 1')];
  it.each(['Special tools', 'TORQUES', '3. Consumables:', 'Table 4. Ground equipment', 'The following are necessary.'])(
    'is no parts list after the paragraph %s',
    (title) => {
      const { parts } = scan(...before, said(title), row('1 | TL-100-1 | SPANNER | 1'), row('20 | TL-100-3 | SOCKET | 1'));
      expect(figures(parts)).toEqual([['HX27-1-1', '1']]);
    },
  );

  it('does not begin with a table that has a head, up to the next title', () => {
    const tools = [row('POS | PART NO | DESCRIPTION | QTY'), row('11 | TL-100-1 | SPANNER | 1')];
    expect(scan(...before, said('Special tools'), ...tools).parts).toHaveLength(1);
    expect(scan(...before, ['heading', 'SPECIAL TOOLS'], ...tools).parts).toHaveLength(1);
    const again = scan(...before, said('Special tools'), ...tools, ['heading', 'FIGURE 2 LOCK'], HEAD, row('1 | HX27-2-1 | LOCK | 1'));
    expect(figures(again.parts)).toEqual([['HX27-1-1', '1'], ['HX27-2-1', '2']]);
  });

  it('ends at the caption of a figure in a paragraph', () => {
    const { parts } = scan(...before, said('Consumables'), row('1 | TL-1-1 | OIL | 1'), said('Figure 2. LOCK ASSEMBLY'), HEAD, row('1 | HX27-2-1 | LOCK | 1'));
    expect(figures(parts)).toEqual([['HX27-1-1', '1'], ['HX27-2-1', '2']]);
  });

  it.each(['TORQUE LINK ASSEMBLY', 'EQUIPMENT/FURNISHINGS', 'TOOL BOX'])('does not have the title %s', (title) => {
    const { parts } = scan(['heading', title], HEAD, row('1 | HX27-1-1 | PIN | 1'));
    expect(parts).toHaveLength(1);
  });

  it('does not keep a list from going on after a remark', () => {
    const { parts } = scan(...before, said('Torque the nut of item 10 after the tools are removed.'), row('20 | HX27-1-3 | NUT | 1'));
    expect(figures(parts)).toEqual([['HX27-1-1', '1'], ['HX27-1-3', '1']]);
  });
}); // prettier-ignore

describe('a number of a few digits', () => {
  it('is a part number where the column says so, and null elsewhere', () => {
    const { parts } = scan(FIGURE, HEAD, row('1 | 123 | PIN | 1'), row('2 | 7# | NUT | 1'), row('2A | 7* | NUT | 1'), row('3 | BOLT | 4'), row('123 | PIN | 1'), row('4 | 2 | 3 | 4'));
    expect(parts.map(({ item, number }) => [item, number])).toEqual([['1', '123'], ['2', '7'], ['2A', null], ['3', null],
      ['123', null], ['4', null],
    ]);
  });

  it('can be the rest of the number above', () => {
    const { parts } = scan(FIGURE, HEAD, row('1 | QX32-1146- | PIN, APEX | 1'), row(' | 123 | WITH FLAT | '), row('2 | QX32-1147-1 | NUT | 1'));
    expect(parts.map(({ number }) => number)).toEqual([null, 'QX32-1147-1']);
  });

  it.each(['QX32-1146 123', 'QX32-1146- 123', 'QX32-1146 -123'])('can be that in a row with a quantity: %s', (written) => {
    const [number, rest] = written.split(' ');
    const { parts } = scan(FIGURE, HEAD, row(`1 | ${number} | PIN, APEX | `), row(` | ${rest} | WITH FLAT | 2`), row('2 | QX32-1147-1 | NUT | 1'));
    expect(parts.map(({ number, is_partial }) => [number, is_partial])).toEqual([[null, true], [null, expect.any(Boolean)], ['QX32-1147-1', false]]);
  });

  it('is null where an asterisk can stand for digits', () => {
    const { parts } = scan(FIGURE, HEAD, row('1 | NAS1149F04* | WASHER | 1'), row('2 | 65-1234# | PIN | 1'));
    expect(parts.map(({ number, is_partial }) => [number, is_partial])).toEqual([[null, true], ['65-1234', true]]);
  });
}); // prettier-ignore

describe('columns that can limit a row', () => {
  const partial = (head: string, ...rows: string[]) =>
    scan(FIGURE, row(head), ...rows.map(row)).parts.map(({ is_partial }) => is_partial);

  it.each(['A320', 'B737-800', '-200', 'MODEL', 'A/C TYPE', 'AIRCRAFT', 'USED ON'])('leave it open below %s', (model) => {
    expect(partial(`ITEM | PART NUMBER | NOMENCLATURE | ${model} | QTY`, '1 | HX27-1-1 | PIN | X | 1', '2 | HX27-1-3 | NUT |  | 1')).toEqual([true, true]);
  });

  it('leave it open with a mark below a head that is not understood, and not with a remark', () => {
    expect(partial('ITEM | PART NUMBER | NOMENCLATURE | LINE | QTY', '1 | HX27-1-1 | PIN | X | 1', '2 | HX27-1-3 | NUT | see note | 1', '3 | HX27-1-5 | NUT |  | 1')).toEqual([true, false, false]);
  });

  it.each(['NOT A', 'EXC A', 'ALL EXC A', 'ALL, EXC A', 'ALL BUT A', 'A TO D', 'A THRU D', 'A W B', 'NOT A B', 'IF A', 'A, NOT B'])('do not give %s as alternatives', (code) => {
    const { parts, legend } = scan(FIGURE, row('CODE | AIRCRAFT'), row('A | MSN 1-10'), row('D | MSN 31-40'), row('ITEM | PART NUMBER | NOMENCLATURE | USAGE CODE | QTY'), row(`1 | HX27-1-1 | PIN | ${code} | 1`));
    const conditions = legend.conditions[parts[0]!.condition]!;
    expect([conditions.length > 0, conditions.flat().map(({ value }) => value).filter((value) => value !== null)]).toEqual([true, []]);
  });

  it.each(['MSN', 'S/N', 'FLEET NO', 'TAIL NO', 'REGISTRATION', 'LINE NO', 'RANGE', 'FROM - TO', 'MSN EFFECTIVITY'])('leave it open below %s', (head) => {
    expect(partial(`ITEM | PART NUMBER | NOMENCLATURE | ${head} | QTY`, '1 | HX27-1-1 | PIN | 001-050 | 1')).toEqual([true]);
  });

  it.each(['001-050', 'SE-KXE', 'SE-KXE AND SE-KXF', 'see note 3', 'x'])('leave it open with %s below a head that is not understood', (cell) => {
    expect(partial('ITEM | PART NUMBER | NOMENCLATURE | LINE | QTY', `1 | HX27-1-1 | PIN | ${cell} | 1`)).toEqual([true]);
  });

  it('give codes that spaces separate apart', () => {
    const { parts, legend } = scan(FIGURE, row('ITEM | PART NUMBER | NOMENCLATURE | USAGE CODE | QTY'), row('1 | HX27-1-1 | PIN | A B | 1'));
    expect(legend.conditions[parts[0]!.condition]).toEqual([
      [expect.objectContaining({ source: 'code', text: 'A', value: null }), expect.objectContaining({ source: 'code', text: 'B', value: null })],
    ]);
  });
}); // prettier-ignore

describe('a large catalog', () => {
  it('is read in steps, between which others get their turn', () => {
    const dense = pageOf(1, [FIGURE, HEAD, ...Array.from({ length: 1_000 }, (_, i) => row(`${i} | HX27-${i}-1 | PIN | 1`))]);
    const all = new PartScanner().stepsOf(dense);
    let [steps, isDone] = [0, false];
    while (!isDone) {
      isDone = all.next().done === true;
      steps += 1;
    }
    expect(steps).toBeGreaterThanOrEqual(20);
  });
}); // prettier-ignore
