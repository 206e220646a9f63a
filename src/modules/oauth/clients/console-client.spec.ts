import { consoleRedirectUri } from './console-client.js';

describe('consoleRedirectUri', () => {
  it.each([
    ['https://manuals.example.com', 'https://manuals.example.com/app/signed-in'],
    ['https://manuals.example.com/', 'https://manuals.example.com/app/signed-in'],
    ['https://Manuals.Example.com:443/knowledge/', 'https://manuals.example.com/knowledge/app/signed-in'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/app/signed-in'],
  ])('is for %s what its pages name', (issuer, uri) => {
    expect(consoleRedirectUri(issuer)).toBe(uri);
  });
});
