import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectLinear, repeated } from '../../../../test/support/linear-time.js';
import { evaluate, modificationKey, type AircraftFacts } from './expression.js';
import { readStatement } from './statement.js';

const aircraft: AircraftFacts = {
  registration: 'SE-KXA',
  serial_number: '5012',
  line_number: 12,
  fleet_number: '112',
  aircraft_type: 'TR46',
  model: 'TR46-100',
  configuration_codes: ['C2'],
  engines: ['TX40-2'],
  modifications: [
    { kind: 'SB', number: 'TR46-32-018', status: 'embodied' },
    { kind: 'MOD', number: '12345', status: 'not_embodied' },
  ],
};

function verdict(statement: string, of: AircraftFacts = aircraft): boolean | string | null {
  const read = readStatement(statement);
  return 'reason' in read ? read.reason : evaluate(read.expression, of);
}

const labelled = (file: string): string => readFileSync(join(__dirname, 'labelled', file), 'utf8');

describe('effectivity statements', () => {
  it.each<[string, boolean | string | null]>([
    ['ALL', true],
    ['All aircraft except MSN 5012', false],
    ['MSN 5001-5048 (TR46-100)', true],
    ['MSN 5001-5048, TR46-200', false],
    ['MSN 5001-5073 before SB TR46-32-018', false],
    ['MSN 5001-5073 after SB TR46-32-018, and MSN 5074-5120', true],
    ['TR46-100 and TR46-200 aircraft, all manufacturer serial numbers (MSN) 5001 thru 5073.', true],
    ['ON A/C 101-120 EXCEPT 112', false],
    ['ON A/C ALL EXCEPT 112', false],
    ['ON A/C 101-105 107 109-112', true],
    ['AIRCRAFT 101-120', null],
    ['MSN 100, \n5012', true],
    ['MSN 5012 & UP', true],
    ['MSN 5013 and subsequent', false],
    ['NOT APPLICABLE TO MSN 5000-5100', false],
    ['PRE MOD 12345 OR POST SB TR46-32-046', true],
    ['POST SB TR46-32-018 Rev 2', null],
    ['Aircraft equipped with TX40-2 engines', true],
    ['Aircraft equipped with TX40-2 and TX40-3 engines', 'not_understood'],
    ['MSN 5001 to 5010 and MSN 5012 POST MOD 12345', false],
    ['MSN 5012 and MSN 5020 POST MOD 12345', null],
    ['MSN 5001-5100 that have a brush block bracket BH6-5006-1', 'not_understood'],
    ['CONFIG C1', false],
    ['SE-KXA and SE-KXB', true],
    ['', 'not_understood'],
  ])('%j: %s', (statement, expected) => {
    expect(verdict(statement)).toBe(expected);
  });

  it.each([
    'MSN 5100 TO 5000',
    'PRE SB TR46-32-018 AND POST SB TR46-32-018',
    'ALL EXCEPT ALL',
    'MSN 10-20 EXCEPT 1-30',
  ])('nothing follows from the contradictory %j', (statement) => {
    expect(verdict(statement)).toBe('contradictory');
  });

  it.each([
    ['SB TR46-32-018', 'TR46-32-018'],
    ['sb\u00a0tr46\u201132 - 018', 'TR46-32-018'],
    ['AD CADN-2026-0031', 'CADN-2026-0031'],
    ['Mod. 32-0461', '32-0461'],
    ['ASB 32-018', 'ASB32-018'],
    ['SB', 'SB'],
  ])('compares the number %s as %s', (number, key) => {
    expect(modificationKey(number)).toBe(key);
  });

  it('knows nothing of an aircraft without records', () => {
    const bare = { ...aircraft, serial_number: null, fleet_number: null, line_number: null, registration: null, model: null, configuration_codes: [], engines: [], modifications: [] }; // prettier-ignore
    for (const one of [
      'MSN 1-9',
      'ON A/C 1-9',
      'L/N 1',
      'SE-KXA',
      'TR46-200',
      'CONF C1',
      'PRE SB X-1',
      'with TX40-2 engines',
    ])
      expect([one, verdict(one, bare)]).toEqual([one, null]);
    expect(verdict('TR46', bare)).toBe(true);
    expect(verdict('KD-19', bare)).toBe(false);
  });

  it('tells how each term was decided', () => {
    const read = readStatement('TR46-100, MSN 5001-5048, PRE SB TR46-32-018');
    const results: unknown[] = [];
    expect('expression' in read && evaluate(read.expression, aircraft, results as [])).toBe(false);
    expect(results).toEqual([
      { text: 'TR46-100', property: 'model', value: 'TR46-100', holds: true },
      { text: 'MSN 5001-5048', property: 'serial_number', value: '5012', holds: true },
      { text: 'PRE SB TR46-32-018', property: 'modifications', value: 'embodied', holds: false },
    ]);
  });

  const fleet = JSON.parse(labelled('aircraft.json')) as Record<string, AircraftFacts>;
  const sayings = (file: string): { line: string; label: string; verdict: string }[] =>
    labelled(file)
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [statement, key, label] = line.split('\t') as [string, string, string];
        const value = verdict(statement.replaceAll('\\n', '\n'), fleet[key]);
        return { line, label, verdict: value === true ? 'applicable' : value === false ? 'not_applicable' : 'unknown' };
      });

  it('never says the wrong thing of the labelled statements, and decides most', () => {
    const said = sayings('statements.tsv');
    expect(said.length).toBeGreaterThanOrEqual(1_000);
    const decided = said.filter((one) => one.verdict !== 'unknown');
    expect(decided.filter((one) => one.verdict !== one.label).map(({ line }) => line)).toEqual([]);
    expect(decided.length / said.length).toBeGreaterThanOrEqual(0.85);
  });

  it('decides nothing of statements that are damaged, cut off, or ambiguous', () => {
    const said = sayings('traps.tsv');
    expect(said.length).toBeGreaterThanOrEqual(200);
    expect(said.filter((one) => one.label !== 'unknown' || one.verdict !== 'unknown').map(({ line }) => line)).toEqual([]); // prettier-ignore
  });

  it.each([
    'MSN 100, ',
    'EXCEPT 1 ',
    'EXCEPT MSN 1 ',
    '(EXCEPT MSN 1) ',
    '(EXCEPT MSN 1, TR46-300) ',
    '(ON A/C 101 ',
    '(MSN 1) ',
    'TR46-100, ',
    'TR46-100 AND MSN 1, ',
    'TR46-100 MSN 1; ',
    'AIRBUS MODEL ',
    '100/',
    '/100',
    'A319/320',
    'POST SB A-1 OR ',
    'POST SB A-1, ',
    'POST SB A-1 AND ',
    'SB A-1 AND ',
    'SB A-1-',
    'MSN 1, L/N 2, ',
    'MSN 1 AND L/N 2; ',
    'MSN 1 OR POST SB A-1 AND ',
    'MSN 1\n',
    'SE-KXA, ',
    'CONFIG C2, ',
    'C2, ',
    'WITH CFM56 ENGINES, ',
    'CFM56 OR ',
    'GE ',
    'THE A B ',
    'NOT FOR ',
    'APPLICABLE ONLY ',
    'IF ',
    'A1/',
    '1-',
    '-1',
    '1 TO ',
    '1,',
    '1 ',
    ', ',
    '\n ',
    '.',
    'ALL MSN ',
  ])('takes time in proportion to %j, again and again', async (part) => {
    const decide = (text: string): void => {
      const read = readStatement(text.slice(0, 2_000));
      if ('expression' in read) evaluate(read.expression, aircraft);
    };
    await expectLinear(decide, repeated(part), 200);
    for (const [start, end] of [
      ['MSN 1-9 ', 'MSN 2'],
      ['TR46 ', ' POST SB A-2'],
      ['ALL ', 'A-2 EMBODIED'],
    ] as const)
      await expectLinear(decide, (size) => `${start}${repeated(part)(size - 40)}${end}`, 240);
  });
});
