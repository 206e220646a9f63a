import { cutText, storableJson, wellFormed } from './cut-text.js';

describe('cutText', () => {
  it.each([
    ['wheel', 5, 'wheel'],
    ['wheels', 5, 'wheel'],
    ['abc🛩', 4, 'abc'],
    ['abc🛩', 5, 'abc🛩'],
    ['abc🛩d', 5, 'abc🛩'],
    ['🛩', 1, ''],
    ['abc', 0, ''],
    ['', 3, ''],
  ])('%j to %i is %j', (text, length, expected) => {
    expect(cutText(text, length)).toBe(expected);
  });
});

describe('storableJson', () => {
  it('keeps characters and lengths, and replaces what the database refuses', () => {
    expect(wellFormed('a🛩\ud83dz\udee9')).toBe('a🛩\ufffdz\ufffd');
    const value = { title: 'a\ud83d', parts: ['🛩', '\udee9\0b'], level: 2, none: null };
    expect(storableJson(value)).toBe('{"title":"a\ufffd","parts":["🛩","\ufffd\ufffdb"],"level":2,"none":null}');
  });
});
