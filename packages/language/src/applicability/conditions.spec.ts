import { evaluate, type AircraftFacts } from './expression.js';
import { readStatement } from './statement.js';

const AIRCRAFT: AircraftFacts = {
  registration: 'SE-KXA',
  serial_number: '5012',
  line_number: 12,
  fleet_number: null,
  aircraft_type: 'TR46',
  model: 'TR46-100',
  configuration_codes: [],
  engines: ['OL1900-3'],
  modifications: [{ kind: 'SB', number: 'TR46-32-018', status: 'embodied' }],
};

function verdictOf(statement: string): boolean | null | string {
  const read = readStatement(statement);
  return 'reason' in read ? read.reason : evaluate(read.expression, AIRCRAFT);
}

describe('conditions of S1000D', () => {
  it.each<[string, boolean | null | string]>([
    ['serialno=5001~5048', true],
    ['serialno=5013~5048|5060', false],
    ['msn=5010|5012', true],
    ['[Applicable to: Serial number=5001~5048]', true],
    ['Applicability: serialno=5001~5048 and model=TR46-200', false],
    ['serialno=5001~5048 and (model=TR46-100 or model=TR46-200)', true],
    ['(serialno=5001~5010 and model=TR46-100) or (serialno=5011~5020 and model=TR46-100)', true],
    // A part that is true or false decides; two ranges at once are not a list.
    ['serialno=5001~5048 and serialno=5020~5030', false],
    ['serialno=5001~5048 or fsn=7', true],
    ['fleetno=1~9', null],
    ['tailno=SE-KXA|SE-KXB', true],
    ['lineno=1~20', true],
    ['SB TR46-32-018=POST', true],
    ['SB-TR46-32-018=PRE', false],
    ['SB TR46-32-018=TRUE', 'not_understood'],
    ['model=LH-450', 'not_understood'],
    ['enginemodel=OL1900-3', true],
    ['enginemodel=A|B', 'not_understood'],
    ['enginetype=TURBOFAN', 'not_understood'],
    ['tailno=SEKXA', 'not_understood'],
    ['tailno=001|002', 'not_understood'],
    ['model=46', 'not_understood'],
    ['serialno=5001~5048|50 …', 'not_understood'],
    ['[Applicable to: serialno=5001~5048|50 …]', 'not_understood'],
    ['This bulletin applies to MSN 5001-5048, and also to: MSN 5060-5070.', 'not_understood'],
    ['version=Mk9', 'not_understood'],
    ['{Brake type=CARBON: with it 5012|5020, without it 5014}', true],
    ['[Applicable to: {Brake type=CARBON: with it 5020, without it 5012}]', false],
    ['{Brake type=CARBON|STEEL: with it 5020}', null],
    ['{Brake type=CARBON: without it 5012}', false],
    ['{Brake type=CARBON: with it 5012, without it 5012}', null],
    ['{Brake type=CARBON: with it 5020, without it 5030} or serialno=5012', true],
    ['{Brake type=CARBON: with it 5012, without it 5030} and serialno=5013', false],
    ['serialno=5001~5048; only if also: {Brake type=CARBON: without it 5012}', false],
    // Numbers between those of the table are not in it.
    ['{Brake type=CARBON: with it 5001~5048}', 'not_understood'],
    ['{Brake type=CARBON: with it 5012', 'not_understood'],
    ['{Brake type=CARBON: with it all}', 'not_understood'],
    ['{Brake type=CARBON: }', 'not_understood'],
    ['Brake type=CARBON {with it 5012}', 'not_understood'],
    // Words around it.
    ['Not applicable to {Brake type=CARBON: with it 5012}', 'not_understood'],
    ['a condition that cannot be read and {Brake type=CARBON: with it 5012}', 'not_understood'],
    ['Post SB 32-018 and {Brake type=CARBON: with it 5012}', 'not_understood'],
    ['Aircraft with steel brakes, that is: {Brake type=CARBON: with it 5012}', 'not_understood'],
    // What the register knows is not decided by a table.
    ['{SB 32-018=YES: with it 5012}', 'not_understood'],
    ['{Engine type=TURBOFAN: with it 5012}', 'not_understood'],
    ['{serialno=5013: with it 5012}', 'not_understood'],
    ['{Not brake type=CARBON: with it 5012}', 'not_understood'],
    ['serialno=5048~5001', 'contradictory'],
    ['serialno=A~B', 'not_understood'],
    ['serialno=', 'not_understood'],
    ['serialno=5001~5010~5020', 'not_understood'],
    ['serialno=5001~5048 and model=TR46-100 or model=TR46-200', 'not_understood'],
    ['tailno=SE-KXB and series 2', 'not_understood'],
    ['(serialno=5001~5048', 'not_understood'],
    ['serialno=5001~5048; model=TR46-100', 'not_understood'],
  ])('%s: %s', (statement, verdict) => {
    expect(verdictOf(statement)).toBe(verdict);
  });

  it('count after the words that mean the same', () => {
    expect(verdictOf('Skarv of the first series (basic), that is: serialno=5001~5010')).toBe(false);
    expect(verdictOf('Skarv of the first series (basic)')).toBe('not_understood');
    expect(verdictOf('MSN 5001-5048, that is: serialno=5001~5010')).toBeNull();
    expect(verdictOf('MSN 5001-5048, that is: serialno=5005~5060')).toBe(true);
    expect(verdictOf('Skarv without the kit, that is: serialno=5001~5048')).toBe('not_understood');
    expect(verdictOf('Skarv Mk 9, that is: serialno=5001~5048')).toBe('not_understood');
  });

  it.each<[string, boolean | null | string]>([
    ['MSN 5001-5048; only if also: MSN 5010-5020', true],
    ['MSN 5001-5048; only if also: MSN 5020-5030', false],
    ['MSN 5001-5048; only if also: model=TR46-200', false],
    ['MSN 5001-5048; only if also: in the colors of the airline', 'not_understood'],
  ])('of a step in a section both apply: %s: %s', (statement, verdict) => {
    expect(verdictOf(statement)).toBe(verdict);
  });
});
