import { areWithin, canonicalCidr, intersectionOf, isAddressIn } from './cidr.js';

describe('canonicalCidr', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1/32'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['255.255.255.255', '255.255.255.255/32'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:0:0:0:0:0:0/32', '2001:db8::/32'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1/128'],
    ['::', '::/128'],
    ['::/0', '::/0'],
    ['::1', '::1/128'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['::FFFF:c000:201', '192.0.2.1/32'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221/128'],
  ])('writes %s as %s', (text, canonical) => {
    expect(canonicalCidr(text)).toBe(canonical);
    expect(canonicalCidr(canonical)).toBe(canonical);
  });

  it.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.02.1',
    '0x7f.0.0.1',
    '2130706433',
    '192.0.2.1/33',
    '192.0.2.0/',
    '192.0.2.0/-1',
    '192.0.2.0/024',
    '192.0.2.0/24/24',
    '192.0.2.0/255.255.255.0',
    ' 192.0.2.1',
    '192.0.2.1\n',
    '192.0.2.1/8',
    '2001:db8::1/64',
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:192.0.2.1/95',
    '1::2::3',
    ':::',
    '[::1]',
    '*',
  ])('refuses %j', (text) => {
    expect(canonicalCidr(text)).toBeNull();
  });
});

describe('isAddressIn', () => {
  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['10.255.255.255', '10.0.0.0/8', true],
    ['10.0.0.1', '10.0.0.1/32', true],
    ['10.0.0.2', '10.0.0.1/32', false],
    ['128.0.0.1', '128.0.0.0/1', true],
    ['127.255.255.255', '128.0.0.0/1', false],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '::/0', false],
    ['::1', '0.0.0.0/0', false],
    ['2001:db8::5', '2001:db8::/32', true],
    ['2001:db9::5', '2001:db8::/32', false],
    ['fe80::1%eth0', 'fe80::/10', true],
    ['unknown', '0.0.0.0/0', false],
    ['', '::/0', false],
  ])('says of %s in %s: %s', (address, cidr, expected) => {
    expect(isAddressIn(address, [cidr])).toBe(expected);
  });

  it('matches any of several ranges, and nothing without a range', () => {
    expect(isAddressIn('10.0.0.1', ['192.0.2.0/24', '10.0.0.0/8'])).toBe(true);
    expect(isAddressIn('10.0.0.1', [])).toBe(false);
  });
});

describe('areWithin and intersectionOf', () => {
  it('compare blocks of the same kind of address', () => {
    expect(areWithin(['10.1.0.0/16', '10.2.0.1/32'], ['10.0.0.0/8'])).toBe(true);
    expect(areWithin(['10.1.0.0/16', '11.0.0.0/16'], ['10.0.0.0/8'])).toBe(false);
    expect(areWithin(['10.0.0.0/7'], ['10.0.0.0/8'])).toBe(false);
    expect(areWithin(['10.0.0.0/8'], ['::/0'])).toBe(false);
    expect(areWithin([], ['10.0.0.0/8'])).toBe(true);
  });

  it('leave what both lists allow', () => {
    expect(intersectionOf(['10.0.0.0/8', '192.0.2.0/24'], ['10.1.0.0/16', '2001:db8::/32'])).toEqual(['10.1.0.0/16']);
    expect(intersectionOf(['10.0.0.0/8'], ['10.0.0.0/8'])).toEqual(['10.0.0.0/8']);
    expect(intersectionOf(['10.1.0.0/16'], ['10.0.0.0/8', '10.1.0.0/24'])).toEqual(['10.1.0.0/16', '10.1.0.0/24']);
    expect(intersectionOf(['10.0.0.0/8'], ['192.0.2.0/24'])).toEqual([]);
  });
});
