import { acceptsJson } from '../streams/accept.js';
import { etagOf, namesEtag } from './envelope.js';
import { rewriteUrl } from './http-adapter.js';

describe('acceptsJson', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/*;q=0.1',
    'text/html, */*;q=0.01',
    'application/json;q=1.0',
    '*/*;q=0, application/json',
  ])('is content with %j', (accept) => {
    expect(acceptsJson(accept)).toBe(true);
  });

  it.each([
    'text/html',
    'application/xml, image/*',
    'application/json;q=0',
    'application/json; q=0.000',
    '*/*, application/json;q=0',
    'application/problem+json',
  ])('is not with %j', (accept) => {
    expect(acceptsJson(accept)).toBe(false);
  });
});

describe('namesEtag', () => {
  it.each(['"3"', 'W/"3"', '*', '"1", "3"', ' "3" '])('finds version 3 in %j', (header) => {
    expect(namesEtag(header, etagOf(3))).toBe(true);
  });

  it.each([undefined, '', '"33"', '3', '"1", "2"'])('does not in %j', (header) => {
    expect(namesEtag(header, etagOf(3))).toBe(false);
  });
});

describe('rewriteUrl', () => {
  it.each([
    ['/v1/users/me?x=1', '/api/v1/users/me?x=1'],
    ['/api/v1/users/me', '/api/v1/users/me'],
    ['/v1', '/v1'],
    ['/v10/users', '/v10/users'],
    ['/healthz', '/healthz'],
    ['/v1/a%20b', '/api/v1/a%20b'],
    ['/v1/a%zz?q=%zz', '/api/v1/a%25zz?q=%zz'],
    ['/%', '/%25'],
    ['/%c3%28', '/%25c3%2528'],
  ])('routes %s as %s', (url, routed) => {
    expect(rewriteUrl(url)).toBe(routed);
  });
});
