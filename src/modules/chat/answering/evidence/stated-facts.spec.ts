import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { factsIn, factsOf, quantityKindsOf } from './stated-facts.js';
import { unitsOf } from './passages.js';

const facts = (text: string): string[] => [...factsIn(text)];

describe('factsIn', () => {
  it.each([
    ['Torque to 27 N·m.', ['27|N·m']],
    ['27N·m', ['27|N·m']],
    ['27\u00a0N⋅m', ['27|N·m']],
    ['27 newton-metres', ['27|N·m']],
    ['250-300 lbf·in', ['250-300|lb·in']],
    ['250 – 300 in-lb', ['250-300|lb·in']],
    ['250 to 300 lbf·in', ['250-300|lb·in']],
    ['30 oz·in', ['30|oz·in']],
    ['30 in-oz', ['30|oz·in']],
    ['between 250 and 300 psi', ['250-300|psi']],
    ['3,000 psi', ['3,000|psi']],
    ['3 000 psi', ['3 000|psi']],
    ['±0.5 mm', ['±0.5|mm']],
    ['27 ± 3 N·m', ['27±3|N·m']],
    ['-54 °C', ['-54|°C']],
    ['−54°C', ['-54|°C']],
    ['1 1/2 in.', ['1 1/2|inch']],
    ['a 1/4-28 thread', ['1/4-28']],
    ['10² cycles', ['10²']],
    ['TASK 32-11-00-400-801', ['32-11-00-400-801']],
    ['panel 12A', ['12|amp']],
    ['MS20995C32 lockwire', ['MS20995C32']],
    ['B737-800', ['B737-800']],
    ['every 600-hour check', ['600|hour']],
    ['Refer to Fig.3', ['3']],
    ['28 VDC, 115V', ['28|VDC', '115|V']],
    ['two full turns', ['two']],
    ['Type B sealant', ['B']],
    ['Remove the wheel.', []],
  ])('%s', (text, expected) => expect(facts(text)).toEqual(expected));

  it('keeps a step number apart from the value after it', () => {
    expect(facts('(4) Torque the nut to 27 N·m (20 lbf·ft).')).toEqual(['27|N·m', '20|lb·ft', '4']);
  });

  it('does not take a decimal, a bigger number or another unit for the same fact', () => {
    const known = factsIn('127 N·m, 27.5 N·m, 27 lbf·in, 27-30 N·m, 2.27 N·m, 27,5 N·m and 1 27/32 in');
    expect(known.has('27|N·m')).toBe(false);
  });

  it('never turns a superscript or a fraction into digits', () => {
    expect(factsIn('10² and 2½ turns').has('102')).toBe(false);
  });
});

describe('factsOf', () => {
  const passage = evidencePassage(
    'Fastener | Part number | N·m | Pressure, bar | Force (kN)\nTrunnion nut | TA32-11024-1 | 210 to 230 | 12 | 3.5',
  );
  const row = unitsOf(passage)[1]!;

  it('gives a number the unit of its column', () => {
    expect([...factsOf(row, passage)]).toEqual(expect.arrayContaining(['210-230|N·m', '12|bar', '3.5|kN']));
    expect([...quantityKindsOf(row, passage)]).toEqual(['torque', 'pressure', 'force']);
  });

  it('guesses nothing when a cell is missing', () => {
    const short = evidencePassage(passage.text.replace(' | TA32-11024-1', ''));
    expect(quantityKindsOf(unitsOf(short)[1]!, short).size).toBe(0);
  });

  it('reads quantities as they are stored with the passage', () => {
    const text = '(4) Torque the nut to 27 N·m.';
    const stored = evidencePassage(text, { facts: {} });
    expect(quantityKindsOf(unitsOf(stored)[0]!, stored).size).toBe(0);
    const known = evidencePassage(text);
    expect([...quantityKindsOf(unitsOf(known)[0]!, known)]).toEqual(['torque']);
  });
});
