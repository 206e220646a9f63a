import { validateSync } from 'class-validator';
import { IsCalendarDate, IsTimestamp } from './date.decorators.js';
import { EXCESS } from './json-bounds.js';
import { findUnusable } from './usable-input.js';

describe('findUnusable', () => {
  it.each([[{ name: 'Zoë 🛩', tags: ['a', 1, null, true], more: { deep: [{}] } }], ['text'], [null], [undefined], [7]])(
    'finds nothing in %j',
    (value) => {
      expect(findUnusable(value, 'body')).toBeNull();
    },
  );

  it.each([
    [{ a: { b: ['x', 'y\0'] } }, 'a.b.1'],
    [{ a: '\ud800' }, 'a'],
    [{ a: '\udc00\ud800' }, 'a'],
    ['\0', 'body'],
    [{ 'a\0': 1 }, 'body'],
    [{ a: { constructor: 1 } }, 'a.constructor'],
    [JSON.parse('{"__proto__": 1}'), '__proto__'],
    [{ prototype: 1 }, 'prototype'],
  ])('names where %j cannot be used', (value, field) => {
    expect(findUnusable(value, 'body')?.field).toBe(field);
  });

  it('refuses depth beyond any body of ours without running out of stack', () => {
    let deep: object = {};
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(findUnusable({ list: deep }, 'body')?.field).toBe('list');
  });
});

describe('findUnusable, beyond the bounds', () => {
  const many = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, key]));

  it.each([
    ['200 fields', many(200), null],
    ['201 fields', many(201), { field: 'query', issue: EXCESS.keys }],
    ['201 fields inside', { a: many(201) }, { field: 'a', issue: EXCESS.keys }],
    ['1,000 elements', { a: Array(1000).fill('x') }, null],
    ['1,001 elements', { a: Array(1001).fill('x') }, { field: 'a', issue: EXCESS.elements }],
    ['10,010 values', { a: Array(10).fill(Array(1000).fill(1)) }, { field: 'query', issue: EXCESS.values }],
    ['a name of 257 characters', { ['x'.repeat(257)]: 1 }, { field: 'query', issue: EXCESS.name }],
  ])('answers for %s', (_, value, expected) => {
    expect(findUnusable(value, 'query')).toEqual(expected);
  });
});

class Timed {
  @IsTimestamp()
  at: unknown;
}

describe('IsTimestamp', () => {
  const accepts = (at: unknown): boolean => validateSync(Object.assign(new Timed(), { at })).length === 0;

  it.each([
    '2026-03-01T12:00:00Z',
    '2026-03-01T12:00:00.123456Z',
    '2024-02-29T23:59:59+14:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59+14:00',
  ])('takes %s', (at) => {
    expect(accepts(at)).toBe(true);
  });

  it.each([
    '2026-03-01',
    '2026-03-01T12:00:00',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:60Z',
    '2026-W01-1T00:00:00Z',
    '+012026-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-12:00',
    '2026-01-01T00:00:00+14:01',
    '2026-01-01T00:00:00-23:59',
    '2026-01-01T00:00:00+13:60',
    'now',
    '',
    0,
    null,
    undefined,
  ])('refuses %j', (at) => {
    expect(accepts(at)).toBe(false);
  });
});

class Dated {
  @IsCalendarDate()
  on: unknown;
}

describe('IsCalendarDate', () => {
  const accepts = (on: unknown): boolean => validateSync(Object.assign(new Dated(), { on })).length === 0;

  it('takes days of the years 1 to 9999 and no others', () => {
    expect(['0001-01-01', '2024-02-29', '9999-12-31'].map(accepts)).toEqual([true, true, true]);
    const none = ['0000-01-01', '2026-02-29', '2026-13-01', '10000-01-01', '-0001-01-01', '2026-1-1', '', 20260101];
    expect(none.filter(accepts)).toEqual([]);
  });
});
