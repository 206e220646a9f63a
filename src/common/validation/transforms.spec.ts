import { oneLine } from './transforms.js';

describe('oneLine', () => {
  it.each([
    ['  Wheels \t and\r\nbrakes ', 'Wheels and brakes'],
    ['two\u2028lines\u0085three', 'two lines three'],
    ['Rev\u200b 4\ufeff', 'Rev 4'],
    ['\u202e4 veR\u202c', '4 veR'],
    ['\u2066A\u2069\u00ad320', 'A320'],
    ['bell\u0007\u001b[31m', 'bell[31m'],
    ['\u200b\u3164\u2800', ''],
    ['Räder 車輪 🛩️ — ½ №', 'Räder 車輪 🛩️ — ½ №'],
  ])('makes %j %j', (given, expected) => {
    expect(oneLine({ value: given })).toBe(expected);
  });

  it('leaves other types to the type check', () => {
    expect([7, null, undefined].map((value: unknown) => oneLine({ value }))).toEqual([7, null, undefined]);
  });
});
