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
    expect(relyingParty(appUrl, null, [])).toEqual({ id, origins: [origin] });
  });

  it('is what was set', () => {
    const origins = ['https://a.example.com', 'https://b.example.com'];
    expect(relyingParty('https://service.example.com', 'example.com', origins)).toEqual({ id: 'example.com', origins });
  });

  it('may be set in part', () => {
    expect(relyingParty('https://service.example.com', 'example.com', [])).toEqual({
      id: 'example.com',
      origins: ['https://service.example.com'],
    });
  });
});
