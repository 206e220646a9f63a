import { findQuantities } from './quantities.js';
import { cellsOf, underHeader } from './table-columns.js';

const COLUMNS = ['Size', 'Nominal', 'Maximum'];

/** Lower bounds of the quantities of a row under the header above. */
function minimums(text: string): (number | null)[] {
  const block = { kind: 'table_row' as const, text, start: 100, end: 100 + text.length };
  return findQuantities(text, 'point', 100).map((quantity) => underHeader(quantity, block, COLUMNS).min);
}

describe('cells', () => {
  it('keep their place when others are empty', () => {
    expect(cellsOf({ text: 'a |  | c' })).toEqual(['a', '', 'c']);
    expect(cellsOf({ text: '| b' })).toEqual(['', 'b']);
  });

  it.each([
    ['1/4 in. | 150 N·m | 170 N·m', [0.25, 150, null]],
    ['| 151 N·m | 172 N·m', [151, null]],
    ['| | 171 N·m', [null]],
    ['5/16 in. | 160 N·m |', [0.3125, 160]],
  ])('say no number of their own under a bound: %s', (row, expected) => {
    expect(minimums(row)).toEqual(expected);
  });
});
