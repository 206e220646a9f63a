import { withoutSecrets } from './logger.js';

describe('withoutSecrets', () => {
  it('blanks secrets wherever they stand, down to the third level', () => {
    const logged = {
      status: 200,
      password: 'a',
      user: { email: 'b', id: 1, headers: { 'x-api-key': 'c', host: 'd' } },
    };
    expect(withoutSecrets(logged)).toEqual({
      status: 200,
      password: '[redacted]',
      user: { email: '[redacted]', id: 1, headers: { 'x-api-key': '[redacted]', host: 'd' } },
    });
  });

  it.each(['accessToken', 'access_token', 'Access-Token', 'mfaToken', 'X-API-Key', 'newPassword'])(
    'knows %s',
    (name) => {
      expect(withoutSecrets({ [name]: 'secret' })).toEqual({ [name]: '[redacted]' });
    },
  );

  it('leaves the logged object and instances in it alone', () => {
    const error = Object.assign(new Error('failed'), { token: 'kept for the error serializer' });
    const logged = { err: error, at: new Date(0), refresh_token: 'secret' };
    expect(withoutSecrets(logged)).toEqual({ err: error, at: new Date(0), refresh_token: '[redacted]' });
    expect(logged.refresh_token).toBe('secret');
  });
});
