import { formatCode, formatNumber, formatText } from './number-format.js';

describe('formatNumber', () => {
  it.each<[number, string, string]>([
    [9.4999999999999996, 'General', '9.5'],
    [0.1 + 0.2, 'General', '0.3'],
    [1234567.891, '#,##0', '1234567.891'],
    [12.5, '0', '12.5'],
    [12.5, '0.00', '12.50'],
    [12.504, '0.00', '12.504'],
    [12, '0.0##', '12.0'],
    [-12.5, '0.00;[Red]0.00', '-12.50'],
    [-12.5, '0.00_);(0.00)', '-12.50'],
    [-3, '-0', '-3'],
    [0.07, '0%', '7%'],
    [0.125, '0%', '12.5%'],
    [32, '00000', '00032'],
    [324100, '00-00-00', '32-41-00'],
    [50324100, '00-00-00', '5032-41-00'],
    [118.5, '0.0" N·m"', '118.5 N·m'],
    [118, '0\\ \\p\\s\\i', '118 psi'],
    [3, '"SB "0', 'SB 3'],
    [1.5, '# ?/?', '1.5'],
    [1.5, '# ?/?" in"', '1.5 in'],
    [1e-9, '0.00E+00', '1e-9'],
    [12345, '0.0,"k"', '12345'],
    [5, '[$€-407] 0.00', '€ 5.00'],
    [5, '[>100]"much";"little"', '5'],
    [1, '"yes";"no"', 'yes'],
    [5, ';;;', ''],
    [0, '#', ''],
    [0, '_-* "-"??_-', '-'],
    [2, '@', '2'],
    [5.25, '# ?/16', '5.25'],
    [5.25, '# ??/100" in"', '5.25 in'],
    [0.0625, '#" "?/16', '0.0625'],
    [45, '0.0"N·m"/"ft"', '45.0N·m/ft'],
    [10, '0"/20 turn"', '10/20 turn'],
    [45, '#\\ ##0" daN·m"', '45 daN·m'],
    [1500.5, '#\u202f##0.0', '1500.5'],
    [45, '0\\ 000', '0 045'],
    [45, '@" N·m"', '45 N·m'],
    [45, 'General" N·m"', '45 N·m'],
    [45, '0.0 [$in-lb]', '45.0 in-lb'],
    [5, '[$£-en-GB]0.00', '£5.00'],
    [-5, '0.0;−0.0', '-5.0'],
    [-5, '0.0;"–"0.0', '-5.0'],
    [-5, '0.0;0.0-', '-5.0'],
    [-5, '0.0" °C";-0.0" °C"', '-5.0 °C'],
    [-3, '"SB-"0', 'SB--3'],
  ])('writes %s in %j as %j', (value, code, text) => {
    expect(formatNumber(value, code).text).toBe(text);
  });

  it.each<[number, string, string]>([
    [45_000, 'dd/mm/yyyy', '2023-03-15'],
    [45_000, 'd-mmm-yy', '2023-03-15'],
    [45_000, 'mmm-yy', '2023-03'],
    [45_000, 'yyyy', '2023'],
    [45_000, '[$-409]mmmm d, yyyy;@', '2023-03-15'],
    [45_000.75, 'm/d/yy h:mm', '2023-03-15 18:00'],
    [45_000.000011574, 'yyyy-mm-dd hh:mm:ss', '2023-03-15 00:00:01'],
    [0.5, 'h:mm AM/PM', '12:00'],
    [1.25, '[h]:mm', '30:00'],
    [0.0007, '[mm]:ss.000', '0:01:00.480'],
    [59, 'yyyy-mm-dd', '1900-02-28'],
    [1, 'yyyy-mm-dd', '1900-01-01'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [-1, 'yyyy-mm-dd', '-1'],
    [1e12, 'yyyy-mm-dd', '1000000000000'],
    [5, '"days "0', 'days 5'],
    [5, '[Red]0', '5'],
  ])('writes %s in %j as the date or number %j', (value, code, text) => {
    expect(formatNumber(value, code).text).toBe(text);
  });

  it.each<[number, string, string]>([
    [45, '0 1/2', '45'],
    [45, '0.0 Nm', '45'],
    [45, '0.0 psi', '45'],
    [3, '0 s', '3'],
    [12.5, '[<100]0.0" N·m";0" N·m"', '12.5'],
    [350_000, '0.0,"kPa"', '350000'],
    [350_000, '#,##0,"kPa"', '350000'],
    [5, '0.0" to "0.0', '5'],
    [45, '0.0 "±" 0.5', '45'],
    [45, '#-##', '45'],
    [324_100.5, '00-00-00', '324100.5'],
    [-1, 'yyyy-mm-dd', '-1'],
  ])('has a caveat where it writes %s without its format %j', (value, code, text) => {
    expect(formatNumber(value, code)).toEqual({ text, caveat: 'format' });
  });

  it.each<[number, string]>([
    [5, ';;;'],
    [-5, '0.0;'],
    [0, '0.0;-0.0;'],
  ])('has a caveat where the format of %s in %j hides it', (value, code) => {
    expect(formatNumber(value, code)).toEqual({ text: '', caveat: 'hidden' });
  });

  it('counts from 1904 in workbooks that do', () => {
    expect(formatNumber(0, 'yyyy-mm-dd', true).text).toBe('1904-01-01');
    expect(formatNumber(43_538, 'yyyy-mm-dd', true).text).toBe('2023-03-15');
  });
});

describe('formatText', () => {
  it.each<[string, object]>([
    ['General', { text: '45' }],
    ['0.0" psi"', { text: '45' }],
    ['@" N·m"', { text: '45 N·m' }],
    ['0;-0;0;"SB "@', { text: 'SB 45' }],
    [';;;', { text: '', caveat: 'hidden' }],
    ['@ Nm', { text: '45', caveat: 'format' }],
  ])('writes a text in %j as %j', (code, shown) => {
    expect(formatText('45', code)).toEqual(shown);
  });
});

describe('formatCode', () => {
  it('knows the formats without code, and ignores endless ones', () => {
    const custom = new Map([
      [164, '0.0'],
      [165, '0'.repeat(1_000)],
    ]);
    expect([0, 2, 14, 57, 164, 165, 999].map((id) => formatCode(id, custom))).toEqual([
      'General',
      '0.00',
      'yyyy-mm-dd',
      'yyyy-mm-dd',
      '0.0',
      'General',
      'General',
    ]);
  });
});
