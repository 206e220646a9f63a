import type { BlockKind, ExtractedPage } from './extraction.types.js';
import { embeddingText, INITIAL_PASSAGES, MAX_PASSAGE_TOKENS, splitPage, type PassageState } from './passages.js';

const tools = {
  countTokens: (text: string) => text.split(/\s+/).filter(Boolean).length,
  extractIdentifiers: (text: string) => text.match(/\b\d\d-\d\d-\d\d\b/g) ?? [],
};

type Block = [kind: BlockKind, text: string, level?: number, continued?: true];

function pageOf(blocks: Block[], pageNumber = 1): ExtractedPage {
  let start = 0;
  const placed = blocks.map(([kind, text, level, continued]) => {
    const block = {
      kind,
      text,
      start,
      end: start + text.length,
      ...(level && { level }),
      ...(continued && { continued }),
    };
    start = block.end + 1;
    return block;
  });
  return { page_number: pageNumber, label: null, text: blocks.map(([, text]) => text).join('\n'), blocks: placed };
}

/** The passages of pages that follow each other. */
function passagesOf(...pages: Block[][]) {
  let state: PassageState = INITIAL_PASSAGES;
  return pages.flatMap((blocks, i) => {
    const split = splitPage(pageOf(blocks, i + 1), JSON.parse(JSON.stringify(state)) as PassageState, tools);
    state = split.state;
    return split.passages;
  });
}

const words = (n: number, word = 'word') => `${Array.from({ length: n }, () => word).join(' ')}.`;

describe('splitPage', () => {
  it('keeps section paths across pages and numbers passages through', () => {
    const passages = passagesOf(
      [
        ['heading', 'Landing gear', 1],
        ['heading', 'Removal', 2],
        ['paragraph', 'Lift it.'],
      ],
      [
        ['paragraph', 'Lower it.'],
        ['heading', 'Installation', 2],
        ['paragraph', 'Install it.'],
      ],
    );
    expect(
      passages.map(({ ordinal, page_number, section, text }) => [ordinal, page_number, section.join(' > '), text]),
    ).toEqual([
      [0, 1, 'Landing gear > Removal', 'Landing gear\nRemoval\nLift it.'],
      [1, 2, 'Landing gear > Removal', 'Lower it.'],
      [2, 2, 'Landing gear > Installation', 'Installation\nInstall it.'],
    ]);
  });

  it('fills passages with whole blocks and never exceeds the limit', () => {
    const passages = passagesOf(Array.from({ length: 20 }, (): Block => ['paragraph', words(60)]));
    expect(passages.map((passage) => passage.token_count)).toEqual([180, 180, 180, 180, 180, 180, 120]);
  });

  it('keeps a step with its sub-steps when they fit', () => {
    const passages = passagesOf([
      ['list_item', `(1) ${words(150)}`, 1],
      ['list_item', `(2) ${words(60)}`, 1],
      ['list_item', `(a) ${words(50)}`, 2],
      ['paragraph', words(20)],
    ]);
    expect(passages.map((passage) => passage.text.slice(0, 3))).toEqual(['(1)', '(2)']);
  });

  it('cuts a long paragraph between sentences into even pieces', () => {
    const passages = passagesOf([['paragraph', Array.from({ length: 30 }, () => `Torque ${words(9)}`).join(' ')]]);
    expect(passages.map((passage) => passage.token_count)).toEqual([180, 120]);
    expect(passages.every((passage) => /^Torque.*\.$/.test(passage.text))).toBe(true);
  });

  it('never cuts an identifier and copes with endless words', () => {
    const text = Array.from({ length: 400 }, (_, i) => `32-11-${String(i % 100).padStart(2, '0')}`).join(' ');
    const passages = passagesOf([['paragraph', text]]);
    expect(passages.flatMap((passage) => passage.identifiers)).toHaveLength(400);
    const endless = passagesOf([['paragraph', '😀'.repeat(5_000)]]);
    expect(endless.map((passage) => passage.text).join('')).toBe('😀'.repeat(5_000));
    expect(Math.max(...endless.map((passage) => passage.text.length))).toBeLessThanOrEqual(2_400);
  });

  it('gives notices passages of their own, without the heading above', () => {
    const passages = passagesOf([
      ['heading', 'Procedure', 1],
      ['warning', 'WARNING: HOT.'],
      ['list_item', '(1) Wait.', 1],
    ]);
    expect(passages.map(({ kind, text }) => [kind, text])).toEqual([
      ['warning', 'WARNING: HOT.'],
      ['text', '(1) Wait.'],
    ]);
    expect(passages[0]!.section).toEqual(['Procedure']);
  });

  it('does not lose headings without text', () => {
    expect(passagesOf([['heading', 'Part one', 1]]).map((passage) => passage.text)).toEqual(['Part one']);
    expect(MAX_PASSAGE_TOKENS).toBeLessThan(254);
  });
});

describe('governing notices', () => {
  const governed = (passages: ReturnType<typeof passagesOf>): Record<string, string[]> =>
    Object.fromEntries<string[]>(
      passages.map(({ text, notices }) => [text.split('\n').at(-1)!, notices.map((notice) => notice.text)]),
    );

  it('at the start of a section govern all of it, on later pages too', () => {
    const passages = passagesOf(
      [
        ['heading', 'Task 1', 1],
        ['warning', 'WARNING: A.'],
        ['heading', 'Job set-up', 2],
        ['list_item', '(1) Prepare.', 1],
      ],
      [
        ['heading', 'Procedure', 2],
        ['list_item', '(1) Remove.', 1],
        ['heading', 'Task 2', 1],
        ['list_item', '(1) Close.', 1],
      ],
    );
    expect(governed(passages)).toEqual({
      'WARNING: A.': [],
      '(1) Prepare.': ['WARNING: A.'],
      '(1) Remove.': ['WARNING: A.'],
      '(1) Close.': [],
    });
  });

  it('between steps govern the steps after them until a higher step or a heading', () => {
    const passages = passagesOf([
      ['heading', 'Procedure', 1],
      ['list_item', 'A. Prepare', 1],
      ['list_item', '(1) Open.', 2],
      ['caution', 'CAUTION: B.'],
      ['list_item', '(2) Turn.', 2],
      ['list_item', '(a) slowly', 3],
      ['list_item', 'B. Finish', 1],
      ['heading', 'Close-up', 1],
      ['list_item', 'A. Close.', 1],
    ]);
    expect(governed(passages)).toEqual({
      '(1) Open.': [],
      'CAUTION: B.': [],
      '(a) slowly': ['CAUTION: B.'],
      'B. Finish': [],
      'A. Close.': [],
    });
  });

  it('right before a heading govern the section under it', () => {
    const passages = passagesOf([
      ['heading', 'Isolation', 1],
      ['list_item', '(1) Measure.', 1],
      ['caution', 'CAUTION: C.'],
      ['heading', 'Confirmation', 1],
      ['list_item', '(1) Run.', 1],
      ['list_item', '(2) Stop.', 1],
      ['heading', 'End', 1],
      ['paragraph', 'Done.'],
    ]);
    expect(governed(passages)).toMatchObject({ '(2) Stop.': ['CAUTION: C.'], 'Done.': [] });
  });

  it('come whole when they run over a page break, warnings first', () => {
    const passages = passagesOf(
      [
        ['heading', 'Task', 1],
        ['caution', 'CAUTION: D.'],
        ['warning', 'WARNING: DO NOT OPEN UNTIL'],
      ],
      [
        ['warning', 'PRESSURE IS ZERO.', undefined, true],
        ['list_item', '(1) Open.', 1],
      ],
    );
    expect(passages.at(-1)!.notices).toEqual([
      {
        kind: 'warning',
        text: 'WARNING: DO NOT OPEN UNTIL\nPRESSURE IS ZERO.',
        page_number: 1,
        start: expect.any(Number) as number,
        end: expect.any(Number) as number,
      },
      expect.objectContaining({ kind: 'caution', text: 'CAUTION: D.', page_number: 1 }),
    ]);
  });

  it('in the front matter do not govern the whole book', () => {
    const chapter: Block[] = [['paragraph', 'Text.']];
    const pages: Block[][] = [
      [
        ['heading', 'Manual', 1],
        ['warning', 'WARNING: READ THIS.'],
      ],
      ...Array.from({ length: 30 }, () => chapter),
    ];
    const reached = passagesOf(...pages).filter((passage) => passage.notices.length > 0);
    expect(reached.at(-1)!.page_number).toBe(21);
  });
});

describe('embeddingText', () => {
  it('puts the titles of the section in front unless the text begins with them', () => {
    expect(embeddingText({ section: ['AMM', 'Task', 'Procedure'], text: '(1) Open.' })).toBe(
      'Task, Procedure\n(1) Open.',
    );
    expect(embeddingText({ section: ['Task'], text: 'Task\nOpen.' })).toBe('Task\nOpen.');
    expect(embeddingText({ section: [], text: 'Open.' })).toBe('Open.');
    expect(embeddingText({ section: [], text: 'Open.' }, 'Door card')).toBe('Door card\nOpen.');
    expect(embeddingText({ section: ['Task'], text: 'Open.' }, 'Door card')).toBe('Task\nOpen.');
  });
});
