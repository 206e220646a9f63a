import type { CitedPassage } from './api.js';
import { hasWholeRuns } from './whole-runs.js';

const cited = (index: number, quote: string, section = 'Procedure'): CitedPassage =>
  ({ index, section, quote, revision_id: 'rev', page_number: 1, start: index * 100 }) as CitedPassage;

describe('hasWholeRuns', () => {
  const steps = ['(4) Torque the nut to 270 N·m.', '(5) Loosen the nut.', '(6) Torque the nut to 75 N·m.'];
  const [fourth, fifth, sixth] = steps.map((quote, index) => cited(index + 1, quote)) as [
    CitedPassage,
    CitedPassage,
    CitedPassage,
  ];

  it('tells a step that is left out', () => {
    expect(hasWholeRuns({ citations: [sixth, fourth, fifth], warnings: [] })).toBe(true);
    expect(hasWholeRuns({ citations: [fourth, sixth], warnings: [] })).toBe(false);
    expect(hasWholeRuns({ citations: [fourth, fifth, sixth], warnings: [{ citation: 2 }] })).toBe(false);
  });

  it('takes sections and lists by themselves', () => {
    expect(hasWholeRuns({ citations: [fourth, cited(3, '(6) Install the pin.', 'Test')], warnings: [] })).toBe(true);
    expect(hasWholeRuns({ citations: [fourth, cited(2, '(1) Do the test.')], warnings: [] })).toBe(true);
    expect(hasWholeRuns({ citations: [fourth, cited(2, 'The nut is of steel.'), fifth], warnings: [] })).toBe(true);
  });
});
