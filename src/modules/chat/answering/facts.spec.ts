import { columnFacts, factsIn, measuresIn } from './facts.js';

const facts = (text: string): string[] => [...factsIn(text)];

describe('factsIn', () => {
  it.each([
    ['Torque to 27 N·m.', ['27|N·m']],
    ['27N·m', ['27|N·m']],
    ['27\u00a0N⋅m', ['27|N·m']],
    ['250-300 lbf·in', ['250-300|lbf·in']],
    ['250 – 300 lbf·in', ['250-300|lbf·in']],
    ['250 to 300 lbf·in', ['250-300|lbf·in']],
    ['between 250 and 300 psi', ['250-300|psi']],
    ['3,000 psi', ['3,000|psi']],
    ['3 000 psi', ['3 000|psi']],
    ['±0.5 mm', ['±0.5|mm']],
    ['27 ± 3 N·m', ['27±3|N·m']],
    ['-54 °C', ['-54|°C']],
    ['−54°C', ['-54|°C']],
    ['minus 54 °C', ['-54|°C']],
    ['≤ 5 mm', ['≤5|mm']],
    ['1 1/2 in.', ['1 1/2|in.']],
    ['a 1/4-28 thread', ['1/4-28|']],
    ['10² cycles', ['10²']],
    ['TASK 32-11-00-400-801', ['32-11-00-400-801|']],
    ['panel 12A', ['12A']],
    ['MS20995C32 lockwire', ['MS20995C32']],
    ['B737-800', ['B737-800']],
    ['every 600-hour check', ['600|hour']],
    ['Refer to Fig.3', ['3|']],
    ['28 VDC, 115V', ['28|VDC', '115V']],
    ['two full turns', ['two']],
    ['Type B sealant', ['B']],
    ['Remove the wheel.', []],
  ])('%s', (text, expected) => expect(facts(text)).toEqual(expected));

  it('keeps a step number apart from the value after it', () => {
    expect(facts('(4) Torque the nut to 27 N·m (20 lbf·ft).')).toEqual(['4|', '27|N·m', '20|lbf·ft']);
  });

  it('does not take a decimal, a bigger number or another unit for the same fact', () => {
    const known = factsIn('127 N·m, 27.5 N·m, 27 lbf·in, 27-30 N·m, 2.27 N·m, 27,5 N·m and 1 27/32 in');
    expect(known.has('27|N·m')).toBe(false);
  });

  it('never turns a superscript or a fraction into digits', () => {
    expect(factsIn('10² and 2½ turns').has('102|')).toBe(false);
    expect(facts('2½ turns')).toEqual(['2½|turns']);
  });
});

describe('measuresIn', () => {
  it('lists only numbers with units', () => {
    expect(measuresIn('Step 3: 12 bolts, 27 N·m, P/N 4020-12')).toEqual(['27|N·m']);
  });
});

describe('columnFacts', () => {
  const header = 'Fastener | Part number | N·m | Pressure, bar | Force (kN)';

  it('gives a number the unit of its column', () => {
    expect([...columnFacts('Trunnion nut | TA32-11024-1 | 210 to 230 | 12 | 3.5', header)]).toEqual([
      '210-230|N·m',
      '12|bar',
      '3.5|kN',
    ]);
  });

  it('guesses nothing when a cell is missing', () => {
    expect(columnFacts('Trunnion nut | 210 to 230 | 12 | 3.5', header).size).toBe(0);
  });
});
