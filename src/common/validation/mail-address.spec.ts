import { isMailAddress } from './mail-address.js';

describe('isMailAddress', () => {
  it.each(['a@b', 'ada.lovelace+mro@example.test', "o'neil@example.test", 'žofia@příklad.test'])(
    'takes %s',
    (address) => expect(isMailAddress(address)).toBe(true),
  );

  it.each([
    '',
    'ada',
    '@example.test',
    'ada@',
    'a b@example.test',
    'a@example.test,b@example.test',
    'a@example.test;b@example.test',
    '<a@example.test>',
    '"a"@example.test',
    'a@b@example.test',
    'group:a@example.test',
    'a@example.test\r\nBcc: b@example.test',
    'a\0@example.test',
    `${'a'.repeat(250)}@b.test`,
  ])('refuses %j', (address) => expect(isMailAddress(address)).toBe(false));
});
