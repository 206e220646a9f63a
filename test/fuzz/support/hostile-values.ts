import fc, { type Arbitrary } from 'fast-check';

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e torque \u202c',
  '\ufeff',
  'e\u0301'.repeat(50),
  "' OR 1=1; --",
  '"; DROP TABLE users; --',
  '%00',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '{{7*7}}',
  '${jndi:ldap://127.0.0.1/a}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '-0',
  '1e309',
  'NaN',
  '9223372036854775808',
  '0x10',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:127.0.0.1]/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'x'.repeat(3_001),
  '"'.repeat(200),
  '('.repeat(200),
  '-'.repeat(200),
  '🛩️'.repeat(100),
];

const NUMBERS = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324];

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

/** Texts that have broken programs: controls, halves of surrogate pairs, other languages' syntax, edges of types. */
export const HOSTILE_TEXT: Arbitrary<string> = fc.constantFrom(...TEXTS);

/** Values of any type where another was expected. */
export const HOSTILE: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: HOSTILE_TEXT },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, [], {}, [[]], [null], nested(200)) },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}')) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
