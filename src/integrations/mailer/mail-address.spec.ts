import { parseMailbox, toOneLine } from './mail-address.js';

describe('parseMailbox', () => {
  it.each([
    ['Maintenance <no-reply@example.test>', 'Maintenance', 'no-reply@example.test'],
    ['"Example Air, MRO" <a@b.test>', 'Example Air, MRO', 'a@b.test'],
    ['Example Air, MRO <a@b.test>', 'Example Air, MRO', 'a@b.test'],
    ['<a@b.test>', '', 'a@b.test'],
    [' a@b.test ', '', 'a@b.test'],
  ])('reads %s', (text, name, address) => expect(parseMailbox(text)).toEqual({ name, address }));

  it.each(['', 'nobody', 'A <nobody>', 'A <a@b.test> B', 'a@b.test, c@d.test', 'A\n <a@b.test>'])(
    'refuses %j',
    (text) => expect(() => parseMailbox(text)).toThrow('must be an address'),
  );
});

describe('toOneLine', () => {
  it('turns every kind of line break and control character into a space', () => {
    expect(toOneLine(' a\r\nb\u2028c\u0085d\0e\tf  g ')).toBe('a b c d e f g');
  });
});
