import { safeFileName } from './file-receiver.js';

describe('safeFileName', () => {
  it.each([
    ['manual.pdf', 'manual.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\manuals\\wheel.pdf', 'wheel.pdf'],
    ['a/b\\c.pdf', 'c.pdf'],
    ['nul\u0000.pdf', 'nul.pdf'],
    ['line\r\nSet-Cookie: x=1.pdf', 'lineSet-Cookie: x=1.pdf'],
    ['\u202efdp.exe', 'fdp.exe'],
    ['zero\u200bwidth\ufeff\u061c.pdf', 'zerowidth.pdf'],
    ['two\u2028lines.pdf', 'twolines.pdf'],
    ['half \ud800 pair.pdf', 'half  pair.pdf'],
    ['"quoted".pdf', '"quoted".pdf'],
    [' Räder 車輪 🛩.pdf ', 'Räder 車輪 🛩.pdf'],
    ['', 'document'],
    ['..', 'document'],
    ['/', 'document'],
    ['\u0007', 'document'],
  ])('%j becomes %j', (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });
});
