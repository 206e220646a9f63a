import { VerifiedTokens, type VerifiedToken } from './verified-tokens.js';

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const verified = (exp?: number): VerifiedToken => ({
  claims: { sub: 'user', sid: 'session', token_use: 'access', exp },
  kid: 'sk_1',
});

describe('VerifiedTokens', () => {
  it('knows exactly the token it was given', () => {
    const tokens = new VerifiedTokens();
    const given = verified(inSeconds(60));
    tokens.remember('header.claims.signature', given);
    expect(tokens.find('header.claims.signature')).toBe(given);
    expect(tokens.find('header.claims.signaturf')).toBeNull();
    expect(tokens.find('header.claims.')).toBeNull();
  });

  it('forgets a token with its life', () => {
    const tokens = new VerifiedTokens();
    tokens.remember('expired', verified(inSeconds(-1)));
    tokens.remember('endless', verified());
    expect(tokens.find('expired')).toBeNull();
    expect(tokens.find('endless')).toBeNull();
  });

  it('keeps to its size and lets the oldest go', () => {
    const tokens = new VerifiedTokens();
    for (let n = 0; n < 10_001; n += 1) tokens.remember(`token ${n}`, verified(inSeconds(60)));
    expect(tokens.find('token 0')).toBeNull();
    expect(tokens.find('token 1')).not.toBeNull();
    expect(tokens.find('token 10000')).not.toBeNull();
  });
});
