import { expectLinear, repeated } from '../../../../test/support/linear-time.js';
import { findQuantities } from './quantities.js';

/** `30..` at least 30, `..40` at most 40, `30..40` a range, `?` where the text states no bound. */
function boundsIn(text: string): string[] {
  return findQuantities(text, 'point').map(({ min, max, si }) => {
    if (min !== null || max !== null) return `${min ?? ''}..${max ?? ''}`;
    expect(si).toBeNull();
    return '?';
  });
}

const STATED: Record<string, string[]> = {
  '40..': [
    'not less than 40 N·m',
    'Torque shall not be less than 40 N·m',
    'no less than 40 N·m',
    'must not be lower than 40 psi',
    'at least 40 mm',
    '≥ 40 mm',
    '>= 40 mm',
    '>40 mm',
    'MIN. 40 mm',
    'minimum 40 mm',
    'a minimum of 40 mm',
    '40 psi minimum',
    '40 psi min.',
    '40 psi MIN',
    '40 psi (min.)',
  ],
  '..40': [
    'not more than 40 N·m',
    'no more than 40 N·m',
    'no greater than 40 mm',
    'must not exceed 40 N·m',
    'does not exceed 40 mm',
    'Do not exceed 40 N·m',
    'not to exceed 40 mm',
    'not exceeding 40 mm',
    'should not be more than 40 mm',
    'at most 40 mm',
    '≤ 40 mm',
    '<40 mm',
    'MAX 40 mm',
    'maximum 40 psi',
    '40 psi maximum',
    '40 mm max',
    '40 mm MAX.',
    '40 min. max',
  ],
  '30..40': [
    '30 to 40 N·m',
    '30-40 N·m',
    '30 – 40 N·m',
    'Torque to 30 N·m to 40 N·m',
    'between 30 and 40 mm',
    'between 30 mm and 40 mm',
    'The gap between the ring and the housing must be 30 to 40 mm at each screw.',
    'from 30 mm up to 40 mm',
    '30 thru 40 mm',
    'a 30-40 mm gap',
    '35 ± 5 mm',
    '35 mm ±5',
    '35 mm +/- 5 mm',
    '35 plus or minus 5 mm',
    '35 +5/-5 mm',
    '35 N·m, +5/-5',
    '35 N·m (-5/+5)',
    '35 mm −5 +5',
    '30 N·m +10 N·m/-0 N·m',
    '40 -10 +0 mm',
  ],
};

/** The words around these numbers decide what they mean. */
const NOT_STATED = [
  'Torque to 40 N·m.',
  'Torque: 40 N·m',
  '| 40 N·m |',
  'Torque to half of 30 N·m',
  '30 N·m is too much',
  'Stop short of 30 N·m',
  'Stop tightening at 30 N·m',
  'Torque to about 30 N·m',
  'The torque was 30 N·m',
  'Do not torque to 30 N·m',
  'Torque the nut 30 N·m less than the bolt',
  'within 40 mm',
  'more than 40 mm',
  'less than 40 mm',
  '40 psi or more',
  'may exceed 40 mm',
  'is not at least 40 mm',
  'not the maximum of 40 mm',
  'not less than approximately 40 N·m',
  'not less than 150 mm above the ground',
  'half of 30 N·m maximum',
  'not 30 to 40 N·m',
  'half of 30 to 40 N·m',
  'instead of 30 to 40 N·m',
  'Increase it by 30 to 40 N·m',
  'The torque was 35 ± 5 N·m',
  'outside 30 to 40 N·m',
  'a maximum of 30 to 40 N·m',
  '30 to 40 N·m max',
  '30 to 40 N·m, not more',
  'Maximum torque must not be less than 40 N·m',
  'At maximum speed the torque is 40 N·m',
  'max. 40 N·m min.',
  '40 psi min. pump max',
  'Torque bolts 1 and 2 to 30 N·m',
  'bolts 1 to 4 to 30 N·m',
  'nut 4, 5 N·m',
  'screws 1-4 to 30 N·m',
  '10 or 20 N·m',
  'Nut 30 to 34 N·m',
  'Torque of the bolts 3 to 5 N·m',
  'Increase the pressure of the first system from 30 to 40 bar',
  '25 -1 mm',
  '30 N·m +5',
  '25 N·m +1/-0.5 daN·m',
  '12.5 mm +0.2 +0.1',
  '40 psi+',
  '126 to 118 N·m',
];

describe('bounds', () => {
  it.each(Object.entries(STATED).flatMap(([expected, texts]) => texts.map((text) => [text, expected])))(
    '%s: %s',
    (text, expected) => expect(boundsIn(text)).toEqual([expected]),
  );

  it.each(NOT_STATED)('are not stated in %s', (text) => {
    expect(boundsIn(text)).toEqual(['?']);
  });

  it.each<[string, ...string[]]>([
    ['min. 30 Nm max. 40 Nm', '30..', '..40'],
    ['30 Nm min. 40 Nm max.', '?', '?'],
    ['30 Nm, max. 40 Nm', '?', '..40'],
    ['not less than 30 N·m and not more than 40 N·m', '30..', '..40'],
    ['Torque to 30 N·m (40 N·m max)', '?', '..40'],
    ['maximum 30 Nm (dry), 40 Nm (wet)', '..30', '?'],
    ['30 N·m for A, 40 N·m max for B', '?', '..40'],
    ['If the level is below MAX, wait 10 seconds.', '?'],
    ['Torque to 5 mm. Not more than 30 N·m.', '?', '..30'],
    ['118 to 126 N·m (1044 to 1115 lbf·in)', '118..126', '1044..1115'],
    ['Torque the six screws 450-117 to 2.3 to 2.7 Nm in a crosswise sequence.', '2.3..2.7'],
    ['Pressurize system No. 2 to 200 to 210 bar', '200..210'],
    ['The pressure must increase to 195 to 210 bar', '195..210'],
    ['Temperature of -40 to +71 °C', '-40..71'],
    ['± 3 bar (± 44 psi)', '-3..3', '-44..44'],
    ['25 N·m +10%/-5%', '23.75..27.5'],
    ['0.250 in. +0.001 in. -0.000 in.', '0.25..0.251'],
    ['0.5 in. ± 1/16 in.', '0.4375..0.5625'],
    ['dia 12.50 (+0.05, −0.00) mm', '12.5..12.55'],
    ['100 lbf·in ± 10 (11.3 N·m ± 1.1)', '90..110', '10.2..12.4'],
    ['between 30 psi (207 kPa) and 40 psi (276 kPa)', '?', '?', '?', '?'],
    ['Change the torque from 40 N·m to 50 N·m.', '?'],
  ])('of several numbers: %s', (text, ...expected) => {
    expect(boundsIn(text)).toEqual(expected);
  });

  it.each([
    'not',
    'never',
    'no valve is',
    'do not let it be',
    "isn't",
    'without going',
    'it is not acceptable if it is',
  ])('are never turned round by %s', (denial) => {
    for (const bound of ['not less than', 'not more than', 'at least', 'at most', 'max.', 'min.', '>', '<', '≥', '≤'])
      expect(boundsIn(`The valve of the left engine is ${denial} ${bound} 40 psi.`)).toEqual(['?']);
  });

  it.each(['10^-3 mm', '10^5 Pa', '10⁻³ N·m', 'x_{3 mm}', 'a*3 mm', '30 min 40 max N·m', '0.5 min. clearance'])(
    'have no quantity in %s',
    (text) => {
      expect(boundsIn(text)).toEqual([]);
    },
  );

  it.each([
    'not less than ',
    'not less than 5 mm ',
    'if not a ',
    'maximum torque, ',
    'max 5 mm | ',
    'not be ',
    '5 mm +1 -1 ',
    '5',
  ])('take time in proportion to the text: %j', async (part) => {
    await expectLinear((text) => findQuantities(`${text}| 5 mm`, 'point'), repeated(part), 12_500);
  });
});
