import type { Principal } from '../../../common/principal/principal.js';
import { BearerStrategy } from './bearer.strategy.js';
import { OAuthBearers } from './oauth-bearers.service.js';
import type { SessionService } from '../sessions/session.service.js';
import type { AccessClaims } from './token-claims.js';
import type { TokenService } from './token.service.js';

describe('BearerStrategy', () => {
  it('takes a token verified before only while the key that signed it is known', async () => {
    const known = new Set(['sk_1']);
    const principal = { userId: 'user' } as Principal;
    const strategy = new BearerStrategy(
      {
        issuer: 'i',
        accessAudience: 'i',
        keyFor: () => Promise.reject(new Error('verified anew')),
        knowsKey: (kid: string) => Promise.resolve(known.has(kid)),
      } as unknown as TokenService,
      { authenticate: () => Promise.resolve(principal) } as unknown as SessionService,
      new OAuthBearers(),
    );
    const header = Buffer.from('{"alg":"RS256","kid":"sk_1"}').toString('base64url');
    const request = { headers: { authorization: `Bearer ${header}.e30.c2ln` } } as never;
    const now = Math.floor(Date.now() / 1000);
    const claims: AccessClaims = {
      sub: 'user',
      sid: 'session',
      jti: 'session.1',
      token_use: 'access',
      iat: now,
      exp: now + 60,
    };
    await strategy.validate(request, claims);
    const authenticate = (): Promise<unknown> =>
      new Promise((resolve) => {
        Object.assign(strategy, { success: resolve, error: resolve, fail: resolve });
        strategy.authenticate(request);
      });
    expect(await authenticate()).toBe(principal);
    known.clear();
    expect(await authenticate()).toMatchObject({ code: 'UNAUTHORIZED', details: { reason: 'invalid' } });
  });
});
