import { quoteSpan } from './quote.js';

describe('quoteSpan', () => {
  const text = 'Torque the axle nut to\n27.5 N·m. Torque the axle nut to 27 N·m.';
  const quote = (sentence: string): string => {
    const { start, end } = quoteSpan(text, sentence);
    return text.slice(start, end);
  };

  it('finds a sentence across a line break', () => {
    expect(quote('Torque the axle nut to 27.5 N·m.')).toBe('Torque the axle nut to\n27.5 N·m.');
  });

  it('takes the unit that states the same facts', () => {
    expect(quote('The nut is torqued to 27 N·m')).toBe('Torque the axle nut to 27 N·m.');
  });

  it('takes the whole passage rather than nothing', () => expect(quote('unrelated')).toBe(text));

  it('reaches from the header row to the row', () => {
    const table = 'Tyre | TR46-100 | TR46-200\nMain | 7.4 bar | 7.9 bar\nNose | 4.9 bar | 5.2 bar';
    expect(quoteSpan(table, 'Tyre | TR46-100 | TR46-200\nNose | 4.9 bar | 5.2 bar')).toEqual({
      start: 0,
      end: table.length,
    });
  });

  it('survives text full of pattern characters', () => expect(() => quote('((([*+?^$\\ -')).not.toThrow());
});
