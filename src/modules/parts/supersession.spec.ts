import { isContradicted, isLimited, supersessionOf } from './supersession.js';

const replaced = (...pairs: [string, string][]) =>
  pairs.map(([one, other]) => ({
    kind: 'supersession' as const,
    one,
    other,
    condition: null,
    is_limited: false,
    is_open: false,
    temporary_revisions: [],
  }));

describe('what replaces a part number', () => {
  it('is followed to the end, in all branches', () => {
    const statements = replaced(['A', 'B'], ['B', 'C'], ['B', 'D'], ['C', 'E']);
    expect(supersessionOf('A', statements, 12)).toEqual({ status: 'superseded', latest: ['D', 'E'], circle: [] });
    expect(supersessionOf('E', statements, 12)).toEqual({ status: 'none_stated', latest: [], circle: [] });
  });

  it('is contradictory in a circle, also behind other replacements', () => {
    const statements = replaced(['A', 'B'], ['B', 'C'], ['C', 'B']);
    expect(supersessionOf('A', statements, 12)).toEqual({ status: 'contradictory', latest: [], circle: ['B', 'C'] });
  });

  it('is not told where another row denies it, or where the number can be that of another vendor', () => {
    const [first, second] = replaced(['A', 'B'], ['B', 'C']);
    const denial = { ...second!, kind: 'not_interchangeable' as const, one: 'C', other: 'B' };
    expect(supersessionOf('A', [first!, second!, denial], 12)).toEqual({ status: 'conditional', latest: [], circle: [] });
    expect(supersessionOf('A', [first!, denial], 12)).toMatchObject({ status: 'superseded', latest: ['B'] });
    for (const open of [[{ ...first!, is_open: true }, second!], [first!, { ...second!, is_open: true }]])
      expect(supersessionOf('A', open, 12)).toEqual({ status: 'undetermined', latest: [], circle: [] });
    expect(supersessionOf('A', [first!, { ...denial, one: 'A', other: 'C' }], 12).status).toBe('superseded');
  }); // prettier-ignore

  it('is not told where a condition or a changed page stands on the way', () => {
    const [first, second] = replaced(['A', 'B'], ['B', 'C']);
    const conditional = { ...second!, condition: 'POST SB TR46-32-018' };
    expect(supersessionOf('A', [first!, conditional], 12)).toMatchObject({ status: 'conditional', latest: [] });
    // Other words of the same replacement do not lift the condition.
    expect(supersessionOf('A', [first!, second!, conditional], 12)).toMatchObject({
      status: 'conditional',
      latest: [],
    });
    const limited = { ...second!, is_limited: true };
    expect(supersessionOf('A', [first!, limited], 12)).toMatchObject({ status: 'conditional', latest: [] });
    expect(supersessionOf('A', [first!, second!, limited], 12)).toMatchObject({ status: 'conditional', latest: [] });
    const changed = { ...second!, temporary_revisions: ['TR 32-7'] };
    expect(supersessionOf('A', [first!, changed], 12)).toMatchObject({ status: 'undetermined', latest: [] });
    expect(supersessionOf('A', [first!, second!, changed], 12)).toMatchObject({ status: 'superseded', latest: ['C'] });
    expect(supersessionOf('C', [first!, conditional], 12)).toMatchObject({ status: 'none_stated' });
  });

  it('is undetermined where words on the way are not understood', () => {
    const [first, second] = replaced(['A', 'B'], ['B', 'C']);
    const unclear = { ...second!, kind: 'unclear' as const };
    expect(supersessionOf('A', [first!, unclear], 12)).toMatchObject({ status: 'undetermined', latest: [] });
    expect(supersessionOf('C', [first!, unclear], 12)).toMatchObject({ status: 'none_stated' });
  });

  it('is undetermined after too many steps', () => {
    const long = replaced(...Array.from({ length: 20 }, (_, i): [string, string] => [`N${i}`, `N${i + 1}`]));
    expect(supersessionOf('N0', long, 12)).toEqual({ status: 'undetermined', latest: [], circle: [] });
  });
});

it.each([
  [[], false],
  [[['ALL']], false],
  [[['All MSN'], ['ALL']], false],
  [[['MSN 101-140', 'ALL']], false],
  [[['MSN 101-140']], true],
  [[['ALL'], ['PRE SB TR46-32-018']], true],
  [[[null]], true],
  [[['ALL OF MSN 101-140']], true],
])('a row with the conditions %j is limited: %s', (values, expected) => {
  const place = { source: 'row' as const, reach: 'section' as const, text: 'X', page_number: 1, start: 0, end: 1 };
  expect(isLimited(values.map((any) => any.map((value) => ({ ...place, value }))))).toBe(expected);
});

it('interchangeability is contradicted in either order', () => {
  const denial = { kind: 'not_interchangeable' as const, one: 'B', other: 'A' };
  const statement = { kind: 'interchangeable' as const, one: 'A', other: 'B' };
  expect([isContradicted(statement, [statement, denial]), isContradicted(denial, [statement, denial])]).toEqual([
    true,
    true,
  ]);
  expect(isContradicted(statement, [statement])).toBe(false);
  const oneWay = { kind: 'one_way' as const, one: 'A', other: 'B' };
  expect(isContradicted(oneWay, [oneWay, { ...oneWay, one: 'B', other: 'A' }])).toBe(true);
  expect(isContradicted(oneWay, [oneWay, statement])).toBe(false);
});
