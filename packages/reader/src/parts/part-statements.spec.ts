import { isLimitAlone, limitsIn, statementsIn } from './part-statements.js';

const OWN = 'QX32-1146-1';
const read = (words: string): unknown[] =>
  statementsIn(words, OWN)
    .filter(({ kind }) => kind !== 'unclear')
    .map(({ kind, one, other, condition }) =>
      [kind, one === OWN ? `own>${other}` : `${one}>own`, condition].filter((part) => part !== null),
    );

describe('the statements of a row', () => {
  const forms = {
    supersession: ['SUPERSEDED BY', 'SUPSD BY', 'SUPSDD BY', 'SUPSED BY', 'REPLACED BY', 'REPLD BY', 'REPLCD BY', 'REPL. BY', 'REPL BY', 'RPLD BY', 'S/S BY', 'IS REPLACED BY', 'HAS BEEN SUPERSEDED BY'],
    interchangeable: ['INTERCHANGEABLE WITH', 'INTCHG WITH', 'INTCHGBLE WITH', 'I/C WITH', 'TWO WAY INTERCHANGEABLE WITH', 'TWO-WAY INTCHG WITH', '2-WAY I/C WITH', 'TW WITH'],
    not_interchangeable: ['NOT INTERCHANGEABLE WITH', 'NON-INTERCHANGEABLE WITH', 'NON INTCHG WITH', 'NOT I/C WITH', 'NI WITH'],
    alternate: ['OPT TO', 'OPT FOR', 'OPTIONAL PART P/N', 'ALT PART FOR', 'ALTERNATE TO', 'ALTERNATIVE P/N', 'ALT IS'],
  }; // prettier-ignore
  it.each(Object.entries(forms).flatMap(([kind, some]) => some.map((words) => [words, kind])))('%s', (words, kind) => {
    expect(read(`PIN (${words} QX32-1146-3)`)).toEqual([[kind, 'own>QX32-1146-3']]);
  });

  it.each([
    ...['REPLACES', 'SUPERSEDES', 'SUPSDS', 'REPLCS', 'RPLS'].map((words) => [words, 'supersession']),
    ...['ONE WAY INTERCHANGEABLE FOR', 'ONE-WAY INTCHG FOR', '1-WAY I/C FOR', 'OW FOR'].map((words) => [words, 'one_way']), // prettier-ignore
  ])('%s names the other part first', (words, kind) => {
    expect(read(`PIN, ${words} QX32-1146-3`)).toEqual([[kind, 'QX32-1146-3>own']]);
  });

  it.each([
    'ONE WAY INTERCHANGEABLE WITH QX32-1146-3',
    'ONE-WAY INTCHG WITH QX32-1146-3',
    '1-WAY I/C WITH QX32-1146-3',
    'OW WITH QX32-1146-3',
    'ONE-WAY, INTERCHANGEABLE WITH QX32-1146-3',
    '(OW) INTERCHANGEABLE WITH QX32-1146-3',
    'NOT ONE-WAY INTERCHANGEABLE WITH QX32-1146-3',
    'NOT DIRECTLY INTERCHANGEABLE WITH QX32-1146-3',
    'NOT | INTERCHANGEABLE WITH QX32-1146-3',
    'NOT\nREPLACED BY QX32-1146-3',
    'NUT, NOT REPLACED BY QX32-1146-3',
    'NOT TO BE REPLACED BY QX32-1146-3',
    'CANNOT BE REPLACED BY QX32-1146-3',
    'NEVER REPLACED BY QX32-1146-3',
    'CAN BE REPLACED BY QX32-1146-3',
    'WILL BE REPLACED BY QX32-1146-3',
    'DO NOT USE WHEN REPLACED BY QX32-1146-3',
    'IS NOT A PART THAT REPLACES QX32-1146-3',
    'REPLACED BY QX32-1146-3 IS NOT PERMITTED',
    'REPLACED BY QX32-1146-3 AND QX32-1150-1',
    'REPLACED BY QX32-1146-3 & QX32-1150-1',
    'REPLACED BY QX32-1146-3, QX32-1150-1',
    'REPLACED BY QX32-1146-3 + QX32-1150-1',
    'REPLACED BY QX321146(A)',
    'REPLACED BY 60B00021+2',
    'REPLACED BY QX32-1146\n-3',
    'REPLACED BY QX32-1146 -3',
    'REPLACED BY 32-11-30-10A',
    'REPLACED BY 110A',
    'REPLACED BY 1-10A',
    'REPLACED BY SB32-018',
    'REPLACED BY MOD12345',
    'REPLACED BY 2019-05-12 ISSUE',
    'OPT FOR A320-200',
    'ALT PART FOR A319-100',
    'REPLACED BY 4001-4020',
    'REPLACED BY QX32-1146-3/QX32-1146-5',
    'REPLACED BY QX32-1146-3/-5',
    'REPLACED BY MS21250 04012',
    'REPLACED BY V12A4',
    'INTERCHANGEABLE WITH QX32-1146-3 (ONE WAY)',
    'INTERCHANGEABLE WITH QX32-1146-3 (OW)',
    'INTERCHANGEABLE WITH QX32-1146-3 IN ONE DIRECTION ONLY',
    'INTERCHANGEABLE WITH QX32-1146-3 | 1 | OW',
    'I/C WITH QX32-1146-3 | NO',
  ])('%s is left to the words', (words) => {
    expect(read(words)).toEqual([]);
  });

  it.each([
    ['REPLACED BY QX32\u20131146\u20133', 'QX32-1146-3', null],
    ['REPLACED BY QX32\u20111146\u20113.', 'QX32-1146-3', null],
    ['(REPLACED BY P/N QX32-1146-3) | A | 2', 'QX32-1146-3', null],
    ['NOT ILLUSTRATED | REPLACED BY QX32-1146-3', 'QX32-1146-3', null],
    ['SUPSD BY QX32-1146-3 POST SB TR46-32-018', 'QX32-1146-3', 'POST SB TR46-32-018'],
    ['SUPSD BY QX32-1146-3 (POST SB TR46-32-018)', 'QX32-1146-3', 'POST SB TR46-32-018'],
    ['POST SB TR46-32-018 REPLACED BY QX32-1146-3', 'QX32-1146-3', 'POST SB TR46-32-018'],
    ['REPLACED BY QX32-1146-3 FOR MSN 4001-4020', 'QX32-1146-3', 'FOR MSN 4001-4020'],
    ['REPLACED BY QX32-1146-3 AFTER STOCK IS EXHAUSTED', 'QX32-1146-3', 'AFTER STOCK IS EXHAUSTED'],
    ['(REPLACED BY QX32-1146-3) WHEN FITTED | 2', 'QX32-1146-3', 'WHEN FITTED'],
    ['REPLACED BY QX32-1147-3 | 1 | PRE SB TR46-32-018', 'QX32-1147-3', 'PRE SB TR46-32-018'],
    ['REPLACED BY QX32-1146-3 | NOT ILLUSTRATED', 'QX32-1146-3', null],
    ['REPLACED BY QX32-1146-3 | 2\nFOR MSN 4001', 'QX32-1146-3', 'FOR MSN 4001'],
  ])('%s', (words, other, condition) => {
    expect(read(words)).toEqual([['supersession', `own>${other}`, ...(condition === null ? [] : [condition])]]);
  });

  it.each([
    ['CAN BE REPLACED BY QX32-1146-3', [`${OWN}>QX32-1146-3`]],
    ['REPLACED BY FIG 3 ITEM 10A', [`${OWN}>${OWN}`]],
    ['REPLACED BY QX32-1146\n-3', [`${OWN}>QX32-1146`]],
    ['NEVER REPLACES QX32-1146-3', [`QX32-1146-3>${OWN}`]],
    ['ONE WAY INTERCHANGEABLE WITH QX32-1146-3', [`${OWN}>QX32-1146-3`, `QX32-1146-3>${OWN}`]],
    ['OPT FOR A320-200', []],
  ])('%s is unclear', (words, pairs) => {
    const found = statementsIn(words, OWN);
    expect(found.map(({ kind, one, other }) => [kind, `${one}>${other}`])).toEqual(
      pairs.map((pair) => ['unclear', pair]),
    );
  });

  it('can be several, and a list of numbers', () => {
    expect(read('PIN (REPLACES QX32-1100-1, QX32-1101-1) (NI WITH QX32-1146-5)')).toEqual([
      ['supersession', 'QX32-1100-1>own'],
      ['supersession', 'QX32-1101-1>own'],
      ['not_interchangeable', 'own>QX32-1146-5'],
    ]);
    expect(read('REPLACED BY -3 OR -5')).toEqual([
      ['supersession', 'own>QX32-1146-3'],
      ['supersession', 'own>QX32-1146-5'],
    ]);
  });
});

describe('the bulletins of a row', () => {
  const limits = (words: string): unknown[] => limitsIn(words).map(({ text, isClear }) => [text, isClear]);
  it('are not those of another number', () => {
    expect(limits('PIN (PRE SB TR46-32-018)')).toEqual([['PRE SB TR46-32-018', true]]);
    expect(limits('PIN (SUPSD BY QX32-1146-3 POST SB TR46-32-018)')).toEqual([]);
    expect(limits('POST SB TR46-32-018 REPLACED BY QX32-1 AND QX32-2')).toEqual([]);
    expect(limits('PIN (SUPSD BY QX32-1146-3) (PRE SB TR46-32-018)')).toEqual([['PRE SB TR46-32-018', false]]);
  });

  it('can be a line for the rows below', () => {
    expect(['POST SB TR46-32-018', ' | POST SB TR46-32-018 | ', 'PIN POST SB TR46-32-018'].map(isLimitAlone)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
