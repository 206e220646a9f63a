import type { PageMessage } from '@amks/reader/extraction/child-protocol.js';
import { readDrawnPages, type Draw } from '../../support/manuals/drawn-pages.js';

/** One page for each case, read as one file. */
const PAGES = {
  printed_twice: (_, write) => {
    write('1. Torque to 25 N·m twice.', 72, 300);
    write('1. Torque to 25 N·m twice.', 72.3, 300);
    let x = write('2. Torque to ', 72, 330);
    for (const digit of '44') {
      write(digit, x, 330);
      x = write(digit, x + 0.3, 330) - 0.3;
    }
    write(' N·m by digits.', x, 330);
    write('3. Torque to 11 N·m once.', 72, 360);
  },
  stacked: (_, write) => {
    let x = write('1. Use a bolt of 3', 72, 300) + 1;
    write('1', x, 295, { size: 6.5 });
    x = write('2', x, 302, { size: 6.5 }) + 1;
    write(' in. diameter.', x, 300);
    x = write('2. Bore 12.50', 72, 330) + 1;
    write('+0.05', x, 325, { size: 6.5 });
    x = write('-0.00', x, 333, { size: 6.5 }) + 1;
    write(' mm wide.', x, 330);
    x = write('3. Torque to 10', 72, 360);
    x = write('-3', x, 355, { size: 6.5 });
    write(' N·m and hold.', x, 360);
  },
  slanted: (document, write) => {
    write('WARNING: DO NOT OPEN WITH PRESSURE. HOT OIL WILL BURN YOU.', 72, 300, { bold: true });
    document.save().rotate(-45, { origin: [150, 600] });
    write('1. HOT 77 N·m', 150, 600, { size: 40 });
    document.restore();
    write('1. Open the cap.', 72, 330);
    write('2. Drain the oil.', 72, 350);
  },
  unseen: (document, write) => {
    write('1. Torque to 40 N·m.', 72, 300);
    document.addContent('3 Tr');
    write('2. Torque to 99 N·m.', 72, 320);
    document.addContent('0 Tr').opacity(0);
    write('3. Torque to 98 N·m.', 72, 340);
    document.opacity(1);
    write('4. Torque to 97 N·m.', 72, 360);
    document.rect(70, 350, 200, 14).fill('white').fillColor('black');
    write('4. Torque to 67 N·m.', 72, 360);
    document.rect(70, 370, 200, 14).fill('black').fillColor('white');
    write('5. Torque to 68 N·m.', 72, 380);
    document.fillColor('black');
  },
  struck: (document, write) => {
    let x = write('1. Torque to ', 72, 300);
    let end = write('40', x, 300);
    document.moveTo(x, 297).lineTo(end, 297).stroke();
    write(' 35 N·m.', end, 300);
    x = write('2. Torque to ', 72, 330);
    end = write('50', x, 330);
    document.strike(x, 322, end - x, 10);
    write(' 45 N·m.', end, 330);
  },
  border: (document, write) => {
    const end = write('1. Torque to 60 N·m.', 72, 300);
    document
      .moveTo(40, 297)
      .lineTo(end + 100, 297)
      .stroke();
  },
  laid_over: (document, write) => {
    write('1. Torque to', 72, 300);
    document.textAnnotation(72, 320, 150, 20, 'Box 35 N·m');
    document.initForm().formText('f', 72, 350, 150, 20, { value: 'Field 55 N·m' });
    document.note(300, 300, 20, 20, 'Is this so?');
  },
  revised: (_, write) => {
    write('1. Remove the cover.', 72, 300);
    write('R', 50, 320);
    write('2. Torque to 40 N·m.', 72, 320);
    write('R', 50, 340);
    write('WARNING: HOT OIL WILL BURN YOU.', 72, 340);
    write('3. Drain the oil.', 72, 360);
  },
  beside: (_, write) => {
    write('6. Remove the bolt from the', 72, 300);
    write('WARNING: HOT. DO NOT', 272, 300, { bold: true });
    write('bracket and keep it.', 84, 314);
    write('TOUCH THE PIPE.', 272, 314, { bold: true });
    write('7. Torque the nut to 45 N·m.', 72, 328);
  },
  empty_cells: (_, write) => {
    const at = [72, 172, 272, 422];
    const rows = [
      ['Thread', 'Dry (lbf·in)', 'Lubricated (lbf·in)', 'Nut'],
      ['1/4-28', '70', '50', 'MS1'],
      ['5/16-24', '', '100', 'MS2'],
      ['', '190', '', 'MS3'],
    ];
    rows.forEach((row, i) =>
      row.forEach((cell, j) => void (cell && write(cell, at[j]!, 300 + 20 * i, { bold: i === 0 }))),
    );
  },
  centred_cell: (_, write) => {
    const row = (y: number, cells: string[]) => cells.forEach((cell, i) => write(cell, [72, 172, 422][i]!, y));
    row(300, ['A', 'Nut right', '55 N·m']);
    row(330, ['C', '', '60 N·m']);
    write('Nut of the tail axle which', 172, 324);
    write('is on the rear side', 172, 336);
    row(360, ['D', 'Nut left', '65 N·m']);
  },
  right_aligned: (document, write) => {
    const rows = [
      ['Nut', '5', '10'],
      ['NutA', '15', '100'],
      ['NutB', '25', '1000'],
    ];
    document.font('Helvetica').fontSize(10);
    rows.forEach(([nut, low, high], i) => {
      write(nut!, 72, 300 + 14 * i);
      write(low!, 112 - document.widthOfString(low!), 300 + 14 * i);
      write(high!, 140 - document.widthOfString(high!), 300 + 14 * i);
    });
  },
  numbered_notice: (_, write) => {
    write('A. Remove the cover.', 72, 300);
    write('WARNING:', 72, 330, { bold: true });
    write('(1) RELEASE THE PRESSURE.', 142, 330);
    write('(2) USE GLOVES: HOT OIL.', 142, 344);
    write('B. Disconnect the pipe.', 72, 370);
    write('(1) Hold the union.', 92, 384);
    write('C. Torque to 40 N·m.', 72, 410);
  },
  label_over_columns: (_, write) => {
    const filler = (x: number, y: number) => {
      for (let i = 0; i < 12; i += 1)
        write('This line of prose fills the column out to its very end', x, y + i * 14, { size: 8 });
    };
    for (const x of [50, 310]) filler(x, 160);
    write('WARNING:', 50, 350, { size: 8, bold: true });
    write(`DO NOT OPEN THE VALVE WITH PRESSURE IN THE SYSTEM. ${'INJURY CAN RESULT. '.repeat(3)}`, 50, 362, {
      size: 8,
      bold: true,
    });
    write('THE OIL IS TOXIC.', 50, 374, { size: 8, bold: true });
    for (const x of [50, 310]) filler(x, 410);
  },
} satisfies Record<string, Draw>;

describe('what a PDF draws', () => {
  let warnings: string[];
  let read: Map<string, PageMessage>;
  beforeAll(async () => {
    ({ read, warnings } = await readDrawnPages(PAGES));
  });

  const numberOf = (name: keyof typeof PAGES) => Object.keys(PAGES).indexOf(name) + 1;
  const textOf = (name: keyof typeof PAGES) => read.get(name)!.page.text;
  const kindsOf = (name: keyof typeof PAGES) => read.get(name)!.page.blocks.map(({ kind, text }) => [kind, text]);
  const told = (name: keyof typeof PAGES, words: RegExp) =>
    warnings.some((warning) => words.test(warning) && new RegExp(`\\b${numberOf(name)}\\b`).test(warning));

  it('is read once where it is printed twice to look bold', () => {
    expect(textOf('printed_twice').split('\n')).toEqual([
      '1. Torque to 25 N·m twice.',
      '2. Torque to 44 N·m by digits.',
      '3. Torque to 11 N·m once.',
    ]);
  });

  it('keeps stacked fractions, tolerances and high exponents in their line', () => {
    expect(textOf('stacked')).toBe(
      '1. Use a bolt of 3 1/2 in. diameter.\n2. Bore 12.50 +0.05/-0.00 mm wide.\n3. Torque to 10⁻³ N·m and hold.',
    );
  });

  it('is no title, no step and no end of a notice where it stands at a slant', () => {
    expect(kindsOf('slanted')).toEqual([
      ['warning', expect.stringMatching(/^WARNING: DO NOT OPEN/)],
      ['list_item', '1. Open the cap.'],
      ['list_item', '2. Drain the oil.'],
      ['paragraph', '1. HOT 77 N·m'],
    ]);
  });

  it('leaves out what is not seen, and tells it', () => {
    expect(textOf('unseen')).toBe('1. Torque to 40 N·m.\n4. Torque to 67 N·m.\n5. Torque to 68 N·m.');
    expect(told('unseen', /Invisible or covered/)).toBe(true);
  });

  it('leaves out what is struck by a line or an annotation, and tells it', () => {
    expect(textOf('struck')).toBe('1. Torque to 35 N·m.\n2. Torque to 45 N·m.');
    expect(told('struck', /Struck/)).toBe(true);
  });

  it('keeps text through which a border runs, and tells it', () => {
    expect(textOf('border')).toBe('1. Torque to 60 N·m.');
    expect(told('border', /may strike it out/)).toBe(true);
  });

  it('reads text boxes and form fields, and tells of them and of comments', () => {
    expect(textOf('laid_over')).toBe('1. Torque to\nBox 35 N·m\nField 55 N·m');
    expect(told('laid_over', /text boxes/)).toBe(true);
    expect(told('laid_over', /Comments/)).toBe(true);
  });

  it('has no revision marks in its steps and notices', () => {
    expect(kindsOf('revised').map(([kind]) => kind)).toEqual(['list_item', 'list_item', 'warning', 'list_item']);
    expect(told('revised', /Revision marks/)).toBe(true);
  });

  it('keeps a notice beside steps whole, before them', () => {
    expect(kindsOf('beside')).toEqual([
      ['warning', 'WARNING: HOT. DO NOT TOUCH THE PIPE.'],
      ['list_item', '6. Remove the bolt from the bracket and keep it.'],
      ['list_item', '7. Torque the nut to 45 N·m.'],
    ]);
  });

  it('keeps empty cells of a table in their place', () => {
    expect(textOf('empty_cells').split('\n').slice(1)).toEqual([
      '1/4-28 | 70 | 50 | MS1',
      '5/16-24 |  | 100 | MS2',
      '| 190 |  | MS3',
    ]);
  });

  it('keeps a cell of two lines in the row in whose middle it stands', () => {
    expect(textOf('centred_cell').split('\n')[1]).toBe('C | Nut of the tail axle which is on the rear side | 60 N·m');
  });

  it('keeps numbers of narrow columns apart', () => {
    expect(textOf('right_aligned')).toBe('Nut | 5 | 10\nNutA | 15 | 100\nNutB | 25 | 1000');
  });

  it('keeps all items of a notice in it, and its steps under it', () => {
    expect(kindsOf('numbered_notice')).toEqual([
      ['list_item', 'A. Remove the cover.'],
      ['warning', 'WARNING: (1) RELEASE THE PRESSURE.\n(2) USE GLOVES: HOT OIL.'],
      ['list_item', 'B. Disconnect the pipe.'],
      ['list_item', '(1) Hold the union.'],
      ['list_item', 'C. Torque to 40 N·m.'],
    ]);
    const last = read.get('numbered_notice')!.passages.at(-1)!;
    expect(last.notices.map(({ text }) => text)).toContain(
      'WARNING: (1) RELEASE THE PRESSURE.\n(2) USE GLOVES: HOT OIL.',
    );
  });

  it('keeps a label with the notice under it across two columns', () => {
    expect(kindsOf('label_over_columns').map(([kind]) => kind)).toEqual(['paragraph', 'warning', 'paragraph']);
    expect(kindsOf('label_over_columns')[1]![1]).toMatch(/^WARNING: DO NOT OPEN .* THE OIL IS TOXIC\.$/);
  });
});
