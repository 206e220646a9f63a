/** The service with a limiter that counts nothing and sets the headers. */
import { RateLimiter, type RateState } from '../../src/common/rate-limits/rate-limiter.js';

const STATE: RateState = { limit: 1_000_000_000, remaining: 1_000_000_000, resetAt: 0 };
const answer = (): Promise<RateState> => Promise.resolve(STATE);

Object.assign(RateLimiter.prototype, {
  countAddress: answer,
  countOrganization: answer,
  countPage: answer,
  peekAddress: answer,
  stateOf: () => STATE,
});
await import('../../src/main.js');
