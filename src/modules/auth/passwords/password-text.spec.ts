import { expectLinear } from '../../../../test/support/linear-time.js';
import { normalizePassword } from './password-text.js';

describe('normalizePassword', () => {
  it('makes the longest password of the most decomposed characters what it is in normal form', () => {
    // Alpha with dasia, varia and ypogegrammeni: four code units each, one in normal form.
    expect(normalizePassword('\u03b1\u0314\u0300\u0345'.repeat(128))).toBe('\u1f83'.repeat(128));
  });

  it('leaves alone what is longer than any password, whose normal form would take minutes to find', async () => {
    const hostile = (length: number): string => 'a' + '\u0315\u0300'.repeat(length / 2);
    expect(normalizePassword(hostile(16_384))).toBe(hostile(16_384));
    await expectLinear(normalizePassword, hostile, 16_384);
  });
});
