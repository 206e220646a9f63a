import type { PassageFacts } from '@amks/language/facts/passage-facts.js';
import type { BlockKind, ExtractedPage, PageBlock } from '../document/document.types.js';
import { INITIAL_PASSAGES, splitPage, type PassageState } from '../passages/passages.js';
import { describePage, INITIAL_FACTS, type FactsState } from './page-facts.js';

type Spec = [kind: BlockKind, text: string, level?: number, more?: Partial<PageBlock>];
interface PageSpec {
  header?: string[];
  blocks: Spec[];
  footer?: string[];
}

const tools = { countTokens: (text: string) => text.split(/\s+/).filter(Boolean).length, extractIdentifiers: () => [] };

function pageOf({ header = [], blocks, footer = [] }: PageSpec, pageNumber: number): ExtractedPage {
  let start = header.join('\n').length + (header.length > 0 ? 1 : 0);
  const placed = blocks.map(([kind, text, level, more]): PageBlock => {
    const block = { kind, text, start, end: start + text.length, ...(level && { level }), ...more };
    start = block.end + 1;
    return block;
  });
  const text = [...header, ...blocks.map((block) => block[1]), ...footer].join('\n');
  return { page_number: pageNumber, label: null, text, blocks: placed };
}

/** Passages of pages that follow each other: the last line of each with its facts, and the pages. */
function described(...pages: PageSpec[]) {
  let [passages, facts]: [PassageState, FactsState] = [INITIAL_PASSAGES, INITIAL_FACTS];
  const texts = new Map<number, string>();
  const all = pages.flatMap((spec, i) => {
    const page = pageOf(spec, i + 1);
    texts.set(i + 1, page.text);
    const split = splitPage(page, passages, tools);
    const result = describePage(page, split.passages, JSON.parse(JSON.stringify(facts)) as FactsState, null);
    [passages, facts] = [split.state, result.state];
    return split.passages.map(({ text }, j) => ({ line: text.split('\n').at(-1)!, ...result.facts[j]! }));
  });
  for (const { effectivity = [] } of all)
    for (const { text, page_number, start, end } of effectivity)
      expect(texts.get(page_number)!.slice(start, end)).toBe(text);
  return all;
}

const values = (facts: PassageFacts) => (facts.effectivity ?? []).map(({ reach, value }) => `${reach}: ${value}`);
const byLine = <T>(all: ({ line: string } & PassageFacts)[], of: (one: PassageFacts) => T) =>
  Object.fromEntries(all.map((one) => [one.line, of(one)]));

describe('effectivity', () => {
  it('of running rows holds for their page, the value perhaps below its label', () => {
    const all = described(
      { blocks: [['paragraph', 'One.']], footer: ['EFFECTIVITY: | MSN 0001-0345 | 32-11-00 | Page 401'] },
      { blocks: [['paragraph', 'Two.']], footer: ['EFFECTIVITY | 32-11-00', 'ALL | Page 402'] },
      { header: ['ON A/C 101-120'], blocks: [['paragraph', 'Three.']] },
      { blocks: [['paragraph', 'Four.']] },
      { blocks: [['paragraph', 'Five.']], footer: ['EFFECTIVITY | 32-018', 'MSN 5001-5073 | Page 3'] },
      { blocks: [['paragraph', 'Six.']], footer: ['EFFECTIVITY | A600-01', 'PRE SB TR46-32-018 | Page 1'] },
      { blocks: [['paragraph', 'Seven.']], footer: ['EFFECTIVITY | MSN 101-120', 'EXCEPT 105 | Page 1'] },
    );
    expect(byLine(all, values)).toEqual({
      'One.': ['page: MSN 0001-0345'],
      'Two.': ['page: ALL'],
      'Three.': ['page: ON A/C 101-120'],
      'Four.': [],
      'Five.': ['page: MSN 5001-5073'],
      'Six.': ['page: PRE SB TR46-32-018'],
      'Seven.': ['page: MSN 101-120', 'page: EXCEPT 105'],
    });
  });

  it('alone on its line holds to the end of its section or to the next, over pages', () => {
    const all = described(
      {
        blocks: [
          ['heading', 'Removal', 1],
          ['paragraph', '**ON A/C 101-120'],
          ['list_item', '(1) First.', 1],
        ],
      },
      {
        blocks: [
          ['list_item', '(2) Second.', 1],
          ['paragraph', '**ON A/C ALL'],
          ['list_item', '(3) Third.', 1],
          ['heading', 'Tests', 2],
          ['paragraph', 'Fourth.'],
          ['heading', 'Installation', 1],
          ['paragraph', 'Fifth.'],
        ],
      },
    );
    expect(byLine(all, values)).toEqual({
      '(1) First.': ['section: ON A/C 101-120'],
      '(2) Second.': ['section: ON A/C 101-120'],
      '(3) Third.': ['section: ON A/C ALL'],
      'Fourth.': ['section: ON A/C ALL'],
      'Fifth.': [],
    });
  });

  it('of lines that follow each other, and of a heading, hold together', () => {
    const [one, two] = described({
      blocks: [
        ['heading', 'Removal (PRE SB 32-1045)', 1],
        ['paragraph', 'MSN 001-020'],
        ['paragraph', 'POST MOD 12345'],
        ['paragraph', 'Do it.'],
        ['heading', 'Removal (POST SB 32-1045)', 1],
        ['paragraph', 'Do it so.'],
      ],
    });
    expect(values(one!)).toEqual(['section: PRE SB 32-1045', 'section: MSN 001-020', 'section: POST MOD 12345']);
    expect(values(two!)).toEqual(['section: POST SB 32-1045']);
  });

  it('within a step holds for it and its sub-steps', () => {
    const long = `${'word '.repeat(150)}end.`;
    const all = described({
      blocks: [
        ['list_item', `A. PRE SB 32-1045: ${long}`, 1],
        ['list_item', `(1) Sub. ${long}`, 2],
        ['list_item', `B. Next. ${long}`, 1],
        ['list_item', `C. [Applicable to: FALCON 001 to 040] Last. ${long}`, 1],
      ],
    });
    expect(all.map((one) => values(one))).toEqual([
      ['block: PRE SB 32-1045'],
      ['block: PRE SB 32-1045'],
      [],
      ['block: FALCON 001 to 040'],
    ]);
  });

  it('is not what refers to other documents or speaks of serial numbers', () => {
    const all = described({
      blocks: [
        [
          'paragraph',
          'Refer to SB 32-1045. Group 2 are aircraft having MSN 364 or MSN 385. The applicability of the effectivity is applicable to wheels.',
        ],
      ],
    });
    expect(all.flatMap(values)).toEqual([]);
  });

  it('parts passages', () => {
    const all = described({
      blocks: [
        ['list_item', '(1) A.', 1],
        ['paragraph', 'EFFECTIVITY: MSN 0100-0200'],
        ['list_item', '(2) B.', 1],
      ],
    });
    expect(all.map(({ line }) => line)).toEqual(['(1) A.', '(2) B.']);
  });
});

describe('ATA numbers and tasks', () => {
  it.each<[string, PageSpec[], (string | undefined)[]]>([
    [
      'a heading',
      [
        {
          blocks: [
            ['heading', '32-11-00 MAIN GEAR', 1],
            ['paragraph', 'A.'],
          ],
        },
      ],
      ['32-11-00'],
    ],
    [
      'a chapter',
      [
        {
          blocks: [
            ['heading', 'CHAPTER 32 - LANDING GEAR', 1],
            ['paragraph', 'A.'],
          ],
        },
      ],
      ['32'],
    ],
    [
      'a task',
      [
        {
          blocks: [
            ['heading', 'TASK 32-11-11-400-801 Removal', 1],
            ['paragraph', 'A.'],
          ],
        },
      ],
      ['32-11-11'],
    ],
    [
      'a data module',
      [
        {
          blocks: [
            ['heading', 'Wheel', 1, { identifiers: ['DMC-X-A-32-41-00-00A', '32-41-00'] }],
            ['paragraph', 'A.'],
          ],
        },
      ],
      ['32-41-00'],
    ],
    ['a running header', [{ header: ['32-41-00 | Page 4'], blocks: [['paragraph', 'A.']] }], ['32-41-00']],
    [
      'a running header closer than the heading',
      [
        {
          blocks: [
            ['heading', 'CHAPTER 32', 1],
            ['paragraph', 'A.'],
          ],
          footer: ['32-41-00'],
        },
      ],
      ['32-41-00'],
    ],
    [
      'a running header that has gone on',
      [
        {
          blocks: [
            ['heading', '32-11-00 GEAR', 1],
            ['paragraph', 'A.'],
          ],
          footer: ['32-11-00'],
        },
        { blocks: [['paragraph', 'B.']], footer: ['32-41-00'] },
        { blocks: [['paragraph', 'C.']] },
      ],
      ['32-11-00', '32-41-00', '32-41-00'],
    ],
    ['no date', [{ footer: ['Date: 05-29-26 | Rev 3'], blocks: [['paragraph', 'A.']] }], [undefined]],
    [
      'no reference',
      [
        {
          blocks: [
            ['heading', 'Refer to 32-11-00', 1],
            ['paragraph', 'See ATA 32-11-00.'],
          ],
        },
      ],
      [undefined],
    ],
  ])('come from %s', (_, pages, expected) => {
    expect(described(...pages).map(({ ata }) => ata)).toEqual(expected);
  });

  it('a task holds until the next, or a heading that contains it', () => {
    const all = described({
      blocks: [
        ['heading', '32-11-00 GEAR', 1],
        ['heading', 'TASK 32-11-00-000-801 Removal', 2],
        ['heading', '1. Job set-up', 3],
        ['paragraph', 'A.'],
        ['heading', 'TASK 32-11-00-400-801-A Installation', 2],
        ['paragraph', 'B.'],
        ['heading', '32-41-00 WHEELS', 1],
        ['paragraph', 'C.'],
      ],
    });
    expect(byLine(all, ({ task }) => task)).toEqual({
      'A.': '32-11-00-000-801',
      'B.': '32-11-00-400-801-A',
      'C.': undefined,
    });
  });
});

describe('steps', () => {
  it('are paths of markers, titles and pages included; a notice stands before its step', () => {
    const long = 'word '.repeat(180).trim();
    const all = described(
      {
        blocks: [
          ['heading', '1. Removal', 1],
          ['list_item', `A. ${long} a`, 1],
          ['list_item', `(1) ${long} b`, 2],
          ['warning', 'WARNING: HOT. w', undefined],
          ['list_item', `(2) ${long} c`, 2],
        ],
      },
      {
        blocks: [
          ['paragraph', `${long} d`],
          ['list_item', `• ${long} e`, 3],
          ['list_item', `B. ${long} f`, 1],
          ['heading', '2. Test', 1],
          ['paragraph', `${long} g`],
        ],
      },
    );
    expect(Object.fromEntries(all.map(({ line, step }) => [line.at(-1), step]))).toEqual({
      a: ['1.', 'A.'],
      b: ['1.', 'A.', '(1)'],
      w: ['1.', 'A.'],
      c: ['1.', 'A.', '(2)'],
      d: ['1.', 'A.', '(2)'],
      e: ['1.', 'A.', '(2)'],
      f: ['1.', 'B.'],
      g: ['2.'],
    });
  });
});

describe('figures', () => {
  it('are mentioned with their numbers and sheets; captions have a title', () => {
    const [facts] = described({
      blocks: [
        ['paragraph', 'Remove the pin (1) (Figure 201, Sheet 2) and refer to Fig. 4-2 or Figures 3 and 4, Table 2.'],
        ['figure', 'Figure 1001 Main wheel (Sheet 1 of 2)'],
      ],
    });
    const shown = facts!.figures!.map(({ kind, number, sheet, title }) => [kind, number, sheet, title].filter(Boolean));
    expect(shown).toEqual([
      ['figure', '201', '2'],
      ['figure', '4-2'],
      ['figure', '3'],
      ['figure', '4'],
      ['table', '2'],
      ['figure', '1001', '1 of 2', 'Main wheel'],
    ]);
    expect(facts!.figures!.at(-1)!.caption).toBe(true);
  });
});

describe('table rows', () => {
  it('know the header above them, also on the next page', () => {
    const rows = (from: number): Spec[] =>
      [from, from + 1].map((n) => ['table_row', `${n} | AT72-40${n} | ${'word '.repeat(150)}`]);
    const all = described(
      { blocks: [['table_row', 'Item | Part number | Description'], ...rows(10)] },
      { blocks: [...rows(12), ['paragraph', 'Text.'], ['table_row', '5 | 6 | 7']] },
    );
    const columns = ['Item', 'Part number', 'Description'];
    expect(all.map((one) => one.columns)).toEqual([columns, columns, columns, columns, undefined]);
  });

  it('of a table without numbers have a header only in capitals or where the file says so', () => {
    const rows: Spec[] = [
      ['table_row', 'Fault | Action'],
      ['table_row', 'Pump noisy | Replace the pump'],
    ];
    expect(described({ blocks: rows })[0]!.columns).toBeUndefined();
    const [[kind, text], ...rest] = rows as [Spec, Spec];
    expect(described({ blocks: [[kind, text, undefined, { header: true }], ...rest] })[0]!.columns).toEqual([
      'Fault',
      'Action',
    ]);
    expect(described({ blocks: [[kind, text.toUpperCase()], ...rest] })[0]!.columns).toEqual(['FAULT', 'ACTION']);
  });
});

describe('quantities', () => {
  it('stand in the passages that hold them, by offsets into the page', () => {
    const page = pageOf(
      { header: ['AMM | 12 mm'], blocks: [['list_item', 'A. Tighten to 27 N·m (20 lbf.ft).', 1]] },
      1,
    );
    const { passages } = splitPage(page, INITIAL_PASSAGES, tools);
    const { facts } = describePage(page, passages, INITIAL_FACTS, 'en');
    expect(facts[0]!.quantities!.map(({ start, end }) => page.text.slice(start, end))).toEqual(['27 N·m', '20 lbf.ft']);
  });
});
