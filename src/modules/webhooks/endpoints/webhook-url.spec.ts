import { OutboundHttp } from '../../../integrations/outbound-http/outbound-http.js';
import { webhookUrlIssue } from './webhook-url.js';

describe('webhookUrlIssue', () => {
  it.each([
    'https://example.com/hooks',
    'https://example.com:8443/hooks?key=a%20b',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://příklad.test/',
    // Looked at when it is resolved, at every attempt.
    'https://localhost/',
    'https://intranet/',
  ])('takes %s', (address) => {
    expect(webhookUrlIssue(address, new OutboundHttp())).toBeNull();
  });

  it.each([
    ...['', 'example.com', '/hooks', 'https://', 'ftp://example.com/', 'javascript:alert(1)', 'file:///etc/passwd'],
    ...['http://example.com/', 'http://127.0.0.1/', 'http://8.8.8.8/'],
    ...['https://user@example.com/', 'https://user:password@example.com/', 'https://:password@example.com/'],
    ...['https://example.com/#', 'https://example.com/#part', 'https://example.com/a b', 'https://exam\tple.com/'],
    ...['https://exam\u200bple.com/', 'https://example.com/\n'],
    // Private, in every spelling that means the same.
    ...['https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1/', 'https://0xa.1/', 'https://167772161/'],
    ...['https://127.0.0.1/', 'https://127.1/', 'https://0x7f000001/', 'https://017700000001/', 'https://[::1]/'],
    ...['https://169.254.169.254/latest', 'https://[fe80::1]/', 'https://100.64.0.1/', 'https://0.0.0.0/'],
    ...['https://224.0.0.1/', 'https://[ff02::1]/', 'https://255.255.255.255/', 'https://[fd00::1]/'],
    ...['https://[::ffff:10.0.0.1]/', 'https://[::ffff:8.8.8.8]/', 'https://[::]/', 'https://[::127.0.0.1]/'],
    ...['https://[64:ff9b::a00:1]/', 'https://[64:ff9b:1::a00:1]/', 'https://[2002:a00:1::]/', 'https://[2001:0:1::]/'],
  ])('refuses %j', (address) => {
    expect(webhookUrlIssue(address, new OutboundHttp())).toEqual(expect.any(String));
  });

  describe('where loopback is allowed', () => {
    it.each(['http://127.0.0.1:8080/', 'https://127.0.0.1/', 'http://[::1]/', 'http://localhost:8080/hooks'])(
      'takes %s',
      (address) => {
        expect(webhookUrlIssue(address, new OutboundHttp({ allowLoopback: true }))).toBeNull();
      },
    );

    it.each([
      'http://example.com/',
      'http://8.8.8.8/',
      'http://10.0.0.1/',
      'https://10.0.0.1/',
      'https://[::ffff:127.0.0.1]/',
      'http://localhost:8080/#x',
    ])('refuses %s', (address) => {
      expect(webhookUrlIssue(address, new OutboundHttp({ allowLoopback: true }))).toEqual(expect.any(String));
    });
  });
});
