import { parseRedisUrl } from './redis-url.js';

describe('parseRedisUrl', () => {
  it('reads host, port, account, database and encryption', () => {
    expect(parseRedisUrl('redis://cache.internal')).toEqual({
      host: 'cache.internal',
      port: 6379,
      isEncrypted: false,
      username: undefined,
      password: undefined,
      database: 0,
    });
    expect(parseRedisUrl('rediss://limits:p%40ss@[fd00::1]:7000/3')).toEqual({
      host: 'fd00::1',
      port: 7000,
      isEncrypted: true,
      username: 'limits',
      password: 'p@ss',
      database: 3,
    });
    expect(parseRedisUrl('redis://:secret@127.0.0.1:6379/')).toMatchObject({ password: 'secret', database: 0 });
  });

  it.each([
    'http://host:6379',
    'redis:host',
    'redis://',
    'redis://host/name',
    'redis://host/0/1',
    'redis://host?family=6',
    'host:6379',
    'redis://u:%zz@host',
  ])('refuses %s without repeating it', (url) => {
    const parsing = (): unknown => parseRedisUrl(url);
    expect(parsing).toThrow(/^must /);
    expect(parsing).not.toThrow('%zz');
  });
});
