import { quoteSpan } from './quote.js';
import { splitUnits } from './sentences.js';

describe('quoteSpan', () => {
  const table = 'Tyre | TR46-100 | TR46-200\nMain | 7.4 bar | 7.9 bar\nNose | 4.9 bar | 5.2 bar';
  const nose = splitUnits(table)[2]!;

  it('is the unit as it stands on its page', () => {
    const { start, end } = quoteSpan(table, { unit: nose, withLeadIn: false });
    expect(table.slice(start, end)).toBe('Nose | 4.9 bar | 5.2 bar');
  });

  it('reaches from the header row to the row', () => {
    expect(quoteSpan(table, { unit: nose, withLeadIn: true })).toEqual({ start: 0, end: table.length });
  });

  it('reaches from the outermost lead-in to the unit', () => {
    const steps = 'Done.\nInstall the valve:\n(1) On the ZB-100 do this:\n(a) Torque the nut to 271 N·m.';
    const { start, end } = quoteSpan(steps, { unit: splitUnits(steps).at(-1)!, withLeadIn: true });
    expect(steps.slice(start, end)).toBe(steps.slice(6));
  });

  it('is the unit where the lead-in stands in another passage', () => {
    const unit = { ...nose, leadIns: [{ text: 'Tyre | Pressure', start: 0, end: 15 }] };
    expect(quoteSpan(table, { unit, withLeadIn: true })).toEqual({ start: nose.start, end: nose.end });
  });
});
