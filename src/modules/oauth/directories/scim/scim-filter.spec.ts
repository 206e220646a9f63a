import { expectLinear, repeated } from '../../../../../test/support/linear-time.js';
import { parseFilter } from './scim-filter.js';

const parsed = (text: string): unknown => {
  try {
    return parseFilter(text);
  } catch (error) {
    return error;
  }
};

describe('filters of a directory', () => {
  // Alone and in an open text, up to the greatest length.
  it.each([
    '\n',
    '\r',
    '\\\n',
    '\u2028',
    '\\',
    '\\"',
    '"',
    '" ',
    '(',
    ')',
    '[',
    'a[',
    ' ',
    '1',
    '1.',
    '-',
    'not ',
    'a pr or ',
  ])('with many %j are read in linear time', async (part) => {
    for (const start of ['', 'userName eq "', 'userName eq ']) {
      await expectLinear(parsed, (size) => start + repeated(part)(size), 120);
    }
  });

  it('are refused with control characters', () => {
    expect(parsed(`userName eq "${'\n'.repeat(60)}"`)).toMatchObject({ details: { reason: 'invalidFilter' } });
    expect(parsed('userName eq "a\u0000"')).toMatchObject({ details: { reason: 'invalidFilter' } });
    expect(parsed('userName eq "a b"')).toEqual({ op: 'eq', attrPath: 'userName', compValue: 'a b' });
  });
});
