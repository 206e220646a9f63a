import type { AircraftFacts } from '@amks/language/applicability/expression.js';
import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import { AircraftVerdicts, decidePage, type RevisionEffectivity } from './verdict.js';

const AIRCRAFT: AircraftFacts = {
  registration: 'SE-KXA',
  serial_number: '105',
  line_number: null,
  fleet_number: '105',
  aircraft_type: 'TR46',
  model: 'TR46-100',
  configuration_codes: [],
  engines: [],
  modifications: [],
};
const MANUAL: RevisionEffectivity = { document_type: 'AMM', aircraft_type: 'TR46', effectivity: 'ALL' };

const verdicts = new AircraftVerdicts(AIRCRAFT);
const stand = (value: string, reach: Effectivity['reach'], start: number, page_number = 1): Effectivity => ({
  ...{ text: value, value, reach, page_number, start, end: start + value.length },
});
/** Of a passage that starts at offset 100 of page 1. */
const ofPassage = (in_force: Effectivity[], revision: Partial<RevisionEffectivity> = {}): string[] => {
  const { verdict, reason } = verdicts.ofPassage({ ...MANUAL, ...revision }, { page_number: 1, start: 100, in_force });
  return [verdict, reason];
};

describe('verdicts of texts for an aircraft', () => {
  it.each<[Partial<RevisionEffectivity>, string, string]>([
    [{}, 'applicable', 'decided'],
    [{ aircraft_type: 'KD-19' }, 'not_applicable', 'decided'],
    [{ aircraft_type: 'TR46-200' }, 'not_applicable', 'decided'],
    [{ effectivity: 'MSN 200-300' }, 'not_applicable', 'decided'],
    [{ effectivity: null }, 'unknown', 'no_statement'],
    [{ effectivity: null, aircraft_type: 'KD-19' }, 'not_applicable', 'decided'],
    // Serial numbers of components, and of aircraft of any type.
    [{ effectivity: 'MSN 100-110', document_type: 'CMM' }, 'unknown', 'not_recorded'],
    [{ effectivity: 'S/N 200-300', document_type: 'EMM' }, 'unknown', 'not_recorded'],
    [{ effectivity: 'MSN 100-110', aircraft_type: 'GENERAL' }, 'unknown', 'not_recorded'],
    [{ effectivity: 'ALL', aircraft_type: 'GENERAL' }, 'applicable', 'decided'],
  ])('of a revision %j: %s', (revision, verdict, reason) => {
    expect(verdicts.ofRevision({ ...MANUAL, ...revision })).toMatchObject({ verdict, reason });
  });

  it.each(['A320 FAMILY', 'A319/A320/A321'])('take a register with the family %s for no type', (aircraft_type) => {
    const of = (model: string | null, type: string): string =>
      new AircraftVerdicts({ ...AIRCRAFT, aircraft_type, model }).ofRevision({ ...MANUAL, aircraft_type: type })
        .verdict;
    expect(of('A319-112', 'A320')).toBe('not_applicable');
    expect(of('A320-214', 'A320')).toBe('applicable');
    expect(of(null, 'A320')).toBe('unknown');
  });

  it.each<[string, Effectivity[], string, string]>([
    ['without a statement', [], 'applicable', 'decided'],
    ['under a heading for others', [stand('MSN 200-300', 'section', 20)], 'not_applicable', 'decided'],
    ['with a line for others at its start', [stand('MSN 200-300', 'section', 100)], 'not_applicable', 'decided'],
    ['on a page for others', [stand('MSN 200-300', 'page', 0)], 'not_applicable', 'decided'],
    ['of two steps', [stand('MSN 101-110', 'block', 120), stand('MSN 111-120', 'block', 160)], 'unknown', 'ambiguous'],
    ['with a step for others', [stand('MSN 200-300', 'block', 120)], 'unknown', 'ambiguous'],
    ['with a step for this one', [stand('MSN 101-110', 'block', 120)], 'applicable', 'decided'],
    [
      'in which a section ends',
      [stand('MSN 200-300', 'section', 20), stand('MSN 101-110', 'section', 180)],
      'unknown',
      'ambiguous',
    ],
    ['of two lines', [stand('MSN 1-10', 'section', 20), stand('MSN 101-110', 'section', 29)], 'unknown', 'ambiguous'],
    [
      'of lines on two pages',
      [stand('MSN 1-10', 'section', 900, 0), stand('MSN 101-110', 'section', 2)],
      'unknown',
      'ambiguous',
    ],
    [
      'of many lines',
      Array.from({ length: 16 }, (_, n) => stand(`MSN ${n + 1}`, 'section', n * 7)),
      'unknown',
      'ambiguous',
    ],
    [
      'of a narrower section',
      [stand('MSN 101-140', 'section', 20, -4), stand('MSN 130-140', 'section', 30)],
      'not_applicable',
      'decided',
    ],
  ])('of a passage %s', (_, inForce, verdict, reason) => {
    expect(ofPassage(inForce)).toEqual([verdict, reason]);
  });

  it('of a part decide where the revision states nothing', () => {
    expect(ofPassage([stand('MSN 101-110', 'block', 120)], { effectivity: null })).toEqual(['unknown', 'no_statement']);
    expect(ofPassage([stand('MSN 101-110', 'section', 20)], { effectivity: null })).toEqual(['applicable', 'decided']);
    expect(ofPassage([stand('MSN 101-110', 'section', 20)], { effectivity: 'MSN 1' })).toEqual([
      'not_applicable',
      'decided',
    ]);
  });

  it('of a page is that of its parts, unless one is unknown', () => {
    const of = (effectivity: string) => verdicts.ofRevision({ ...MANUAL, effectivity });
    const [own, other, open] = ['MSN 105', 'MSN 106', 'A note'].map(of);
    expect(decidePage([own!, other!]).verdict).toBe('applicable');
    expect(decidePage([other!, other!]).verdict).toBe('not_applicable');
    expect(decidePage([own!, open!])).toMatchObject({ verdict: 'unknown', reason: 'not_understood' });
  });
});
