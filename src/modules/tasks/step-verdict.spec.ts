import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { PageBlock } from '@amks/reader/document/document.types.js';
import { EffectivityReach, INITIAL_EFFECTIVITY } from '@amks/reader/facts/effectivity-reach.js';
import { stepMarker } from '@amks/reader/notices/markers.js';
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
  all([{ kind: 'step', text, page_number: 1, start: 100, end: 200, effectivity }])[0]!;
const EFFECTIVE = { last_page: 1, effectivity: [] as Effectivity[] };
type Parts = Parameters<typeof verdictsOfParts>[2]['parts'];
const all = (parts: Parts, manual: typeof MANUAL | { effectivity: null } = MANUAL, effectivity: Effectivity[] = []) =>
  verdictsOfParts(verdicts, { ...MANUAL, ...manual }, { ...EFFECTIVE, effectivity, parts }).map(
    ({ verdict }) => verdict,
  );
/** Lines one below the other, with the statements that the reader finds in them. */
const read = (lines: readonly (readonly [PageBlock['kind'], string, number?])[]): string[] => {
  const reach = new EffectivityReach(INITIAL_EFFECTIVITY, 1);
  let at = 0;
  const parts = lines.map(([kind, text, level]) => {
    const block: PageBlock = { kind, text, start: at, end: at + text.length, ...(level !== undefined && { level }) };
    at = block.end + 1;
    const effectivity = reach.enter(block, 1);
    const isStep = kind === 'list_item' && stepMarker(text)?.style !== '•';
    const named: Parts[number]['kind'] = isStep ? 'step' : kind === 'list_item' || kind === 'paragraph' ? 'text' : kind;
    return { ...block, kind: named, page_number: 1, effectivity };
  });
  return all(parts);
};

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
    const both = (text: string): string[] => all([{ ...below, text, start: 100, end: 200 }, below]);
    expect(both(TEXT)).toEqual(['not_applicable', 'not_applicable']);
    expect(both('(1) MSN 200-300: do (a). For all other aircraft: do (b).')).toEqual(['unknown', 'unknown']);
  });

  it.each<[string, string]>([
    ['(1) Stop. MSN 200-300: Do it.', 'unknown'],
    ['(1) MSN 200-300: 50 Nm; 101-199: 60 Nm.', 'unknown'],
    ['(1) ON A/C 200-300 torque to 50 Nm, and on A/C 101-110 torque to 60 Nm.', 'unknown'],
    ['(1) MSN 200-300: 50 Nm. MSN101: 60 Nm.', 'unknown'],
    ['(1) MSN 200-300: 50 Nm. Each aircraft: 60 Nm.', 'unknown'],
    ['(1) MSN 200-300: 50 Nm. Pre-SB 32-1045: 60 Nm.', 'unknown'],
    ['(1) (MSN 200-300) Install the lock.', 'not_applicable'],
    ['(1) FOR AIRCRAFT MSN 200-300: Install the lock.', 'not_applicable'],
  ])('of %s is %s', (text, expected) => {
    expect(read([['list_item', text, 1]])).toEqual([expected]);
  });

  it('leaves out sub-steps and bullets of a step, but no text below it without a marker', () => {
    const lines = [
      ['list_item', '(1) MSN 200-300: Install the lock:', 1],
      ['warning', 'WARNING: HOT.'],
      ['list_item', '(a) Turn it.', 2],
      ['list_item', '• left', 3],
      ['paragraph', 'Put the aircraft back to its usual condition.'],
      ['list_item', '• right', 3],
      ['list_item', '(2) Close it.', 1],
    ] as const;
    const out = 'not_applicable';
    expect(read(lines)).toEqual([out, out, out, out, 'unknown', 'unknown', 'applicable']);
  });

  it('is unknown for steps after a line between steps, which can end with the numbering around it', () => {
    const between = (line: string): string[] =>
      read([
        ['list_item', '(1) Open it.', 1],
        ['paragraph', line],
        ['list_item', '(a) Install the lock.', 2],
        ['list_item', '(2) Close it.', 1],
        ['list_item', '(a) Sign.', 2],
      ]).slice(2);
    expect(between('For aircraft MSN 200-300:')).toEqual(['not_applicable', 'unknown', 'unknown']);
    expect(between('(MSN 200-300)')).toEqual(['not_applicable', 'unknown', 'unknown']);
    expect(between('**ON A/C 200-300')).toEqual(['not_applicable', 'not_applicable', 'not_applicable']);
  });

  it('is unknown for a step or section that continues the numbers of the one before it at a deeper level', () => {
    const [out, open] = ['not_applicable', 'unknown'];
    const first = ['list_item', '(1) MSN 200-300: Install the lock.', 1] as const;
    expect(read([first, ['list_item', '2) Close it.', 2]])).toEqual([out, open]);
    expect(read([first, ['list_item', '(a) Close it.', 2], ['list_item', '(b) Lock it.', 2]])).toEqual([out, out, out]);
    const section = ['heading', 'C. Procedure (MSN 200-300)', 1] as const;
    expect(read([section, ['heading', 'D. Close-up', 2]])).toEqual([out, open]);
    expect(read([section, ['heading', '(1) Close-up', 2], ['list_item', '(a) Lock it.', 1]])).toEqual([out, out, out]);
  });

  it('is never applicable below a step for several aircraft, or in a task of which it is unknown', () => {
    const lines = [
      ['list_item', '(1) MSN 101-110: do (a). All others: do (b).', 1],
      ['list_item', '(a) Install the lock.', 2],
      ['list_item', '(b) Remove the lock.', 2],
    ] as const;
    expect(read(lines)).toEqual(['applicable', 'unknown', 'unknown']);
    const step = { kind: 'step' as const, text: '(1) Do it.', page_number: 1, start: 0, end: 10 };
    expect(all([step], MANUAL, [stand('SEE NOTE 4', 'section', 0)])).toEqual(['unknown']);
    expect(all([step], { effectivity: null })).toEqual(['unknown']);
  });
});
