import { expectLinear } from '../../../../test/support/linear-time.js';
import { readFile } from '../../../../test/support/manuals/read-file.js';
import { DEFAULT_TABLE_LIMITS } from '../limits/extraction-limits.js';
import { csvDelimiter } from './csv-records.js';

const TORQUES = 'Part,Thread,Torque (N·m)\nTA32-1,M6,9.5\nTA32-2,"M8, fine","23\n25"\n';

describe('csvDelimiter', () => {
  it.each([
    ['commas', TORQUES, ','],
    ['semicolons and decimal commas', 'Teil;Moment\r\nA;9,5\r\nB;10,5\r\n', ';'],
    ['semicolons, and a comma in the header', 'Teil;Moment,Nm\nA;9,5\nB;10,5\nC;23,5', ';'],
    ['tabs', 'Part\tTorque\nA\t9.5\nB\t10', '\t'],
    ['quotes in words', 'Part,Size\nBolt,3/4"\nNut,1/2"\n', ','],
    ['a declared delimiter', 'sep=;\nA;1\n', ';'],
    ['no header', 'TA32-1,M6,9.5\nTA32-2,M8,23\nTA32-3,M10,46\n', ','],
    ['quoted paragraphs', `Part,Text\nA,"One.\n\nTwo, three."\nB,b\nC,"${'x '.repeat(40_000)}`, ','],
  ])('finds a table with %s', (_what, text, delimiter) => {
    expect(csvDelimiter(text)).toBe(delimiter);
  });

  it.each([
    [
      'sentences with commas',
      'Remove the bolt, nut and washer.\nInstall the bolt, nut and pin.\nTorque it, then lock it.',
    ],
    ['values with decimal commas', 'Druck 12,5 bar\nMoment 3,5 Nm\nTemperatur 20,5 °C'],
    ['two values with decimal commas', 'Moment 3,5 bis 4,5 Nm\nDruck 12,5 bis 13,5 bar\nLuft 1,5 bis 2,5 bar'],
    ['decimal numbers with semicolons and no header', '9,5;10,5\n23,5;25,5\n46,5;49,5'],
    ['a log', '2026-01-01 12:00:00,123 INFO start\n2026-01-01 12:00:01,456 INFO end\n2026-01-01 12:00:02,456 INFO a'],
    ['rows of different length', 'a,b,c\nd,e\nf,g,h\n'],
    ['two lines with a comma each', 'Dear Sir,hello\nYours,me'],
    ['blank lines', 'a,b,c\n\nd,e,f\n'],
    ['one line', 'a,b,c'],
    ['nothing', '\n\n'],
    ['a quote that never ends', `a,b\n"${'x,'.repeat(9_000)}`],
  ])('takes %s for plain text', (_what, text) => {
    expect(csvDelimiter(text)).toBeNull();
  });

  it.each(['"', ',', '""', 'a,', '\n', '"a"b', ';\t,\n', 'a b,1'])(
    'takes linear time for repeated %j',
    async (part) => {
      await expectLinear(csvDelimiter, (length) => part.repeat(length / part.length), 8_000);
    },
  );
});

describe('CSV files', () => {
  it('are read as one table under its header', async () => {
    expect(await readFile(TORQUES)).toMatchObject({
      mediaType: 'text/csv',
      pages: [['header: Part | Thread | Torque (N·m)', 'row: TA32-1 | M6 | 9.5', 'row: TA32-2 | M8, fine | 23; 25']],
      passages: [{ columns: ['Part', 'Thread', 'Torque (N·m)'] }],
      warnings: [],
    });
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffA,B\n20 °C,±1\nx,y\n')],
    ['UTF-16', Buffer.from('\ufeffA,B\r\n20 °C,±1\r\nx,y\r\n', 'utf16le')],
    ['UTF-16, big endian', Buffer.from('\ufeffA,B\r20 °C,±1\rx,y\r', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('A,B\n20 °C,±1\nx,y\n', 'latin1')],
  ])('are read in %s', async (_what, content) => {
    expect((await readFile(content)).pages).toEqual([['header: A | B', 'row: 20 °C | ±1', 'row: x | y']]);
  });

  it('have the header in each passage and on each page', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => `TA32-${11_000 + i},M${i},${i}.5,Install the bolt`);
    const { pages, passages, layouts } = await readFile(['Part,Thread,Torque (N·m),Remark', ...rows].join('\n'));
    const header = 'Part | Thread | Torque (N·m) | Remark';
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(page[0]).toBe(`header: ${header}`);
    for (const { text, columns } of passages) {
      expect(text.split('\n')[0]).toBe(header);
      expect(columns).toEqual(header.split(' | '));
    }
    expect(passages.flatMap(({ text }) => text.split('\n').slice(1))).toEqual(
      rows.map((row) => row.replaceAll(',', ' | ')),
    );
    expect(layouts.every((layout) => layout!.boxes.length > 0)).toBe(true);
  });

  it('keep empty cells, bars in cells and notices, after which the header is repeated', async () => {
    const { pages } = await readFile('A;B;C\n1;;3\n4;5 | 6;\nCAUTION: HOT;;\n;8;9\n');
    expect(pages).toEqual([
      [
        'header: A | B | C',
        'row: 1 | | 3',
        'row: 4 | 5 / 6',
        'caution: CAUTION: HOT',
        'header: A | B | C',
        'row: | 8 | 9',
      ],
    ]);
  });

  it('keep a row whole that has a notice in a cell', async () => {
    const { pages } = await readFile('Step,Text,Torque (N·m)\n1,Turn,20\n2,WARNING: DO NOT EXCEED,30\n3,Lock,10\n');
    expect(pages).toEqual([
      [
        'header: Step | Text | Torque (N·m)',
        ...['row: 1 | Turn | 20', 'row: 2 | WARNING: DO NOT EXCEED | 30', 'row: 3 | Lock | 10'],
      ],
    ]);
  });

  it('have a warning about rows of another length', async () => {
    const rows = `A,B\n${'1,2\n'.repeat(200)}3,4,5\n6\n`;
    const { pages, warnings } = await readFile(rows);
    expect(pages.flat().slice(-2)).toEqual(['row: 3 | 4 | 5', 'row: 6']);
    expect(warnings).toEqual([expect.stringMatching(/^Rows on page\(s\) 1 have more or fewer cells/)]);
  });

  it.each<[string, string, string]>([
    ['a field without end', `A,B\n${'1,2\n'.repeat(20_000)}"x,3\n4,5\n`, 'csv_malformed'],
    ['a field of 50 MB', `A,B\n${'1,2\n'.repeat(200)}3,"${'x'.repeat(50 * 1024 ** 2)}"\n`, 'csv_malformed'],
    ['quotes that are not doubled', `A,B\n${'1,2\n'.repeat(9)}C,"3/8"",80\nD,"1/2""",90\n`, 'csv_malformed'],
    [
      'too many columns',
      `A,B\n${'1,2\n'.repeat(200)}${'3,'.repeat(DEFAULT_TABLE_LIMITS.max_columns)}4\n`,
      'table_size',
    ],
    ['too many pages', `A,B\n${'1,2\n'.repeat(20_000)}`, 'too_many_pages'],
  ])('are refused with %s', async (_what, content, code) => {
    await expect(readFile(content, { max_pages: code === 'too_many_pages' ? 10 : 20_000 })).rejects.toMatchObject({
      code,
    });
  });
});
