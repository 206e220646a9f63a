import { quoteSpan } from './quote.js';
import { splitUnits } from '../evidence/source-units.js';

describe('quoteSpan', () => {
  const table = 'Tyre | TR46-100 | TR46-200\nMain | 7.4 bar | 7.9 bar\nNose | 4.9 bar | 5.2 bar';
  const nose = splitUnits(table)[2]!;

  it('is the unit as it stands on its page', () => {
    const { start, end } = quoteSpan(table, { unit: nose, leadIns: [] });
    expect(table.slice(start, end)).toBe('Nose | 4.9 bar | 5.2 bar');
  });

  it('reaches from the header row to the row', () => {
    expect(quoteSpan(table, { unit: nose, leadIns: nose.leadIns })).toEqual({
      start: 0,
      end: table.length,
    });
  });

  it('reaches from the outermost lead-in that is said to the unit', () => {
    const steps = 'Done.\nInstall the valve:\n(1) On the ZB-100 do this:\n(a) Torque the nut to 271 N·m.';
    const unit = splitUnits(steps).at(-1)!;
    const of = (leadIns: typeof unit.leadIns) => {
      const { start, end } = quoteSpan(steps, { unit, leadIns });
      return steps.slice(start, end);
    };
    expect(of(unit.leadIns)).toBe(steps.slice(6));
    expect(of(unit.leadIns.slice(1))).toBe(steps.slice(steps.indexOf('(1)')));
    expect(of([])).toBe(steps.slice(steps.indexOf('(a)')));
  });

  it('is the unit when the lead-in is in another passage', () => {
    const leadIns = [{ text: 'Tyre | Pressure', start: 0, end: 15 }];
    expect(quoteSpan(table, { unit: nose, leadIns })).toEqual({ start: nose.start, end: nose.end });
  });
});
