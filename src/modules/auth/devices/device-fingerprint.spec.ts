import { fingerprintOf } from './device-fingerprint.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

describe('fingerprintOf', () => {
  const of = (device: string | null, ip: string | null, user = 'user_1'): string =>
    fingerprintOf(user, { device, ip }).toString('hex');

  it.each([
    ['a newer version', FIREFOX.replaceAll('144', '151'), '192.0.2.7'],
    ['another address of the provider', FIREFOX, '192.0.99.1'],
    ['an IPv4 address written as IPv6', FIREFOX, '::ffff:192.0.2.7'],
  ])('is the same for %s', (_, device, ip) => {
    expect(of(device, ip)).toBe(of(FIREFOX, '192.0.2.7'));
  });

  it.each([
    ['another browser', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36', '192.0.2.7'],
    ['another system', FIREFOX.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64'), '192.0.2.7'],
    ['another network', FIREFOX, '198.51.100.7'],
    ['IPv6', FIREFOX, '2001:db8::1'],
    ['a client that says nothing', null, '192.0.2.7'],
    ['an address that is not known', FIREFOX, null],
  ])('differs for %s', (_, device, ip) => {
    expect(of(device, ip)).not.toBe(of(FIREFOX, '192.0.2.7'));
  });

  it('is the same within the first 32 bits of IPv6 addresses', () => {
    expect(of(FIREFOX, '2001:db8::1')).toBe(of(FIREFOX, '2001:db8:ffff::9'));
    expect(of(FIREFOX, '2001:db8::1')).not.toBe(of(FIREFOX, '2001:db9::1'));
  });

  it('says nothing of one user’s device about another’s', () => {
    expect(of(FIREFOX, '192.0.2.7', 'user_2')).not.toBe(of(FIREFOX, '192.0.2.7'));
  });
});
