import { parseSmsUrl } from './sms-gateway.js';

describe('parseSmsUrl', () => {
  it('takes the credentials out of the address', () => {
    expect(parseSmsUrl('https://AC1:t%3Ao@api.example.test/2010-04-01/Accounts/AC1/Messages.json')).toEqual({
      endpoint: 'https://api.example.test/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:t:o').toString('base64')}`,
    });
  });

  it.each(['http://127.0.0.1:4000/send', 'http://localhost/', 'http://[::1]:1/'])('takes %s', (url) => {
    expect(parseSmsUrl(url)).toEqual({ endpoint: url, authorization: undefined });
  });

  it.each([
    'http://AC1:hunter2@api.example.test/',
    'ftp://AC1:hunter2@api.example.test/',
    'api.example.test',
    'https://AC1:hunter2%@api.example.test/',
  ])('refuses %s without repeating it', (url) => {
    expect(() => parseSmsUrl(url)).toThrow('must');
    expect(() => parseSmsUrl(url)).not.toThrow(/hunter2/);
  });
});
