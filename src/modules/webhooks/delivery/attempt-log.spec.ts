import { LOGGED_BYTES, loggedHeaders, loggedText } from './attempt-log.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

describe('loggedText', () => {
  it('keeps what is harmless as it is', () => {
    expect(loggedText('{"ok": true, "Tür": "✓"}', [SECRET])).toBe('{"ok": true, "Tür": "✓"}');
  });

  it.each([
    ['the secret', `your secret is ${SECRET}!`],
    ['its key alone', `key ${SECRET.slice(6)}!`],
    ['a signature', `expected ${SIGNATURE}!`],
    ['another secret of the kind', 'try whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!'],
  ])('removes %s that a receiver says back', (_, text) => {
    const told = loggedText(text, [SECRET, SECRET.slice(6)]);
    expect(told).toMatch(/\[removed\]!$/);
    expect(told).not.toMatch(/MfKQ|g0hM|AAAA/);
  });

  it('cuts to 4 KiB of whole characters, though some take several bytes', () => {
    expect(Buffer.byteLength(loggedText('x'.repeat(5_000), []))).toBe(LOGGED_BYTES);
    const told = loggedText(`x${'€'.repeat(5_000)}`, []);
    expect(Buffer.byteLength(told)).toBe(LOGGED_BYTES);
    expect(told.endsWith('€')).toBe(true);
    expect(loggedText(`xx${'€'.repeat(5_000)}`, [])).not.toContain('\ufffd');
  });

  it('holds nothing that PostgreSQL cannot store', () => {
    expect(loggedText('a\0b', [])).toBe('a\ufffdb');
  });
});

describe('loggedHeaders', () => {
  it('omits headers with credentials', () => {
    const names = ['Set-Cookie', 'authorization', 'WWW-Authenticate', 'x-api-key', 'X-Csrf-Token', 'webhook-signature'];
    const headers = [...names.map((name): [string, string] => [name, 'secret']), ['content-type', 'text/plain']];
    expect(loggedHeaders(headers as [string, string][], [])).toEqual({ 'content-type': 'text/plain' });
  });

  it('tells where a redirect leads without its query, and no secret in any value', () => {
    const headers: [string, string][] = [
      ['location', 'https://elsewhere.test/path?token=abc#x'],
      ['x-echo', `was ${SECRET}`],
    ];
    expect(loggedHeaders(headers, [SECRET])).toEqual({
      location: 'https://elsewhere.test/path',
      'x-echo': 'was [removed]',
    });
  });

  it('is bounded', () => {
    const headers = Array.from({ length: 500 }, (_, n): [string, string] => [`x-${n}`, 'v'.repeat(5_000)]);
    const kept = loggedHeaders(headers, []);
    expect(Object.keys(kept)).toHaveLength(40);
    expect(Object.values(kept).every((value) => value.length === 256)).toBe(true);
  });
});
