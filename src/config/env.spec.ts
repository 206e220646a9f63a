import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { InvalidEnvironmentError, loadEnv, VARIABLES } from './env.js';

describe('loadEnv', () => {
  it('needs nothing: every variable has a default', () => {
    expect(loadEnv({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      DATABASE_URL: null,
      SECRET_KEY: null,
      SEED_DEMO: null,
      TRUST_PROXY: [],
      RATE_LIMIT_STANDARD: 1000,
      RATE_LIMIT_PROFESSIONAL: 10_000,
      RATE_LIMIT_ENTERPRISE: 100_000,
    });
    expect(path.isAbsolute(loadEnv({}).DATA_DIR)).toBe(true);
  });

  it('takes blank variables for unset ones', () => {
    expect(loadEnv({ PORT: ' ', SECRET_KEY: '', SEED_DEMO: ' ' })).toEqual(loadEnv({}));
  });

  it.each([
    ['hexadecimal', 'ab'.repeat(32)],
    ['base64', Buffer.from('ab'.repeat(32), 'hex').toString('base64')],
  ])('reads a master key in %s', (_, written) => {
    expect(loadEnv({ SECRET_KEY: written }).SECRET_KEY?.toString('hex')).toBe('ab'.repeat(32));
  });

  it('reads the master keys before the present one', () => {
    const SECRET_KEY_PREVIOUS = `${'cd'.repeat(32)}, ${Buffer.alloc(32).toString('base64')}`;
    const env = loadEnv({ SECRET_KEY: 'ab'.repeat(32), SECRET_KEY_PREVIOUS });
    expect(env.SECRET_KEY_PREVIOUS).toEqual([Buffer.alloc(32, 0xcd), Buffer.alloc(32)]);
    expect(() => loadEnv({ SECRET_KEY_PREVIOUS })).toThrow(/SECRET_KEY must/);
  });

  it('reads flags, numbers and lists', () => {
    const env = loadEnv({ SEED_DEMO: 'false', PORT: ' 0 ', TRUST_PROXY: '10.0.0.0/8, ::1,' });
    expect(env).toMatchObject({ SEED_DEMO: false, PORT: 0, TRUST_PROXY: ['10.0.0.0/8', '::1'] });
    const origins = ['https://a.example.com', 'http://localhost:8080'];
    expect(loadEnv({ WEBAUTHN_ORIGINS: origins.join(', ') }).WEBAUTHN_ORIGINS).toEqual(origins);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '1.5'],
    ['PORT', '-1'],
    ['SEED_DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['SECRET_KEY', 'short'],
    ['SECRET_KEY_PREVIOUS', 'short'],
    ['DATABASE_URL', 'mysql://host/db'],
    ['RATE_LIMIT_STANDARD', '0'],
    ['REDIS_URL', 'http://redis.example.test'],
    ['REDIS_PREFIX', 'two words'],
    ['UPLOAD_MAX_BYTES', '1'],
    ['MAIL_URL', 'https://mail.example.test'],
    ['MAIL_FROM', 'nobody'],
    ['SMS_URL', 'http://sms.example.test/'],
    ['APP_URL', 'app.example.test'],
    ['PUBLIC_URL', 'service.example.com'],
    ['WEBAUTHN_RP_ID', 'https://example.com'],
    ['WEBAUTHN_RP_ID', '127.0.0.1'],
    ['WEBAUTHN_ORIGINS', 'https://a.example.com, b.example.com'],
    ['WEBAUTHN_ORIGINS', 'https://a.example.com/'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'https://*.example.com/'],
    ['CORS_ORIGINS', 'https://app.example.com/path'],
    ['CORS_ORIGINS', 'https://APP.example.com'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', 'proxy.example.com'],
    ['REQUEST_TIMEOUT_SECONDS', '0'],
  ])('refuses %s=%s and names the variable, not its value', (name, value) => {
    expect(() => loadEnv({ [name]: value })).toThrow(InvalidEnvironmentError);
    expect(() => loadEnv({ [name]: value })).toThrow(new RegExp(`${name} must`));
  });

  it('wants a sender where text messages are sent', () => {
    const SMS_URL = 'https://a:b@sms.example.test/';
    expect(() => loadEnv({ SMS_URL })).toThrow(/SMS_FROM must/);
    expect(loadEnv({ SMS_URL, SMS_FROM: '+15005550006' }).SMS_FROM).toBe('+15005550006');
  });

  it('names all that is wrong at once and shows no secret', () => {
    const load = (): unknown => loadEnv({ PORT: 'x', LOG_LEVEL: 'y', SECRET_KEY: 'hunter2' });
    expect(load).toThrow(/PORT.*LOG_LEVEL.*SECRET_KEY/);
    expect(load).not.toThrow(/hunter2/);
  });
});

describe('.env.example', () => {
  it('has a line for every variable, each with its default', () => {
    const text = readFileSync(path.join(projectRoot(), '.env.example'), 'utf8');
    for (const [name, { fallback }] of Object.entries(VARIABLES)) {
      expect(text.split('\n')).toContain(`#${name}=${fallback}`);
    }
  });
});
