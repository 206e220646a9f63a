import { isContradicted, supersessionOf } from './supersession.js';

const replaced = (...pairs: [string, string][]) =>
  pairs.map(([one, other]) => ({ kind: 'supersession' as const, one, other }));

describe('what replaces a part number', () => {
  it('is followed to the end, in all branches', () => {
    const statements = replaced(['A', 'B'], ['B', 'C'], ['B', 'D'], ['C', 'E']);
    expect(supersessionOf('A', statements, 12)).toEqual({ status: 'superseded', latest: ['D', 'E'], circle: [] });
    expect(supersessionOf('E', statements, 12)).toEqual({ status: 'current', latest: [], circle: [] });
  });

  it('is contradictory in a circle, also behind other replacements', () => {
    const statements = replaced(['A', 'B'], ['B', 'C'], ['C', 'B']);
    expect(supersessionOf('A', statements, 12)).toEqual({ status: 'contradictory', latest: [], circle: ['B', 'C'] });
  });

  it('is undetermined after too many steps', () => {
    const long = replaced(...Array.from({ length: 20 }, (_, i): [string, string] => [`N${i}`, `N${i + 1}`]));
    expect(supersessionOf('N0', long, 12)).toEqual({ status: 'undetermined', latest: [], circle: [] });
  });
});

it('interchangeability is contradicted in either order', () => {
  const denial = { kind: 'not_interchangeable' as const, one: 'B', other: 'A' };
  const statement = { kind: 'interchangeable' as const, one: 'A', other: 'B' };
  expect([isContradicted(statement, [statement, denial]), isContradicted(denial, [statement, denial])]).toEqual([
    true,
    true,
  ]);
  expect(isContradicted(statement, [statement])).toBe(false);
});
