import { claimsOf, unsupportedNumbers } from './claims.js';

describe('claimsOf', () => {
  it('cuts an answer behind its citations', () => {
    expect(claimsOf('WARNING: KEEP AWAY. [1]\n\n(1) Open it.\n(2) Close it. [2][3]')).toEqual([
      { text: 'WARNING: KEEP AWAY.', citations: [1] },
      { text: '(1) Open it.\n(2) Close it.', citations: [2, 3] },
    ]);
  });

  it('takes words behind the last citation for a claim without any', () => {
    expect(claimsOf('It is 5 mm. [1] I hope this helps.').at(-1)).toEqual({
      text: 'I hope this helps.',
      citations: [],
    });
    expect(claimsOf('It is 5 mm. [1].\n')).toHaveLength(1);
  });
});

describe('unsupportedNumbers', () => {
  const quote = 'Torque the nut TA32-11024-1 to 118 to 126 N·m (1044 to 1115 lbf·in). Wait 5 minutes at -10 °C.';

  it('accepts what the quote says', () => {
    expect(unsupportedNumbers('118 to 126 N·m for TA32-11024-1; wait 5 minutes at -10 °C', [quote])).toEqual([]);
  });

  it.each([
    ['another number', '118 to 127 N·m', ['127', '127 N·m']],
    ['another unit', '126 lbf·in', ['126 lbf·in']],
    ['part of a part number', 'nut 11024-1', ['11024-1']],
    ['a number within a number', '12 N·m', ['12', '12 N·m']],
    ['another sign', 'at 10 °C', ['10', '10 °C']],
  ])('refuses %s', (_, claim, unsupported) => {
    expect(unsupportedNumbers(claim, [quote])).toEqual(unsupported);
  });

  it('refuses every number when nothing is cited', () => {
    expect(unsupportedNumbers('5 minutes', [])).toEqual(['5', '5 minutes']);
  });
});
