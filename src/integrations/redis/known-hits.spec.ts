import { KnownHitsTable, totalOf } from './known-hits.js';

describe('KnownHitsTable', () => {
  it('keeps a counter until its window ends, and no longer than until the next one is counted', () => {
    let now = 1_000;
    const table = new KnownHitsTable(() => now);
    table.take('a:0', 500).told = 7;
    now = 1_200;
    table.take('b:0', 300).owed = 2;
    expect(table.take('a:0', 300)).toMatchObject({ told: 7, endsAt: 1_500 });
    expect(table.size).toBe(2);
    now = 1_500;
    expect(totalOf(table.take('a:1', 500))).toBe(0);
    expect(table.size).toBe(1);
    expect(table.find('b:0')).toBeUndefined();
  });
});
