import { rawPage, type LineSpec } from '../../../../test/support/pages/raw-page.js';
import type { OutlineEntry, PageBlock } from '../document/document.types.js';
import { INITIAL_STRUCTURE, structurePage, type StructureState } from './structure.js';

function structure(
  lines: (string | LineSpec)[],
  state: StructureState = INITIAL_STRUCTURE,
  outline: OutlineEntry[] = [],
) {
  const raw = rawPage(lines);
  return structurePage({ raw, header: [], slanted: [], body: raw.rows, footer: [], body_size: 10 }, outline, state);
}

const brief = (blocks: PageBlock[]) => blocks.map(({ kind, text, level }) => `${kind}${level ?? ''}: ${text}`);

function blocksOf(lines: (string | LineSpec)[], outline: OutlineEntry[] = []): string[] {
  return brief(structure(lines, INITIAL_STRUCTURE, outline).page.blocks);
}

describe('headings', () => {
  it('nest by size, weight and numbering', () => {
    expect(
      blocksOf([
        { text: '32-11-00 MAIN LANDING GEAR', size: 16, bold: true },
        { text: '1. General', bold: true, gap: 1 },
        { text: 'The gear has two legs.', gap: 1 },
        { text: '1.1 Limits', bold: true, gap: 1 },
        { text: 'See the table.', gap: 1 },
        { text: '2. Procedure', bold: true, gap: 1 },
      ]),
    ).toEqual([
      'heading1: 32-11-00 MAIN LANDING GEAR',
      'heading2: 1. General',
      'paragraph: The gear has two legs.',
      'heading3: 1.1 Limits',
      'paragraph: See the table.',
      'heading2: 2. Procedure',
    ]);
  });

  it('follow the outline of the file', () => {
    const outline = [
      { title: 'Fuel', page_number: 1, level: 1 },
      { title: 'Draining', page_number: 1, level: 2 },
    ];
    expect(blocksOf(['1 Fuel', { text: 'Draining', gap: 1 }, { text: 'Open the valve.', gap: 1 }], outline)).toEqual([
      'heading1: 1 Fuel',
      'heading2: Draining',
      'paragraph: Open the valve.',
    ]);
  });

  it('are found in plain text by capitals, numbering and underlines', () => {
    expect(
      blocksOf([
        'FUEL SYSTEM',
        { text: 'Drain the tank daily.', gap: 1 },
        { text: '2.1 Draining', gap: 1 },
        { text: 'Open it.', gap: 1 },
      ]),
    ).toEqual([
      'heading1: FUEL SYSTEM',
      'paragraph: Drain the tank daily.',
      'heading2: 2.1 Draining',
      'paragraph: Open it.',
    ]);
  });

  it('join lines that were too long for one', () => {
    const [first, second] = ['Removal and installation of the forward trunnion pin of the', 'main landing gear leg'];
    expect(
      blocksOf([
        { text: first, size: 14 },
        { text: second, size: 14 },
        { text: 'Lift it.', gap: 1 },
      ])[0],
    ).toBe(`heading1: ${first} ${second}`);
  });

  it('are not paragraphs in bold or large type, captions or contents entries', () => {
    const bold = [
      'This whole paragraph is in bold',
      'type because its author thinks',
      'that everything in it is of',
      'great importance',
    ];
    const lines = [
      ...bold.map((text) => ({ text, bold: true })),
      { text: 'Figure 3. Trunnion', size: 12, gap: 1 },
      { text: '1. Removal ............ 401', gap: 1 },
    ];
    expect(structure(lines).page.blocks.map((block) => block.kind)).toEqual(['paragraph', 'figure', 'table_row']);
  });
});

describe('steps', () => {
  it('know their level by their numbering, also across pages', () => {
    const first = structure(['A. Remove the wheel.', '(1) Jack the axle.', '(2) Loosen the nut:', '(a) by hand,']);
    expect(brief(first.page.blocks)).toEqual([
      'list_item1: A. Remove the wheel.',
      'list_item2: (1) Jack the axle.',
      'list_item2: (2) Loosen the nut:',
      'list_item3: (a) by hand,',
    ]);
    const second = structure(['(b) or with the tool.', '(3) Pull it off.', 'B. Clean the axle.'], first.state);
    expect(second.page.blocks.map((block) => block.level)).toEqual([3, 2, 1]);
  });

  it('do not begin at a number in the middle of a sentence', () => {
    expect(
      blocksOf(['(11) Do what is required by paragraph (3), (4),', { text: '(6) or (9) of this AD.', x: 90 }]),
    ).toEqual(['list_item1: (11) Do what is required by paragraph (3), (4), (6) or (9) of this AD.']);
  });
});

describe('notices', () => {
  it('hold all lines of their box, hanging paragraphs and bullets included', () => {
    expect(
      blocksOf([
        { text: 'WARNING: | DO NOT DO THESE THINGS:' },
        { text: '• TOUCH THE BRAKE', x: 202, gap: 0.8 },
        { text: 'THEY CAN KILL YOU.', x: 202, gap: 0.8 },
        { text: '(1) Remove the wheel.', gap: 1 },
      ]),
    ).toEqual([
      'warning: WARNING: DO NOT DO THESE THINGS:\n• TOUCH THE BRAKE\nTHEY CAN KILL YOU.',
      'list_item1: (1) Remove the wheel.',
    ]);
  });

  it('begin at a label on a line of its own', () => {
    expect(
      blocksOf([
        { text: 'CAUTION', bold: true, x: 250 },
        { text: 'Keep the seal dry.', gap: 1 },
        { text: 'Then go on.', gap: 1 },
      ]),
    ).toEqual(['caution: CAUTION Keep the seal dry.', 'paragraph: Then go on.']);
  });

  it('end where ordinary text begins', () => {
    expect(blocksOf(['NOTE: The tool is red.', { text: 'Put the tool away.', gap: 1 }])).toEqual([
      'note: NOTE: The tool is red.',
      'paragraph: Put the tool away.',
    ]);
  });

  it('run over a page break while their sentence is open', () => {
    const first = structure(['WARNING: DO NOT OPEN THE VALVE UNTIL THE']);
    const second = structure(['PRESSURE IS ZERO.', { text: '(1) Open the valve.', gap: 1 }], first.state);
    expect(second.page.blocks[0]).toMatchObject({ kind: 'warning', text: 'PRESSURE IS ZERO.', continued: true });
    expect(second.page.blocks[1]!.kind).toBe('list_item');
    const closed = structure(['WARNING: DO NOT OPEN IT.']);
    expect(structure(['An ordinary paragraph.'], closed.state).page.blocks[0]!.kind).toBe('paragraph');
  });

  it('that are steps end where the next step begins, also over a page break', () => {
    expect(
      blocksOf([
        'A. WARNING: HOT OIL. USE GLOVES.',
        { text: 'B. Remove the cap.', gap: 1 },
        '(1) NOTE: The nut is loose.',
        '(2) Torque the nut to 40 N·m.',
        '(3) CAUTION DO NOT DROP THE NUT.',
        '(4) SAFETY THE NUT.',
      ]),
    ).toEqual([
      'warning1: A. WARNING: HOT OIL. USE GLOVES.',
      'list_item1: B. Remove the cap.',
      'note2: (1) NOTE: The nut is loose.',
      'list_item2: (2) Torque the nut to 40 N·m.',
      'caution2: (3) CAUTION DO NOT DROP THE NUT.',
      'list_item2: (4) SAFETY THE NUT.',
    ]);
    const first = structure(['1. Open the panel.', '2. CAUTION: DO NOT DROP THE NUT.']);
    const second = structure(['3. Torque the nut to 41 N·m.', '4. Close the panel.'], first.state);
    expect(brief(second.page.blocks)).toEqual([
      'list_item1: 3. Torque the nut to 41 N·m.',
      'list_item1: 4. Close the panel.',
    ]);
  });

  it('that are steps hold the items of their own list', () => {
    expect(
      blocksOf([
        '1. WARNING: (1) HOT OIL.',
        { text: '(2) USE GLOVES.', x: 90 },
        { text: '2. Torque the nut to 40 N·m.', gap: 1 },
      ]),
    ).toEqual(['warning1: 1. WARNING: (1) HOT OIL.\n(2) USE GLOVES.', 'list_item1: 2. Torque the nut to 40 N·m.']);
    // What is work is a step, and governed.
    expect(blocksOf(['WARNING: A. HOT OIL.', 'B. Remove the cap.', 'C. Torque the nut to 40 N·m.'])).toEqual([
      'warning: WARNING: A. HOT OIL.',
      'list_item1: B. Remove the cap.',
      'list_item1: C. Torque the nut to 40 N·m.',
    ]);
  });

  it('with a list at a page break end at the next step, and go on with their own item', () => {
    const first = structure(['(1) Open it.', { text: 'WARNING: | (1) HOT OIL.', gap: 1 }]);
    const next = (x: number) => structure([{ text: '(2) USE GLOVES.', x }], first.state).page.blocks[0]!.kind;
    expect([next(72), next(202)]).toEqual(['list_item', 'warning']);
  });
});

describe('labels in capitals before capitals', () => {
  it('begin notices, and names stay what they are', () => {
    expect(
      blocksOf([
        { text: 'WARNING SYSTEM TEST', bold: true },
        { text: 'WARNING DEPRESSURIZE THE HYDRAULIC SYSTEM', bold: true, gap: 1 },
        { text: '(1) CAUTION DO NOT DROP THE PUMP', gap: 1 },
        { text: 'Make sure that the red MASTER', gap: 1 },
        'WARNING GOES OFF and that the',
        'CAUTION EICAS PAGE shows nothing.',
      ]),
    ).toEqual([
      'heading1: WARNING SYSTEM TEST',
      'warning: WARNING DEPRESSURIZE THE HYDRAULIC SYSTEM',
      'caution1: (1) CAUTION DO NOT DROP THE PUMP',
      'paragraph: Make sure that the red MASTER WARNING GOES OFF and that the CAUTION EICAS PAGE shows nothing.',
    ]);
  });
});

describe('notices inside of other blocks', () => {
  it('are blocks of their own at their place in the same page text', () => {
    const { page } = structure(['(1) Fill with 2.5 L. WARNING: FLUID IS', 'TOXIC.', '(2) Close the cap.']);
    expect(page.text).toBe('(1) Fill with 2.5 L. WARNING: FLUID IS TOXIC.\n(2) Close the cap.');
    expect(brief(page.blocks)).toEqual([
      'list_item1: (1) Fill with 2.5 L.',
      'warning: WARNING: FLUID IS TOXIC.',
      'list_item1: (2) Close the cap.',
    ]);
    expect(page.blocks.map(({ inline }) => inline)).toEqual([undefined, true, undefined]);
    for (const block of page.blocks) expect(page.text.slice(block.start, block.end)).toBe(block.text);
  });

  it('run over a page break too', () => {
    const first = structure(['(1) Fill it. WARNING: DO NOT TOUCH THE']);
    const second = structure(['FLUID.', { text: '(2) Close it.', gap: 1 }], first.state);
    expect(second.page.blocks[0]).toMatchObject({ kind: 'warning', text: 'FLUID.', continued: true });
  });

  it('are no headings in bold type', () => {
    expect(
      blocksOf([
        { text: '3. WARNING: HOT SURFACE', bold: true },
        { text: 'Wait.', gap: 1 },
      ])[0],
    ).toBe('warning1: 3. WARNING: HOT SURFACE');
    expect(
      blocksOf([
        { text: '3. WARNINGS', bold: true },
        { text: 'Wait.', gap: 1 },
      ])[0],
    ).toBe('heading1: 3. WARNINGS');
  });

  it('keep their whole text; a text longer than any notice is prose', () => {
    const long = (n: number) =>
      structure(['WARNING: A', ...Array.from({ length: n }, () => 'B'.repeat(99))]).page.blocks;
    expect(long(35)).toMatchObject([{ kind: 'warning', text: expect.stringMatching(/^.{3510}$/) as string }]);
    expect(long(70)).toMatchObject([
      { kind: 'warning', text: expect.stringMatching(/^WARNING: A [B ]{3800,3990}$/) as string },
      { kind: 'paragraph', text: expect.stringMatching(/^B[B ]{3000,3200}$/) as string },
    ]);
  });

  describe('in a book without headings end with their paragraph', () => {
    const wide = 'The tank is filled through the cap behind the seat and drained at the sump.';
    const prose = (n: number, x: number, style: Partial<LineSpec> = {}): LineSpec[] =>
      Array.from({ length: n }, () => ({ text: wide, x, ...style }));
    const noticesIn = (pages: LineSpec[][]) => {
      let state = INITIAL_STRUCTURE;
      return pages.flatMap((page) => {
        const { page: read, state: next } = structure(page, state);
        state = next;
        return read.blocks.filter(({ kind }) => kind === 'warning').map(({ text }) => text);
      });
    };

    it.each([
      [
        'whose next begins set in',
        [
          { text: `Warning: ${wide}`, x: 84 },
          { text: 'Let it cool.', x: 72 },
          { text: 'Then go on.', x: 84 },
        ],
        'Warning:',
      ],
      [
        'whose last line is short',
        [{ text: `WARNING: ${wide}`.replace('ARNING', 'arning') }, { text: 'Let it cool.' }, { text: 'Then go on.' }],
        'Warning:',
      ],
      [
        'whose label stands in the margin of all text',
        [{ text: `WARNING: | ${wide}` }, { text: 'Let it cool.', x: 202 }, { text: 'Then go on.', x: 202, gap: 1 }],
        'WARNING:',
      ],
    ])('%s', (_what, begin, label) => {
      const x = begin.at(-1)!.x ?? 72;
      const body = x === 84 ? 72 : x;
      const page = [...begin, ...prose(20, body)];
      expect(noticesIn([page, prose(30, body), prose(30, body)])).toEqual([`${label} ${wide} Let it cool.`]);
    });

    it('but not before it', () => {
      const page = [
        { text: `WARNING: | ${wide}` },
        { text: 'LET IT COOL.', x: 202, gap: 1 },
        { text: 'Wear gloves.', x: 202 },
      ];
      expect(noticesIn([[...page, { text: 'Open it.', gap: 2 }]])).toEqual([
        `WARNING: ${wide}\nLET IT COOL. Wear gloves.`,
      ]);
    });
  });
});

describe('page text', () => {
  it('has one line per block, lines joined and hyphens mended, tables row by row', () => {
    const { page } = structure([
      'The actu-',
      'ator extends.',
      { text: 'Item | Part number', gap: 1 },
      '10 | AT32-4021-3',
    ]);
    expect(page.text).toBe('The actuator extends.\nItem | Part number\n10 | AT32-4021-3');
    for (const block of page.blocks) expect(page.text.slice(block.start, block.end)).toBe(block.text);
  });

  it('knows the header of a table by its bold type, and captions by their wording', () => {
    const { blocks } = structure([
      { text: 'Table 2 Torques of the wheel', bold: true },
      { text: 'FIG. | UNITS', bold: true, gap: 1 },
      { text: 'ITEM | PER ASSY', bold: true, gap: 0.5 },
      { text: '10 | 27', gap: 0.5 },
      { text: 'Figure 3 shows the pump and', gap: 1 },
      'Figure 4 the valve.',
    ]).page;
    expect(blocks.map(({ kind, header = false }) => [kind, header])).toEqual([
      ['figure', false],
      ['table_row', true],
      ['table_row', true],
      ['table_row', false],
      ['paragraph', false],
    ]);
  });

  it('puts wrapped table cells back into their row', () => {
    const lines = [
      { text: 'Fault | Action', y: 100 },
      { text: 'Pump noisy | Replace the pump and', y: 120 },
      { text: 'flush the line', x: 202, y: 132 },
      { text: 'No flow | Open the valve', y: 152 },
    ];
    expect(structure(lines).page.text).toBe(
      'Fault | Action\nPump noisy | Replace the pump and flush the line\nNo flow | Open the valve',
    );
  });
});
