import { expectLinear } from '../../../test/support/linear-time.js';
import { bearerTokenOf } from './bearer-token.js';

const tokenOf = (authorization?: string): string | null => bearerTokenOf({ headers: { authorization } });

describe('bearerTokenOf', () => {
  it.each(['Bearer a.b-c_d~e+f/g==', 'bearer a.b-c_d~e+f/g==', 'BEARER   a.b-c_d~e+f/g=='])('reads %s', (header) => {
    expect(tokenOf(header)).toBe('a.b-c_d~e+f/g==');
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a,',
    'Bearer a=b',
    'Bearer\ta',
    'Basic a',
    'xBearer a',
    'Bearer a\n',
  ])('finds none in %j', (header) => {
    expect(tokenOf(header)).toBeNull();
  });

  it.each([
    ['letters', (length: number) => 'x'.repeat(length)],
    ['blanks', (length: number) => `Bearer ${' '.repeat(length)},`],
    ['a token and a comma', (length: number) => `Bearer ${'x'.repeat(length)},`],
    ['padding and a comma', (length: number) => `Bearer x${'='.repeat(length)},`],
    ['the scheme again and again', (length: number) => 'Bearer '.repeat(length / 7)],
  ])('takes time in proportion to %s', async (_, make) => {
    await expectLinear(tokenOf, make, 32_768);
  });
});
