import { readFile } from '../../../../test/support/manuals/read-file.js';
import {
  NAMESPACES,
  relationships,
  rowsOf,
  xlsxOf,
  type SheetParts,
  type WorkbookParts,
} from '../../../../test/support/manuals/office-factory.js';
import { DEFAULT_EXTRACTION_LIMITS, type ExtractionLimits } from '../limits/extraction-limits.js';
import { XLSX } from './xlsx-format.js';

const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="0.0&quot; N·m&quot;"/></numFmts>' +
  '<fonts><font/><font><strike/></font></fonts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="0" fontId="1"/></cellXfs>';

const sheet = (rows: string, parts: Partial<SheetParts> = {}) =>
  xlsxOf({ sheets: [{ name: 'Torques', rows, ...parts }] });
const pagesOf = async (rows: string, parts: Partial<SheetParts> = {}) => (await readFile(sheet(rows, parts))).pages;

describe('workbooks', () => {
  it('have a page for each sheet, in the order of the workbook', async () => {
    const table = rowsOf([
      ['Part', 'Torque (N·m)'],
      ['TA32-1', 9.5],
      ['TA32-2', 23],
    ]);
    const file = xlsxOf({
      sheets: [
        { name: 'Bolts', rows: table },
        { name: 'Empty', rows: '' },
        { name: 'Old', rows: table, state: 'hidden' },
        { name: 'Older', rows: table, state: 'veryHidden' },
        { name: 'Notes', rows: rowsOf([['WARNING: DO NOT USE OLD VALUES.'], [], ['Read this first.']]) },
      ],
    });
    expect(await readFile(file)).toMatchObject({
      mediaType: XLSX,
      document: {
        page_count: 2,
        outline: [
          { title: 'Bolts', page_number: 1 },
          { title: 'Notes', page_number: 2 },
        ],
      },
      pages: [
        ['heading 1: Bolts', 'header: Part | Torque (N·m)', 'row: TA32-1 | 9.5', 'row: TA32-2 | 23'],
        ['heading 1: Notes', 'warning: WARNING: DO NOT USE OLD VALUES.', 'paragraph: Read this first.'],
      ],
      passages: [
        { section: ['Bolts'], columns: ['Part', 'Torque (N·m)'] },
        { section: ['Notes'] },
        { section: ['Notes'] },
      ],
      warnings: ['Hidden sheets were not read: Old, Older.'],
    });
  });

  it('show values as their formats do, without hiding digits', async () => {
    const cells =
      '<c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>118.25</v></c><c r="C1" s="2"><v>45000</v></c><c r="D1" t="b"><v>1</v></c>' +
      '<c r="E1" t="e"><v>#DIV/0!</v></c><c r="F1" t="str"><f>A1&amp;"x"</f><v>TA32x</v></c><c r="G1"><f>1+1</f><v>2</v></c>' +
      '<c r="H1" t="d"><v>2026-01-01</v></c><c r="I1" t="s"><v>1</v></c><c t="inlineStr"><is><t>a\nb</t></is></c>';
    const strings =
      '<si><t>TA32_x002D_1</t></si>' +
      '<si><r><rPr><strike/></rPr><t>40 </t></r><r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>3</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>';
    const file = xlsxOf({ sheets: [{ name: 'S', rows: `<row r="1">${cells}</row>` }], strings, styles: STYLES });
    const { pages, warnings } = await readFile(file);
    expect(pages).toEqual([
      ['heading 1: S', 'row: TA32-1 | 118.25 N·m | 2023-03-15 | TRUE | #DIV/0! | TA32x | 2 | 2026-01-01 | 10³ | a b'],
    ]);
    expect(warnings).toEqual(['Struck or deleted text was left out on page(s) 1.']);
  });

  it('leave out hidden rows and columns, struck cells and formulas without result, with warnings', async () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Part</t></is></c><c r="B1" t="inlineStr"><is><t>Old</t></is></c><c r="C1" t="inlineStr"><is><t>New</t></is></c></row>' +
      '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>40</v></c><c r="C2"><v>50</v></c></row>' +
      '<row r="3" hidden="1"><c r="A3"><v>2</v></c></row>' +
      '<row r="4"><c r="A4"><v>3</v></c><c r="C4"><f>1+1</f></c></row>' +
      '<row r="5"><c r="A5"><v>4</v></c><c r="C5" s="3"><v>60</v></c></row>';
    const before = '<cols><col min="2" max="2" hidden="1"/></cols>';
    const { pages, warnings } = await readFile(xlsxOf({ sheets: [{ name: 'S', rows, before }], styles: STYLES }));
    expect(pages).toEqual([['heading 1: S', 'header: Part | New', 'row: 1 | 50', 'row: 3', 'row: 4']]);
    expect(warnings).toEqual([
      'Struck or deleted text was left out on page(s) 1.',
      'Text that is not shown was left out on page(s) 1.',
      expect.stringMatching(/^Formulas without a stored result were left out on page\(s\) 1/),
    ]);
  });

  it('show texts as their formats do, with a warning about those that they hide or cannot show', async () => {
    const codes = ['@&quot; N·m&quot;', ';;;', '0.0 Nm', '0.0;'];
    const formats = codes.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join('');
    const styles = `<numFmts>${formats}</numFmts><cellXfs>${codes.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join('')}</cellXfs>`;
    const rows = rowsOf([
      ['Part', 'Value'],
      ['A', '<c s="0" t="inlineStr"><is><t>45</t></is></c>'],
      ['B', '<c s="1" t="inlineStr"><is><t>46</t></is></c>'],
      ['C', '<c s="2"><v>47</v></c>'],
      ['D', '<c s="3"><v>-5</v></c>'],
    ]).replaceAll(' t="inlineStr"><is><t xml:', ' s="9" t="inlineStr"><is><t xml:');
    const { pages, warnings } = await readFile(xlsxOf({ sheets: [{ name: 'S', rows }], styles }));
    expect(pages).toEqual([
      ['heading 1: S', 'header: Part | Value', 'row: A | 45 N·m', 'row: B', 'row: C | 47', 'row: D'],
    ]);
    expect(warnings).toEqual([
      'Text that is not shown was left out on page(s) 1.',
      expect.stringMatching(/^Numbers on page\(s\) 1 are shown as stored/),
    ]);
  });

  it.each(['fullCalcOnLoad', 'forceFullCalc'])('leave out the results of formulas with %s', async (option) => {
    const rows = rowsOf([
      ['Part', 'Base', 'Torque'],
      ['A', 20, '<c><f>B2*2</f><v>0</v></c>'],
    ]);
    const workbook = `<workbook ${NAMESPACES}><sheets><sheet name="S" r:id="s0"/></sheets><calcPr ${option}="1"/></workbook>`;
    const raw = { 'xl/workbook.xml': workbook };
    expect(await readFile(xlsxOf({ sheets: [{ name: 'S', rows }], raw }))).toMatchObject({
      pages: [['heading 1: S', 'header: Part | Base | Torque', 'row: A | 20']],
      warnings: [expect.stringMatching(/^Formulas without a stored result/)],
    });
  });

  it('leave out rows and columns without height or width', async () => {
    const rows =
      '<row r="1" ht="15"><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>' +
      '<row r="2" ht="0"><c><v>4</v></c></row><row r="3"><c><v>5</v></c></row>';
    const flat = '<cols><col min="2" max="2" width="0"/></cols>';
    const warnings = ['Text that is not shown was left out on page(s) 1.'];
    const read = (before: string) => readFile(sheet(rows, { before }));
    expect(await read(flat)).toMatchObject({ pages: [['heading 1: Torques', 'row: 1 | 3', 'row: 5']], warnings });
    const pages = [['heading 1: Torques', 'row: 1 | 3']];
    expect(await read(`<sheetFormatPr zeroHeight="1"/>${flat}`)).toMatchObject({ pages, warnings });
  });

  it('are found under part names in other case or with escapes', async () => {
    const rows = rowsOf([['a', 1]]);
    const part = `<worksheet ${NAMESPACES}><sheetData>${rows}</sheetData></worksheet>`;
    const target = relationships({ s0: ['worksheet', 'WORKSHEETS/other%20sheet.xml'] });
    const raw = { 'xl/_rels/workbook.xml.rels': target, 'xl/worksheets/Other sheet.xml': part };
    expect((await readFile(xlsxOf({ sheets: [{ name: 'S', rows: '' }], raw }))).pages).toEqual([
      ['heading 1: S', 'row: a | 1'],
    ]);
  });

  it.each<[string, WorkbookParts]>([
    ['a sheet', { sheets: [{ name: 'S', rows: '' }], raw: { 'xl/_rels/workbook.xml.rels': relationships({}) } }],
    [
      'the part of a sheet',
      {
        sheets: [{ name: 'S', rows: '' }],
        raw: { 'xl/_rels/workbook.xml.rels': relationships({ s0: ['worksheet', 'x.xml'] }) },
      },
    ],
    [
      'a string',
      { sheets: [{ name: 'S', rows: rowsOf([['a', '<c t="s"><v>99</v></c>']]) }], strings: '<si><t>a</t></si>' },
    ],
    ['a part name only once', { sheets: [{ name: 'S', rows: '' }], raw: { 'XL/Workbook.xml': '<workbook/>' } }],
  ])('are refused as corrupt without %s', async (_what, parts) => {
    await expect(readFile(xlsxOf(parts))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('repeat merged cells in each row, and join headers of two rows', async () => {
    const rows = rowsOf([
      ['Torque values', null, null, null],
      ['Size', 'Torque (N·m)', null, 'Note'],
      [null, 'min', 'max', null],
      ['M6', 9, 10, 'dry'],
      [null, 11, 12, null],
    ]);
    const after =
      '<mergeCells><mergeCell ref="A1:D1"/><mergeCell ref="A2:A3"/><mergeCell ref="B2:C2"/><mergeCell ref="D2:D3"/><mergeCell ref="A4:A5"/></mergeCells>';
    expect(await pagesOf(rows, { after })).toEqual([
      [
        'heading 1: Torques',
        'paragraph: Torque values',
        'header: Size | Torque (N·m) min | Torque (N·m) max | Note',
        'row: M6 | 9 | 10 | dry',
        'row: M6 | 11 | 12',
      ],
    ]);
  });

  it('have several tables, each under its own header', async () => {
    const rows = rowsOf([
      ['Part', 'Torque (N·m)'],
      ['TA32-1', 9.5],
      [],
      [null, 'System', 'Pressure (psi)'],
      [null, 'Green', 3000],
      [],
      [null, 'Blue', 2500],
    ]);
    expect(await pagesOf(rows)).toEqual([
      [
        'heading 1: Torques',
        'header: Part | Torque (N·m)',
        'row: TA32-1 | 9.5',
        'header: | System | Pressure (psi)',
        'row: | Green | 3000',
        'header: | System | Pressure (psi)',
        'row: | Blue | 2500',
      ],
    ]);
  });

  it.each<[string, Parameters<typeof rowsOf>[0]]>([
    ['other columns', [['Axle', 'M6', 9]]],
    ['fewer columns', [['Axle']]],
    ['other kinds of values', [[3000, 'psi']]],
    ['a line above them', [['Pressures'], ['Tire', 200]]],
  ])('do not continue a table with rows that have %s', async (_what, after) => {
    const [page] = await pagesOf(rowsOf([['Part', 'Torque (N·m)'], ['TA32-1', 9.5], ['TA32-2', 10], [], ...after]));
    expect(page!.filter((block) => block.startsWith('header'))).toEqual(['header: Part | Torque (N·m)']);
  });

  it('name their columns in tables and filtered ranges, which empty rows do not end', async () => {
    const rows = rowsOf([['1', '2'], ['a', 9.5], [], ['b', 23]]);
    const pages = [['heading 1: Torques', 'header: 1 | 2', 'row: a | 9.5', 'row: b | 23']];
    const named = rowsOf([['Part', 'Torque'], ['a', 9.5], [], ['b', 23]]);
    expect(await pagesOf(named, { after: '<autoFilter ref="A1:B4"/>' })).toEqual([
      ['heading 1: Torques', 'header: Part | Torque', ...pages[0]!.slice(2)],
    ]);
    const table = '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ref="A1:B4"/>';
    const file = xlsxOf({
      sheets: [{ name: 'Torques', rows, relations: { t: ['table', '../tables/a.xml'], c: ['comments', '../c.xml'] } }],
      raw: { 'xl/tables/a.xml': table, 'xl/c.xml': '<comments/>' },
    });
    expect(await readFile(file)).toMatchObject({ pages, warnings: ['Comments on page(s) 1 were left out.'] });
  });

  it('have no value for the name of a column: below a filter, beside a table, under a merged name', async () => {
    const filtered = rowsOf([
      ['Part', 'Torque'],
      ['a', 9.5],
      ['b', 23],
    ]);
    const rows = ['header: Part | Torque', 'row: a | 9.5', 'row: b | 23'];
    expect(await pagesOf(filtered, { after: '<autoFilter ref="A3:B3"/>' })).toEqual([['heading 1: Torques', ...rows]]);
    const table = '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ref="C2:D3"/>';
    const beside = rowsOf([
      ['Part', 'Torque'],
      ['a', 9.5, 'Nut', 'Size'],
      ['b', 23, 'N1', 7],
    ]);
    const sheets = [{ name: 'Torques', rows: beside, relations: { t: ['table', '../tables/a.xml'] as const } }];
    const { pages } = await readFile(xlsxOf({ sheets, raw: { 'xl/tables/a.xml': table } }));
    expect(pages[0]!.filter((block) => block.startsWith('header'))).toEqual([]);
    const merged = rowsOf([
      ['Task', 'Zone'],
      ['Inspect', 'Left', 'Right'],
      ['Clean', 'Top', 'Base'],
    ]);
    const [page] = await pagesOf(merged, { after: '<mergeCells><mergeCell ref="B1:C1"/></mergeCells>' });
    expect(page).toContain('row: Inspect | Left | Right');
  });

  it('have the text of their text boxes after the cells', async () => {
    const box = (text: string) => `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
    const drawing = `<xdr:wsDr xmlns:xdr="http://x" ${NAMESPACES}>${box('CAUTION: USE THE')}${box('NEW VALUES.')}</xdr:wsDr>`;
    const relations = { d: ['drawing', '../drawings/d.xml'] as const };
    const sheets = [{ name: 'S', rows: rowsOf([['a', 1]]), relations }];
    expect((await readFile(xlsxOf({ sheets, raw: { 'xl/drawings/d.xml': drawing } }))).pages).toEqual([
      ['heading 1: S', 'row: a | 1', 'caution: CAUTION: USE THE', 'paragraph: NEW VALUES.'],
    ]);
  });

  it('repeat the header in each passage and on each page of a long sheet', async () => {
    const values = Array.from({ length: 600 }, (_, i) => [`TA32-${11_000 + i}`, i / 10, 'Install the bolt']);
    const { pages, passages } = await readFile(sheet(rowsOf([['Part', 'Torque (N·m)', 'Remark'], ...values])));
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages.slice(1)) expect(page[0]).toBe('header: Part | Torque (N·m) | Remark');
    for (const { text } of passages) expect(text).toMatch(/^(?:Torques\n)?Part \| Torque \(N·m\) \| Remark\n/);
  });

  it('are refused with macros, and as binary workbooks', async () => {
    const file = (type: string) =>
      xlsxOf({
        sheets: [],
        raw: { '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>` },
      });
    await expect(readFile(file('application/vnd.ms-excel.sheet.macroEnabled.main+xml'))).rejects.toMatchObject({
      reason: 'macros',
    });
    await expect(readFile(file('application/vnd.ms-excel.sheet.binary.macroEnabled.main'))).rejects.toMatchObject({
      details: { kind: 'binary Excel workbook' },
    });
    const macrosheet = relationships({ m: ['xlMacrosheet', 'macrosheets/m.xml'] });
    await expect(
      readFile(xlsxOf({ sheets: [], raw: { 'xl/_rels/workbook.xml.rels': macrosheet } })),
    ).rejects.toMatchObject({
      reason: 'macros',
    });
  });

  it('that declare a million rows and columns are small, and links to other files inert', async () => {
    const rows = '<row r="1048576" spans="1:16384"><c r="XFD1048576"><v>7</v></c></row>';
    const relations = { l: ['hyperlink', 'http://localhost/x'] as const };
    expect(await pagesOf(rows, { before: '<dimension ref="A1:XFD1048576"/>', relations })).toEqual([
      ['heading 1: Torques', 'paragraph: 7'],
    ]);
  });

  const small: Partial<ExtractionLimits> = {
    table: { max_columns: 4, max_row_characters: 1_000, max_cells: 100, max_merges: 10 },
    max_file_text_bytes: 10_000,
  };
  const cells = (count: number) => `<row r="1">${'<c><v>1</v></c>'.repeat(count)}</row>`;
  it.each<[string, () => Buffer, string]>([
    [
      'cells',
      () => sheet(Array.from({ length: 101 }, (_, i) => `<row r="${i + 1}"><c><v>1</v></c></row>`).join('')),
      'table_size',
    ],
    ['columns', () => sheet(cells(5)), 'table_size'],
    [
      'merged cells',
      () => sheet(cells(1), { after: `<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(11)}</mergeCells>` }),
      'table_size',
    ],
    [
      'merged cells in a row',
      () => sheet(cells(1), { after: `<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(5)}</mergeCells>` }),
      'table_size',
    ],
    ['shared strings', () => xlsxOf({ sheets: [], strings: '<si/>'.repeat(101) }), 'table_size'],
    [
      'text in shared strings',
      () => xlsxOf({ sheets: [], strings: `<si><t>${'x'.repeat(10_001)}</t></si>` }),
      'too_much_text',
    ],
    [
      'text of one shared string',
      () =>
        xlsxOf({
          sheets: [{ name: 'S', rows: '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>' }],
          strings: `<si><t>${'x'.repeat(600)}</t></si>`,
        }),
      'too_much_text',
    ],
    ['rows of one number', () => sheet('<row r="2"/><row r="2"/>'), 'corrupt'],
    ['cells of one name', () => sheet('<row><c r="B1"/><c r="A1"/></row>'), 'corrupt'],
    ['rows', () => sheet('<row r="1048577"/>'), 'corrupt'],
    [
      'descriptions of columns',
      () => sheet('', { before: `<cols>${'<col min="1" max="1" hidden="1"/>'.repeat(16_385)}</cols>` }),
      'corrupt',
    ],
    ['nested elements', () => sheet('<a>'.repeat(300) + '</a>'.repeat(300)), 'too_complex'],
    [
      'entities',
      () => xlsxOf({ sheets: [], raw: { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' } }),
      'docx_doctype',
    ],
    ['promises', () => xlsxOf({ sheets: [], raw: { 'xl/workbook.xml': '' } }), 'empty'],
  ])('with too many %s end with a code', async (_what, make, code) => {
    await expect(readFile(make(), small)).rejects.toMatchObject({ code });
  });

  it('with more text than the limit by repeated strings end with a code', async () => {
    const rows = Array.from({ length: 90 }, () => '<row><c t="s"><v>0</v></c></row>').join('');
    const file = xlsxOf({ sheets: [{ name: 'S', rows }], strings: `<si><t>${'x'.repeat(900)}</t></si>` });
    await expect(readFile(file, small)).rejects.toMatchObject({ code: 'too_much_text' });
    expect(DEFAULT_EXTRACTION_LIMITS.table.max_row_characters).toBeLessThan(
      DEFAULT_EXTRACTION_LIMITS.max_page_text_bytes,
    );
  });
});
