import type { PageBlock } from '../document/document.types.js';
import { PartScanner, type PartPage } from './part-scanner.js';
import type { Part, PartRelation } from './part.types.js';

const HEAD = 'ITEM | PART NUMBER | NOMENCLATURE | UNITS';
const INTCHG = 'ITEM | PART NUMBER | NOMENCLATURE | UNITS | INTCHG';

/** A line that begins with a stroke is a row in which only that column is filled; one with `¶` is a paragraph. */
function pageOf(page_number: number, lines: readonly string[]): PartPage {
  let text = '';
  const blocks = lines.map((all): PageBlock => {
    const [kind, line] = all.startsWith('¶') ? (['paragraph', all.slice(1)] as const) : (['table_row', all] as const);
    const start = text.length;
    text += `${line}\n`;
    return { kind, text: line, start, end: start + line.length };
  });
  return { page_number, text, blocks, passages: [] };
}

function scan(...pages: string[][]): { parts: Part[]; relations: PartRelation[] } {
  const scanner = new PartScanner();
  const read = pages.map((lines, index) => scanner.enterPage(pageOf(index + 1, lines)));
  read.push(scanner.complete());
  return { parts: read.flatMap(({ parts }) => parts), relations: read.flatMap(({ relations }) => relations) };
}

const said = (relations: readonly PartRelation[]): string[] =>
  relations.map(({ kind, one, other, condition }) => [kind, one, other, condition].filter(Boolean).join(' '));
const saidIn = (...lines: string[]): string[] => said(scan(lines).relations);

describe('dash numbers', () => {
  it('are unclear unless a row has the whole number', () => {
    expect(saidIn(HEAD, '1 | QX32-1146-1 | PIN (SUPSD BY -3) | 1')).toEqual(['unclear QX32-1146-1 QX32-1146-1']);
    expect(saidIn(HEAD, '1 | QX32-1146-3 | PIN (REPLACES -1) | 1')).toEqual(['unclear QX32-1146-1 QX32-1146-3']);
    expect(saidIn(HEAD, '1 | QX32-1146-3 | PIN (TW WITH -1) | 1')).toEqual([
      'unclear QX32-1146-3 QX32-1146-3',
      'unclear QX32-1146-1 QX32-1146-3',
    ]);
    expect(saidIn(HEAD, '1 | QX32-1146-1 | PIN (SUPSD BY -3) | 1', '1 | QX32-1146-3 | PIN | 1')).toEqual([
      'supersession QX32-1146-1 QX32-1146-3',
    ]);
  });

  it('are unclear next to a number without one', () => {
    expect(saidIn(HEAD, '1 | 65-24875 | PIN (SUPSD BY -3) | 1')).toEqual(['unclear 65-24875 65-24875']);
    expect(saidIn(HEAD, '1 | QX32-1146-1 | PIN (SUPSD BY -1) | 1')).toEqual(['unclear QX32-1146-1 QX32-1146-1']);
  });
});

it('statements beyond the most of a row, and lines beyond its longest text, are unclear', () => {
  const replaced = Array.from({ length: 29 }, (_, i) => `QX32-${1200 + i}-1`).join(', ');
  const many = saidIn(HEAD, `1 | QX32-1146-1 | PIN (REPLACES ${replaced}) (SUPSD BY QX32-1146-40) | 1`);
  expect(many.filter((one) => one.startsWith('supersession'))).toHaveLength(20);
  expect(many.slice(20)).toContain('unclear QX32-1228-1 QX32-1146-1');
  expect(many.at(-1)).toBe('unclear QX32-1146-1 QX32-1146-40');
  const { relations, parts } = scan([HEAD, '1 | QX32-1146-1 | PIN | 1', `¶SEE ${'NOTE '.repeat(60)}`, ...Array.from({ length: 15 }, () => `¶SEE ${'NOTE '.repeat(60)}`), '¶REPLACED BY QX32-1146-3']); // prettier-ignore
  expect([said(relations), parts[0]!.is_partial]).toEqual([['unclear QX32-1146-1 QX32-1146-1'], true]);
});

describe('a symbol, or a cell that is not understood', () => {
  const forms = ['INTERCHANGEABLE WITH', 'REPLACED BY', 'OW FOR'];
  const places = [
    (words: string, symbol: string) => `1 | QX32-1146-1 | PIN (${symbol} ${words} QX32-1146-3) | 1 | `,
    (words: string, symbol: string) => `1 | QX32-1146-1 | PIN (${words} QX32-1146-3 (${symbol})) | 1 | `,
    (words: string, symbol: string) => `1 | QX32-1146-1 | PIN (${words} QX32-1146-3 ${symbol}) | 1 | `,
    (words: string, symbol: string) => `1 | QX32-1146-1 | PIN (${words} QX32-1146-3) | 1 | ${symbol}`,
    (words: string, symbol: string) => `1 | QX32-1146-1 | PIN (${words} QX32-1146-3) | ${symbol}`,
  ];
  it.each(forms.flatMap((words) => ['OW', 'NI', 'NO', 'NOT', 'ONE WAY'].map((symbol) => [words, symbol])))(
    'makes "%s" with %s unclear, anywhere in the row',
    (words, symbol) => {
      const rows = places.map((row) => row(words, symbol));
      const before = saidIn('INTCHG | ITEM | PART NUMBER | NOMENCLATURE | UNITS', `${symbol} | 1 | QX32-1146-1 | PIN (${words} QX32-1146-3) | 1`); // prettier-ignore
      for (const all of [before, ...rows.map((row) => saidIn(INTCHG, row))]) {
        expect(all.length).toBeGreaterThan(0);
        expect(all.filter((one) => /^(?:supersession|interchangeable|one_way)/.test(one))).toEqual([]);
      }
    },
  );

  it('counts below the row, and for columns', () => {
    const successor = 'ITEM | PART NUMBER | NOMENCLATURE | REPLACED BY | UNITS | INTCHG';
    for (const lines of [
      [INTCHG, '1 | QX32-1146-1 | PIN (I/C WITH QX32-1146-3) | 1 | ', ' |  |  |  | OW'],
      [INTCHG, '1 | QX32-1146-1 | PIN (I/C WITH QX32-1146-3) | 1 | N'],
      [successor, '1 | QX32-1146-1 | PIN | QX32-1146-3 | 1 | OW'],
      [successor, '1 | QX32-1146-1 | PIN | QX32-1146-3 | 1 | ', ' |  |  |  |  | NO'],
    ])
      expect([lines, saidIn(...lines).every((one) => one.startsWith('unclear'))]).toEqual([lines, true]);
  });

  it('is a condition if it tells of a bulletin', () => {
    const [all] = saidIn('ITEM | PART NUMBER | NOMENCLATURE | UNITS | EFFECTIVITY', '1 | QX32-1146-1 | PIN (REPLACED BY QX32-1147-3) | 1 | PRE SB TR46-32-018'); // prettier-ignore
    expect(all).toBe('supersession QX32-1146-1 QX32-1147-3 PRE SB TR46-32-018');
  });

  it.each(['SMR | PAOZZ', 'U/M | EA', 'INTCHG | -', 'INTCHG | '])('does not count in %s', (column) => {
    const [head, cell] = column.split(' | ') as [string, string];
    const row = `1 | QX32-1146-1 | PIN (REPLACED BY QX32-1147-3) | 1 | ${cell}`;
    expect(saidIn(`ITEM | PART NUMBER | NOMENCLATURE | UNITS | ${head}`, row)).toEqual([
      'supersession QX32-1146-1 QX32-1147-3',
    ]);
  });
});

describe('a part number that goes on in the next line', () => {
  const row = '1 | QX32-1146 | PIN (SUPSD BY QX32-1147-3) (REPLACES QX32-1140-1) | 1';
  it.each([' | -3 |  | ', ' | 3A |  | ', ' | NAS1149F04 |  | ', '-3', 'F0432P', '¶-3'])('is not known: %s', (rest) => {
    for (const pages of [[[HEAD, row, rest]], [[HEAD, row], [rest]]]) {
      const { parts, relations } = scan(...pages);
      expect(parts.map(({ number, item, is_partial }) => [number, item, is_partial])).toEqual([[null, '1', true]]);
      expect(said(relations)).toEqual(
        expect.arrayContaining(['unclear QX32-1146 QX32-1147-3', 'unclear QX32-1140-1 QX32-1146']),
      );
      expect(relations.every(({ kind }) => kind === 'unclear')).toBe(true);
    }
    const { relations } = scan([HEAD, row, ' | -3 |  | ']);
    expect(said(relations)).toContain('unclear QX32-1146-3 QX32-1147-3');
  });

  it.each(['QX32-1146-', 'QX32-1146/', 'QX32-1146(', 'QX32-1146.'])('is not known: %s', (number) => {
    const { parts } = scan([HEAD, `2 | ${number} | PIN | 1`, ' | 5 |  | ']);
    expect(parts.map((part) => part.number)).toEqual([null]);
  });

  it('is whole above lines with other words', () => {
    const { parts } = scan([HEAD, '1 | QX32-1146-1 | PIN | 1', ' |  | (SEE 32-11-30) | ', '¶REPLACES QX32-1140-1']);
    expect(parts.map(({ number }) => number)).toEqual(['QX32-1146-1']);
  });
});

it('a number with a flag is known, but neither what its row says nor for which aircraft it is', () => {
  const { parts, relations } = scan([
    HEAD,
    '1 | QX32-1147-1† | PIN (SUPSD BY QX32-1147-3) | 1',
    '2 | QX32-1148-1 # | NUT | 1',
  ]);
  expect(parts.map(({ number, is_partial }) => [number, is_partial])).toEqual([
    ['QX32-1147-1', true],
    ['QX32-1148-1', true],
  ]);
  expect(said(relations)).toEqual([
    'unclear QX32-1147-1 QX32-1147-3',
    'unclear QX32-1147-1 QX32-1147-1',
    'unclear QX32-1148-1 QX32-1148-1',
  ]);
});

it('an unclear statement has no fields of its row', () => {
  const { relations } = scan(['ITEM | PART NUMBER | NOMENCLATURE | REPLACED BY | UNITS', '1 | QX32-1147-1 | PIN | SEE ITEM 4 | 1']); // prettier-ignore
  expect(Object.keys(relations[0]!).sort()).toEqual(['condition', 'end', 'kind', 'one', 'other', 'page_number', 'position', 'start', 'text']); // prettier-ignore
  expect(relations[0]!.condition).toBeNull();
});
