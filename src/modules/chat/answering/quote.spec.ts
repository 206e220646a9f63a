import { quoteSpan } from './quote.js';
import { splitUnits } from './sentences.js';

describe('quoteSpan', () => {
  const table = 'Tyre | TR46-100 | TR46-200\nMain | 7.4 bar | 7.9 bar\nNose | 4.9 bar | 5.2 bar';
  const nose = splitUnits(table)[2]!;

  it('is the unit as it stands on its page', () => {
    const { start, end } = quoteSpan(table, { unit: nose, leadIn: [] });
    expect(table.slice(start, end)).toBe('Nose | 4.9 bar | 5.2 bar');
  });

  it('reaches from the header row to the row', () => {
    expect(quoteSpan(table, { unit: nose, leadIn: ['Tyre | TR46-100 | TR46-200'] })).toEqual({
      start: 0,
      end: table.length,
    });
  });

  it('is the unit where the lead-in stands in another passage', () => {
    const unit = { ...nose, leadIn: 'Tyre | Pressure' };
    expect(quoteSpan(table, { unit, leadIn: ['Tyre | Pressure'] })).toEqual({ start: nose.start, end: nose.end });
  });
});
