/** The service with a limiter that counts nothing and looks nothing up: its answers carry the headers all the same. */
import { RateLimiter, type RateState } from '../../src/common/http/rate-limiter.js';

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
