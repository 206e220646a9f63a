import type { CitedPassage } from './api.js';
import { leftOutBetweenSteps } from './whole-runs.js';

const PAGE = '(4) Torque the nut to 270 N·m.\n(b) LOOSEN THE NUT.\n(6) Torque the nut to 75 N·m.\nThe nut is of steel.';
const cited = (quote: string, section = 'Procedure', page_number = 1): CitedPassage =>
  ({
    section,
    quote,
    revision_id: 'rev',
    page_number,
    start: PAGE.indexOf(quote),
    end: PAGE.indexOf(quote) + quote.length,
  }) as CitedPassage;
const leftOut = (...citations: CitedPassage[]): string[] => leftOutBetweenSteps(citations, () => PAGE);

describe('leftOutBetweenSteps', () => {
  const [fourth, fifth, sixth, last] = PAGE.split('\n') as [string, string, string, string];

  it('tells a step that is left out, also one that looks like a heading', () => {
    expect(leftOut(cited(sixth), cited(fourth), cited(fifth))).toEqual([]);
    expect(leftOut(cited(sixth), cited(fourth))).toEqual(['(b) LOOSEN THE NUT.']);
  });

  it('takes pages, sections and sentences by themselves', () => {
    expect(leftOut(cited(fourth), cited(sixth, 'Test'))).toEqual([]);
    expect(leftOut(cited(fourth), cited(sixth, 'Procedure', 2))).toEqual([]);
    expect(leftOut(cited(fourth), cited(last))).toEqual([]);
  });
});
