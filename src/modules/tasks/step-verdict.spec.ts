import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import { AircraftVerdicts } from '../applicability/verdict.js';
import { verdictsOfParts } from './step-verdict.js';

const verdicts = new AircraftVerdicts({
  ...{ registration: 'SE-KXA', serial_number: '105', line_number: null, fleet_number: '105', aircraft_type: 'TR46' },
  ...{ model: null, configuration_codes: [], engines: [], modifications: [] },
});
const MANUAL = { document_type: 'AMM', aircraft_type: 'TR46', effectivity: 'ALL' };
const stand = (value: string, reach: Effectivity['reach'], start: number): Effectivity => ({
  ...{ text: value, value, reach, page_number: 1, start, end: start + value.length },
});
const TEXT = '(1) MSN 200-300: Do this.'.padEnd(100, ' and that');
/** Of a step from offset 100 to 200. */
const of = (effectivity: Effectivity[], text = TEXT): string =>
  verdictsOfParts(verdicts, MANUAL, [{ kind: 'step', text, page_number: 1, start: 100, end: 200, effectivity }])[0]!
    .verdict;

describe('the verdict of a step', () => {
  it.each<[string, Effectivity[], string]>([
    ['without a statement', [], 'applicable'],
    ['that begins with one for others', [stand('MSN 200-300', 'block', 104)], 'not_applicable'],
    ['that begins with one for this aircraft', [stand('MSN 101-110', 'block', 104)], 'applicable'],
    ['in a section for others', [stand('MSN 200-300', 'section', 20)], 'not_applicable'],
    ['on a page for others', [stand('MSN 200-300', 'page', 900)], 'not_applicable'],
    ['with a sentence for others', [stand('MSN 200-300', 'block', 150)], 'unknown'],
    ['with sentences for each', [stand('MSN 101-110', 'block', 104), stand('MSN 200-300', 'block', 150)], 'unknown'],
    ['with words that are not understood', [stand('SEE NOTE 4', 'section', 20)], 'unknown'],
  ])('%s', (_, effectivity, expected) => {
    expect(of(effectivity)).toBe(expected);
  });

  it('is that of the step above, unless that goes on about other aircraft', () => {
    const effectivity = [stand('MSN 200-300', 'block', 104)];
    const below = { kind: 'step' as const, text: '(a) Do it.', page_number: 1, start: 210, end: 220, effectivity };
    const both = (text: string): string[] =>
      verdictsOfParts(verdicts, MANUAL, [{ ...below, text, start: 100, end: 200 }, below]).map(
        ({ verdict }) => verdict,
      );
    expect(both(TEXT)).toEqual(['not_applicable', 'not_applicable']);
    expect(both('(1) MSN 200-300: do (a). For all other aircraft: do (b).')).toEqual(['unknown', 'unknown']);
  });
});
