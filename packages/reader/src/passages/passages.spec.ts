import type { BlockKind, ExtractedPage } from '../document/document.types.js';
import { overflowWarnings } from '../notices/governing-notices.js';
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

  const plain = (n: number): Block[][] => Array.from({ length: n }, () => [['paragraph', 'Text.']]);
  const lastGoverned = (...pages: Block[][]) =>
    passagesOf(...pages).findLast((passage) => passage.notices.length > 0)!.page_number;

  it('govern their section to its end, however long it is', () => {
    const first: Block[] = [
      ['heading', 'Task', 1],
      ['warning', 'WARNING: READ THIS.'],
    ];
    const end: Block[] = [
      ['paragraph', 'Text.'],
      ['heading', 'Next', 1],
      ['paragraph', 'Other.'],
    ];
    expect(lastGoverned(first, ...plain(300), end)).toBe(302);
  });

  it('outside of sections govern the pages behind them, not the whole book', () => {
    expect(lastGoverned([['warning', 'WARNING: READ THIS.']], ...plain(30))).toBe(3);
  });

  it('outside of sections govern steps that go on for some pages', () => {
    const steps = (n: number): Block[][] => Array.from({ length: n }, (_, i) => [['list_item', `${i + 1}. Open.`, 1]]);
    const notice: Block[] = [['warning', 'WARNING: READ THIS.']];
    expect(lastGoverned(notice, ...steps(6), ...plain(30))).toBe(9);
    expect(lastGoverned(notice, ...steps(30))).toBe(11);
  });

  it('before the first heading govern the section that begins there', () => {
    const section: Block[] = [
      ['heading', 'Task', 1],
      ['list_item', '(1) Open.', 1],
      ['heading', 'Next', 1],
      ['paragraph', 'Other.'],
    ];
    expect(governed(passagesOf([['warning', 'WARNING: E.'], ...section]))).toEqual({
      'WARNING: E.': [],
      '(1) Open.': ['WARNING: E.'],
      'Other.': [],
    });
  });

  it('are never cut', () => {
    const long = `WARNING: ${words(3_000)}`;
    const continued: Block = ['warning', words(2_000), undefined, true];
    const passages = passagesOf([['warning', long]], [continued, ['list_item', '(1) Open.', 1]]);
    expect(passages.at(-1)!.notices.map(({ text }) => text)).toEqual([long, continued[1]]);
  });

  it('come whole with each of their parts', () => {
    const long = `WARNING: ${words(300)}`;
    const parts = passagesOf([['warning', long]], [['warning', 'B.', undefined, true]]);
    expect(parts.map(({ notices }) => notices.map(({ text }) => text))).toEqual([[long], [long], [`${long}\nB.`]]);
  });

  it('in the middle of a step govern all of the step and what follows', () => {
    const page = pageOf([
      ['list_item', '(1) Open.', 1],
      ['list_item', `(2) ${words(150)}`, 1],
      ['list_item', `• ${words(100)}`, 2],
      ['warning', 'WARNING: TOXIC.'],
      ['list_item', '(3) Close.', 1],
      ['heading', 'Next', 1],
      ['paragraph', 'Other.'],
    ]);
    page.blocks[3]!.inline = true;
    const { passages } = splitPage(page, INITIAL_PASSAGES, tools);
    expect(passages.map(({ text, notices }) => [text.slice(0, 9), notices.map((notice) => notice.text)])).toEqual([
      ['(1) Open.', ['WARNING: TOXIC.']],
      ['• word wo', ['WARNING: TOXIC.']],
      ['WARNING: ', []],
      ['(3) Close', ['WARNING: TOXIC.']],
      ['Next\nOthe', []],
    ]);
  });

  it('are given up from the oldest CAUTION on, which is said', () => {
    const many = (kind: 'warning' | 'caution', n: number): Block[] =>
      Array.from({ length: n }, (_, i) => [kind, `${kind} ${i}.`]);
    const pages = [many('warning', 40), [...many('caution', 40), ['paragraph', 'Text.'] as Block]];
    let state: PassageState = INITIAL_PASSAGES;
    const splits = pages.map((blocks, i) => {
      const split = splitPage(pageOf(blocks, i + 1), state, tools);
      state = split.state;
      return split;
    });
    const kept = splits[1]!.passages.at(-1)!.notices.map(({ text }) => text);
    expect(kept).toHaveLength(64);
    expect(kept.filter((text) => text.startsWith('warning'))).toHaveLength(40);
    expect(kept.at(40)).toBe('caution 16.');
    expect(overflowWarnings(splits[0]!.state)).toEqual([]);
    expect(overflowWarnings(state)).toEqual([expect.stringMatching(/^More than 64 .* at page 2\. /)]);
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
