import { cellsOf } from './table-columns.js';

describe('cells', () => {
  it('keep their place when others are empty', () => {
    expect(cellsOf({ text: 'a |  | c' })).toEqual(['a', '', 'c']);
    expect(cellsOf({ text: '| b' })).toEqual(['', 'b']);
  });
});
