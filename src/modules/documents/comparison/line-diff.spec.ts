import { expectLinear } from '../../../../test/support/linear-time.js';
import { diffLines } from './line-diff.js';

/** Length of the longest common subsequence, the slow and plain way. */
function commonLength(a: string[], b: string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  return table[0]![0]!;
}

/** Checks that the changes lead from one text to the other, and answers how many lines stay. */
function kept(a: string[], b: string[]): number {
  const changes = diffLines(a, b);
  expect(changes.flatMap(({ from }) => from ?? [])).toEqual(a.map((_, i) => i));
  expect(changes.flatMap(({ to }) => to ?? [])).toEqual(b.map((_, i) => i));
  const context = changes.filter(({ op }) => op === 'context');
  for (const { from, to } of context) expect(a[from!]).toBe(b[to!]);
  return context.length;
}

describe('diffLines', () => {
  it.each([
    ['', '', ''],
    ['abc', 'abc', '=a =b =c'],
    ['', 'ab', '+a +b'],
    ['ab', '', '-a -b'],
    ['abcd', 'abXd', '=a =b -c +X =d'],
    ['abcabba', 'cbabac', '-a -b =c +b =a =b -b =a +c'],
  ])('%j to %j', (from, to, expected) => {
    const signs = { context: '=', removed: '-', added: '+' };
    const shown = diffLines([...from], [...to]).map(
      (line) => signs[line.op] + (line.op === 'added' ? to[line.to]! : from[line.from]!),
    );
    expect(shown.join(' ')).toBe(expected);
  });

  it('keeps as many lines as any way could', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
    for (let round = 0; round < 400; round += 1) {
      const text = (): string[] => Array.from({ length: random(14) }, () => 'abcd'[random(4)]!);
      const [a, b] = [text(), text()];
      expect([a, b, kept(a, b)]).toEqual([a, b, commonLength(a, b)]);
    }
  });

  it('takes texts of too many differences for rewritten, all but their ends', async () => {
    const text = (word: string, length: number): string[] => [
      'first',
      ...Array.from({ length }, (_, i) => `${word} ${i}`),
      'last',
    ];
    const compare = (length: number): void => expect(kept(text('one', length), text('two', length))).toBe(2);
    await expectLinear(compare, (length) => length, 2_500);
  });
});
