import fc from 'fast-check';
import { expectLinear } from '../../../test/support/linear-time.js';
import { EXCESS, findExcess, INPUT_BOUNDS } from './json-bounds.js';
import { findUnusable } from './usable-input.js';

const fields = (count: number): string => Array.from({ length: count }, (_, key) => `"k${key}":1`).join(',');
const elements = (count: number, element = '1'): string => Array(count).fill(element).join(',');
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('findExcess', () => {
  it.each([
    ['an empty text', ''],
    ['nothing in it', '{}'],
    ['200 fields', `{${fields(200)}}`],
    ['1,000 elements', `{"a":[${elements(1000)}]}`],
    ['1,000 elements, spaced', ` { "a" : [ ${elements(1000, ' 1\t\n')} ] } `],
    ['empty arrays and objects', `{"a":[${elements(999, '[ ]')},{}]}`],
    ['10,000 values', `{"a":[${elements(9, `[${elements(1000)}]`)},[${elements(988)}]]}`],
    ['32 levels', `{"a":${nested(31)}}`],
    ['structure inside of strings', `{"a":"${'[{,:'.repeat(5000)}","b":"\\"${'[,'.repeat(5000)}\\\\"}`],
    ['a long text', `{"a":"${'x'.repeat(1_000_000)}"}`],
    ['a name of 256 characters', `{"${'x'.repeat(256)}":1}`],
  ])('finds none with %s', (_, json) => {
    expect(findExcess(json)).toBeNull();
  });

  it.each([
    ['201 fields', `{${fields(201)}}`, 'body', EXCESS.keys],
    ['201 fields of one name', `{${Array(201).fill('"a":1').join(',')}}`, 'body', EXCESS.keys],
    ['201 fields inside', `{"a":{"b":{${fields(201)}}}}`, 'a.b', EXCESS.keys],
    ['1,001 elements', `{"filters":{"ids":[${elements(1001)}]}}`, 'filters.ids', EXCESS.elements],
    ['1,001 elements inside', `{"a":[1,{"b":[${elements(1001, '""')}]}]}`, 'a.1.b', EXCESS.elements],
    ['10,001 values', `{"a":[${elements(9, `[${elements(1000)}]`)},[${elements(989)}]]}`, 'body', EXCESS.values],
    ['33 levels', `{"a":${nested(32)}}`, 'a', EXCESS.depth],
    ['levels without an end', '['.repeat(100_000), 'body', EXCESS.depth],
    ['a name of 257 characters', `{"a":{"${'x'.repeat(257)}":1}}`, 'a', EXCESS.name],
  ])('names the place of %s', (_, json, field, issue) => {
    expect(findExcess(json)).toEqual({ field, issue });
  });

  it('finds what a look through the parsed value finds', () => {
    const few = fc.integer({ min: 0, max: 3 });
    const wide = fc.constantFrom(199, 200, 201, 1000, 1001);
    const leaf = fc.oneof(
      few,
      fc.string(),
      fc.constant(null),
      wide.map((count) => Array<number>(count).fill(0)),
    );
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie('value'), { maxLength: 30 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('value'), { maxKeys: 5 }),
        wide.map((count) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 0]))),
      ),
    })).value;
    const bounds: string[] = Object.values(EXCESS);
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2), (value, indent) => {
        const json = JSON.stringify({ value }, null, indent);
        const parsed = findUnusable(JSON.parse(json), 'body');
        expect(findExcess(json) !== null).toBe(parsed !== null && bounds.includes(parsed.issue));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['"', '\\', '\\"', '[]', '"a",', ' ', '{"a":'])(
    'takes time in proportion to the length, of %j',
    async (unit) => {
      // Within the bounds to its end, so that all of it is read.
      await expectLinear(
        findExcess,
        (length) => `{"a":"${unit.replaceAll('"', '\\"').repeat(length / unit.length)}`,
        262_144,
      );
    },
  );

  it('never throws, for any text', () => {
    const text = fc
      .array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '1', 'a'))
      .map((all) => all.join(''));
    fc.assert(fc.property(text, (json) => void findExcess(json)));
    expect(Object.keys(EXCESS)).toEqual(Object.keys(INPUT_BOUNDS));
  });
});
