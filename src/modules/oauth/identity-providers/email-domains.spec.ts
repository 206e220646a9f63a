import { canonicalDomain, domainOf, isPublicMailDomain } from './email-domains.js';

describe('e-mail domains', () => {
  it.each([
    ['acme.example', 'acme.example'],
    [' ACME.Example. ', 'acme.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['a.b.c.example', 'a.b.c.example'],
    ['acme', null],
    ['', null],
    ['acme .example', null],
    ['*.acme.example', null],
    ['@acme.example', null],
    ['127.0.0.1', null],
    ['acme.example/path', null],
    ['acme%2eexample', null],
    ['acme.example:443', null],
  ])('%j is the domain %j', (text, domain) => {
    expect(canonicalDomain(text)).toBe(domain);
  });

  it.each([
    ['ann@acme.example', 'acme.example'],
    ['Ann.Smith+tag@ACME.example', 'acme.example'],
    ['ann@bücher.example', 'xn--bcher-kva.example'],
    ['ann@evil.example@acme.example', null],
    ['"ann@evil.example"@acme.example', null],
    ['ann@acme.example\n', null],
    ['ann@acme.example, eve@evil.example', null],
    ['Ann <ann@acme.example>', null],
    ['аnn@acme.example', null],
    ['@acme.example', null],
    ['acme.example', null],
  ])('%j is at %j', (email, domain) => {
    expect(domainOf(email)).toBe(domain);
  });

  it('know where anybody is', () => {
    expect(isPublicMailDomain('gmail.com')).toBe(true);
    expect(isPublicMailDomain('acme.example')).toBe(false);
  });
});
