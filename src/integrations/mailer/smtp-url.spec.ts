import { parseSmtpUrl } from './smtp-url.js';

describe('parseSmtpUrl', () => {
  it.each([
    ['smtp://mail.example.test', { host: 'mail.example.test', port: 587, secure: false, starttls: 'required' }],
    ['smtps://mail.example.test', { port: 465, secure: true }],
    ['smtp://mail.example.test:25?starttls=optional', { port: 25, starttls: 'optional' }],
    ['smtp://10.0.0.1:25?starttls=never', { starttls: 'never' }],
    ['smtp://127.0.0.1:1025/', { port: 1025, starttls: 'never' }],
    ['smtp://localhost:1025', { starttls: 'never' }],
    ['smtp://[::1]:1025', { host: '::1', starttls: 'never' }],
    ['smtp://127.0.0.1?starttls=required', { starttls: 'required' }],
    ['smtp://127.example.test', { starttls: 'required' }],
    ['smtp://us%40er:p%3A%2F%25@mail.example.test', { auth: { user: 'us@er', pass: 'p:/%' } }],
  ])('reads %s', (url, expected) => expect(parseSmtpUrl(url)).toMatchObject(expected));

  it('has no login when the URL has none', () => expect(parseSmtpUrl('smtp://h').auth).toBeUndefined());

  it.each([
    'mail.example.test',
    'http://user:hunter2@mail.example.test',
    'smtp://user:hunter2@mail.example.test/path',
    'smtp://user:hunter2@mail.example.test?starttls=perhaps',
    'smtp://user:hunter2@mail.example.test?secure=false',
    'smtp://user:hunter2%@mail.example.test',
    'smtp://',
  ])('refuses %s without repeating it', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(/must|may/);
    expect(() => parseSmtpUrl(url)).not.toThrow(/hunter2/);
  });
});
