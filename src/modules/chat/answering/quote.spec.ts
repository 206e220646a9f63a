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

  it('survives text full of pattern characters', () => expect(() => quote('((([*+?^$\\ -')).not.toThrow());
});
