import { areSound } from './token-claims.js';

describe('areSound', () => {
  const now = Math.floor(Date.now() / 1000);
  const access = { sub: 'user', sid: 'session', jti: 'session.1', iat: now, exp: now + 3600, token_use: 'access' };
  const refresh = { ...access, gen: 1, token_use: 'refresh' };

  it('takes what a token of the use has', () => {
    expect(areSound(access, 'access')).toBe(true);
    expect(areSound(refresh, 'refresh')).toBe(true);
  });

  it('does not take one use for the other', () => {
    expect(areSound(access, 'refresh')).toBe(false);
    expect(areSound(refresh, 'access')).toBe(false);
  });

  it.each(['sub', 'sid', 'jti', 'iat', 'exp', 'token_use', 'gen'])('misses %s', (name) => {
    expect(areSound({ ...refresh, [name]: undefined }, 'refresh')).toBe(false);
    expect(areSound({ ...refresh, [name]: null }, 'refresh')).toBe(false);
    expect(areSound({ ...refresh, [name]: {} }, 'refresh')).toBe(false);
  });

  it('lets clocks differ by a minute, not more', () => {
    expect(areSound({ ...access, iat: now + 55 }, 'access')).toBe(true);
    expect(areSound({ ...access, iat: now + 65 }, 'access')).toBe(false);
  });
});
