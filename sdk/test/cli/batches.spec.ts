import { groupOf, halve, makeBatches } from '../../src/cli/import/batches.js';
import type { Candidate, Row } from '../../src/cli/import/outcome.js';

const file = (path: string, size = 1, row?: Row): Candidate => ({ path, size, mtime: 0, row, settings: '' });
const paths = (batches: Candidate[][]): string[][] => batches.map((batch) => batch.map((one) => one.path));
const named = (...names: string[]): Candidate[] => names.map((name) => file(name));

describe('batches', () => {
  it('are bounded by files and by bytes', () => {
    const five = named('a', 'b', 'c', 'd', 'e');
    expect(paths(makeBatches(five, { files: 2, bytes: 99 }, false))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    const sized = [file('a', 60), file('b', 60), file('c', 200), file('d', 40), file('e', 60)];
    expect(paths(makeBatches(sized, { files: 9, bytes: 100 }, false))).toEqual([['a'], ['b'], ['c'], ['d', 'e']]);
    expect(makeBatches([], { files: 2, bytes: 99 }, false)).toEqual([]);
  });

  it('keep the issues of a data module together, also beyond the limits', () => {
    const issues = named('x/DMC-TR46-A_001-00.xml', 'a.txt', 'b.txt', 'y/dmc-tr46-a_002-00_EN-US.XML', 'c.txt');
    expect(paths(makeBatches(issues, { files: 1, bytes: 99 }, false))).toEqual([
      ['x/DMC-TR46-A_001-00.xml', 'y/dmc-tr46-a_002-00_EN-US.XML'],
      ...[['a.txt'], ['b.txt'], ['c.txt']],
    ]);
    const most = { files: 1, bytes: 99 };
    expect(makeBatches(issues, { files: 1, bytes: 99 }, false, most)).toHaveLength(5);
  });

  it('keep files of one document number together', () => {
    expect(groupOf(file('a/TC-1.pdf'), true)).toBe(groupOf(file('b/tc-1.txt'), true));
    expect(groupOf(file('a/TC-1.pdf'), false)).not.toBe(groupOf(file('b/TC-1.pdf'), false));
    expect(groupOf(file('a.pdf', 1, { document_number: 'TC-1' }), false)).toBe(groupOf(file('TC-1.pdf'), true));
  });

  it('are halved between groups, else between files', () => {
    const issues = named('DMC-A_001-00.xml', 'DMC-A_002-00.xml', 'b.txt');
    expect(paths(halve(issues, false))).toEqual([['DMC-A_001-00.xml', 'DMC-A_002-00.xml'], ['b.txt']]);
    expect(paths(halve(issues.slice(0, 2), false))).toEqual([['DMC-A_001-00.xml'], ['DMC-A_002-00.xml']]);
  });
});
