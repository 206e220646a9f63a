import { formatCode, formatNumber } from './number-format.js';

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
  ])('writes %s in %j as %j', (value, code, text) => {
    expect(formatNumber(value, code)).toBe(text);
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
    expect(formatNumber(value, code)).toBe(text);
  });

  it('counts from 1904 in workbooks that do', () => {
    expect(formatNumber(0, 'yyyy-mm-dd', true)).toBe('1904-01-01');
    expect(formatNumber(43_538, 'yyyy-mm-dd', true)).toBe('2023-03-15');
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
