import { totpCode, totpStep } from './totp.js';

const SECRET = Buffer.from('12345678901234567890');

describe('TOTP', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('answers the vector of RFC 6238, appendix B, at %d', (time, code) => {
    expect(totpCode(SECRET, time, 8)).toBe(code);
    expect(totpStep(SECRET, code, time, 8)).toBe(Math.floor(time / 30));
  });

  it.each([
    ['755224', 0],
    ['287082', 1],
    ['359152', 2],
    ['969429', 3],
    ['338314', 4],
    ['254676', 5],
    ['287922', 6],
    ['162583', 7],
    ['399871', 8],
    ['520489', 9],
  ])('answers the vector %s of RFC 4226, appendix D, at step %d', (code, step) => {
    expect(totpCode(SECRET, step * 30)).toBe(code);
  });

  it('takes the code of one step before and one after, and says which', () => {
    const code = totpCode(SECRET, 3000);
    const step = (at: number): number | null => totpStep(SECRET, code, at);
    expect([2969, 2970, 2999, 3000, 3029, 3030, 3059, 3060].map(step)).toEqual([
      null,
      ...Array<number>(6).fill(100),
      null,
    ]);
  });

  it.each(['', '75522', '7552244', '75522a', '٧٥٥٢٢٤', ' 755224'])('takes %j for no code', (code) => {
    expect(totpStep(SECRET, code, 0)).toBeNull();
  });
});
