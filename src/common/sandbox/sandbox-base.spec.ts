import { leaveSandbox } from './sandbox-base.js';

describe('leaveSandbox', () => {
  it.each([
    ['/sandbox/v1/documents?limit=1', '/v1/documents?limit=1'],
    ['/sandbox/api/v1/users/me', '/api/v1/users/me'],
    ['/sandbox/mcp', '/mcp'],
    ['/sandbox/mcp?x=1', '/mcp?x=1'],
  ])('finds %s in the sandbox', (url, inside) => {
    expect(leaveSandbox(url, 'manuals.example.com', null)).toEqual({ url: inside, isSandbox: true });
  });

  it.each([
    '/v1/documents',
    '/sandbox',
    '/sandbox/',
    '/sandbox/v1',
    '/sandbox/v10/documents',
    '/sandbox/mcp/x',
    '/sandbox/scim/v2/Users',
    '/sandbox/healthz',
    '/sandbox//v1/documents',
    '/Sandbox/v1/documents',
    '/v1/sandbox/v1/documents',
    '/%73andbox/v1/documents',
  ])('leaves %s alone', (url) => {
    expect(leaveSandbox(url, 'manuals.example.com', null)).toEqual({ url, isSandbox: false });
  });

  it('removes one prefix', () => {
    expect(leaveSandbox('/sandbox/sandbox/v1/documents', undefined, null).isSandbox).toBe(false);
    expect(leaveSandbox('/sandbox/v1/sandbox/v1/x', undefined, null).url).toBe('/v1/sandbox/v1/x');
  });

  it.each([
    ['sandbox.example.com', true],
    ['SANDBOX.example.com', true],
    ['sandbox.example.com:443', true],
    ['sandbox.example.com.', true],
    ['sandbox.example.com.:443', true],
    ['sandbox.example.com:80', false],
    ['manuals.example.com', false],
    ['sandbox.example.com.evil.example', false],
    ['a b', false],
    ['', false],
    [undefined, false],
  ])('knows the host %s', (host, isSandbox) => {
    const sandboxUrl = new URL('https://sandbox.example.com');
    expect(leaveSandbox('/v1/documents', host, sandboxUrl)).toEqual({ url: '/v1/documents', isSandbox });
  });
});
