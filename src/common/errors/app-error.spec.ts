import { challengeOf } from './app-error.js';

describe('challengeOf', () => {
  it.each([
    ['jwt', 'missing', 'Bearer'],
    ['jwt', 'expired', 'Bearer error="invalid_token"'],
    ['oauth', 'revoked', 'Bearer error="invalid_token"'],
    ['api_key', 'invalid', 'Bearer'],
    ['jwt', 'invalid_credentials', 'Bearer'],
    ['jwt', 'step_up_required', 'Bearer error="insufficient_user_authentication", max_age="600"'],
  ] as const)('answers %s %s with %s', (tokenType, reason, challenge) => {
    expect(challengeOf(tokenType, reason)).toBe(challenge);
  });
});
