import { cleanLine, joinLines } from './text-cleanup.js';

describe('cleanLine', () => {
  it.each([
    ['ligatures', 'e\ufb03cient \ufb01lter', 'efficient filter'],
    ['Arabic presentation forms', '\ufe8d\ufedf\ufe98', '\u0627\u0644\u062a'],
    ['bullets of the Symbol font', '\uf0b7 Bolt', '• Bolt'],
    ['NUL and other invisible characters', 'A\u0000B\u200b\ufeff', 'AB'],
    ['halves of characters', 'A\ud83d B', 'A\ufffd B'],
    ['white space', '  118\u00a0N·m\t to ', '118 N·m to'],
    ['letters and marks of their own', 'Ho\u0308he', 'Höhe'],
    ['shapes for vertical lines', '高い\ufe12', '高い。'],
    ['private characters', 'A\ue123B', 'A\ufffdB'],
    ['hidden letters', 'A\u{e0041}\u2063B\u034f', 'AB'],
    ['joiners in part numbers', 'SS\u200d-\u200e25', 'SS-25'],
  ])('mends %s', (_what, from, to) => {
    expect(cleanLine(from)).toBe(to);
  });

  it('keeps units and signs as they are', () => {
    expect(cleanLine('20 °C ± 3 µm ½ turn №')).toBe('20 °C ± 3 µm ½ turn №');
  });

  it.each([
    ['joiners where letters need them', 'می\u200cخواهم क\u094d\u200dष'],
    ['variants and emoji', '⚠\ufe0f 👩\u200d🔧'],
    ['the direction of text', 'א\u200f(1)'],
  ])('keeps %s', (_what, text) => {
    expect(cleanLine(text)).toBe(text);
  });
});

describe('joinLines', () => {
  it.each([
    ['the main land-', 'ing gear', 'the main landing gear'],
    ['soft-', 'ware', 'software'],
    ['use high-', 'pressure air', 'use high-pressure air'],
    ['Airbus SB A320-', '57-1089', 'Airbus SB A320-57-1089'],
    ['part AT32-', 'A4021', 'part AT32-A4021'],
    ['between 5 -', '8 mm', 'between 5 - 8 mm'],
    ['of the nut', 'and the bolt', 'of the nut and the bolt'],
    ['取引できない', '商品', '取引できない商品'],
    ['', 'alone', 'alone'],
  ])('%s + %s', (first, second, joined) => {
    expect(joinLines(first, second)).toBe(joined);
  });
});
