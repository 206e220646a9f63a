import { relyingParty } from './relying-party.js';

describe('the relying party', () => {
  it.each([
    ['https://maintenance.example.com', 'maintenance.example.com', 'https://maintenance.example.com'],
    ['https://maintenance.example.com:8443/app/', 'maintenance.example.com', 'https://maintenance.example.com:8443'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
    ['http://0.0.0.0:80', 'localhost', 'http://localhost'],
    ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
  ])('of %s is %s, asked from %s', (appUrl, id, origin) => {
    expect(relyingParty(appUrl, 'https://service.test', null, [])).toEqual({ id, origins: [origin] });
  });

  it('is what was set', () => {
    const origins = ['https://a.example.com', 'https://b.example.com'];
    expect(relyingParty('https://app.example.com', 'https://service.test', 'example.com', origins)).toEqual({
      id: 'example.com',
      origins,
    });
  });

  it('may be set in part', () => {
    expect(relyingParty('https://service.example.com', 'https://service.test', 'example.com', [])).toEqual({
      id: 'example.com',
      origins: ['https://service.example.com'],
    });
  });

  it('is asked from the pages of the service as well, where browsers let them', () => {
    const originsOf = (publicUrl: string): string[] =>
      relyingParty('https://app.example.com', publicUrl, 'example.com', ['https://app.example.com']).origins;
    expect(originsOf('https://api.example.com/knowledge')).toEqual([
      'https://app.example.com',
      'https://api.example.com',
    ]);
    expect(originsOf('https://app.example.com')).toEqual(['https://app.example.com']);
    expect(originsOf('https://badexample.com')).toEqual(['https://app.example.com']);
  });
});
