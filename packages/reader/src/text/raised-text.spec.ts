import { fraction, power, root } from './math-text.js';
import { lowered, raised, settleRaised } from './raised-text.js';
import { toRows } from '../layout/rows/rows.js';

describe('raised and lowered text', () => {
  it.each([
    [`10${raised('5')} Pa`, '10⁵ Pa'],
    [`10${raised('-')}${raised('5')} mbar`, '10⁻⁵ mbar'],
    [`40${raised('2')} Nm`, '40² Nm'],
    [`1${raised('1')}/${lowered('2')} in`, '1 1/2 in'],
    [`1 ${raised('3')}⁄${lowered('8')} in`, '1 3/8 in'],
    [`H${lowered('2')}O`, 'H₂O'],
    [`T${lowered('max')}`, 'T_max'],
    [`10${raised('n/2')} x`, '10^(n/2) x'],
    [`10${raised('1.5')}Pa`, '10^(1.5)Pa'],
    [`x${raised(`a${raised('2')}`)}`, 'x^(a²)'],
    [`1${raised('st')}, 20${raised('o')}C, A${raised('TM')}`, '1st, 20°C, A™'],
    [`12${fraction('1', '2')} turn`, '12 1/2 turn'],
    [fraction('a+b', 'c'), '(a+b)/c'],
    [power('10', '5'), '10⁵'],
    [root('x+1'), '√(x+1)'],
  ])('%j is %j', (marked, text) => {
    expect(settleRaised(marked)).toBe(text);
  });

  it('is found in a PDF by size and baseline', () => {
    const run = (text: string, x: number, width: number, size = 12, y = 100) => ({
      text,
      x,
      y,
      width,
      size,
      bold: false,
      rtl: false,
      corners: [x, y - size, x + width, y] as const,
    });
    const [row] = toRows([run('Torque 40', 0, 50), run('2', 50, 4, 7, 95.5), run(' Nm', 54, 20)]);
    expect(row!.segments).toMatchObject([{ text: 'Torque 40² Nm', boxes: [{ start: 0, end: 13, x: 0, width: 74 }] }]);
    const [half] = toRows([run('by 1', 0, 20), run('1', 20, 4, 7, 95.5), run('/', 24, 3), run('2', 27, 4, 7, 102)]);
    expect(half!.segments.map(({ text }) => text)).toEqual(['by 1 1/2']);
  });
});
