import { findQuantities } from './quantities.js';

/** `30..` from 30 on, `..40` up to 40, `30..40`, `30` exactly 30, `?` where the text is not understood. */
function boundsIn(text: string): string[] {
  return findQuantities(text, 'point').map(({ min, max, si }) => {
    if (min === null && max === null) {
      expect(si).toBeNull();
      return '?';
    }
    return min === max ? String(min) : `${min ?? ''}..${max ?? ''}`;
  });
}

describe('bounds of several numbers', () => {
  it.each<[string, ...string[]]>([
    ['not less than 30 N·m nor more than 40 N·m', '30..', '..40'],
    ['neither less than 30 psi nor more than 40 psi', '30..', '..40'],
    ['not less than 30 N·m and not more than 40 N·m', '30..', '..40'],
    ['shall be no less than 30 psi nor greater than 40 psi', '30..', '..40'],
    ['shall be greater than 30 mm but less than 40 mm', '30..', '..40'],
    ['not less than 30 N·m or more than 40 N·m', '?', '?'],
    ['do not set below 30 psi or above 40 psi', '?', '?'],
    ['do not operate above 80 °C for more than 10 minutes', '?', '?'],
    ['30 psi (207 kPa) maximum', '..30', '..207'],
    ['Tighten to 27 N·m (20 lbf.ft) maximum.', '..27', '..20'],
    ['not less than 27 N·m (20 lbf.ft)', '27..', '20..'],
    ['30 psi (5 mm) maximum', '?', '?'],
    ['Torque to 30 N·m (40 N·m max)', '?', '..40'],
    ['between 30 psi (207 kPa) and 40 psi (276 kPa)', '?', '?', '?', '?'],
    ['190 N·m (140 lbf·ft) to 210 N·m (155 lbf·ft)', '?', '?', '?', '?'],
    ['Torque to 30 N·m plus running torque', '?'],
    ['Add 5 N·m to 30 N·m', '?'],
    ['30 psi (207 kPa at 20 °C) maximum', '?', '?', '?'],
    ['min. 30 Nm (22 lbf ft) max. 35 Nm (26 lbf ft)', '30..', '22..', '..35', '..26'],
    ['30 Nm (min.) 35 Nm (max.)', '30..', '..35'],
    ['30 Nm min. 35 Nm max.', '?', '?'],
    ['30 Nm, max. 35 Nm', '?', '..35'],
    ['maximum 30 Nm (dry), 40 Nm (wet)', '..30', '?'],
    ['30 N·m for A, 40 N·m max for B', '?', '..40'],
    ['If the pressure is more than 40 psi, set it to 30 psi.', '40..', '30'],
    ['Torque to 30 N·m and make sure that the gap is not more than 5 mm.', '30', '..5'],
    ['Torque to 5 mm. Maximum torque is 30 N·m.', '5', '..30'],
    ['Maximum pressure for 30 minutes is 40 psi', '?', '?'],
    ['every 600 FH or 24 months', '?', '?'],
    ['1 h 30 min', '?', '?'],
    ['-40°F/-40°C', '-40', '-40'],
    ['10 mm/0.39 in', '10', '0.39'],
    ['10 mm/20 mm', '?', '?'],
    ['Temperature of -40 to +71 °C', '-40..71'],
    ['25 N·m +10%/-5%', '23.75..27.5'],
    ['0.250 in. +0.001 in. -0.000 in.', '0.25..0.251'],
    ['0.5 in. ± 1/16 in.', '0.4375..0.5625'],
    ['12.50 mm −0.02 +0.05', '12.48..12.55'],
    ['dia 12.50 (+0.05, −0.00) mm', '12.5..12.55'],
    ['100 lbf·in ± 10 (11.3 N·m ± 1.1)', '90..110', '10.2..12.4'],
  ])('%s', (text, ...expected) => {
    expect(boundsIn(text)).toEqual(expected);
  });

  it.each(['10^-3 mm', '10^5 Pa', '10⁻³ N·m', 'x_{3 mm}', 'a*3 mm', '30 min 40 max N·m', '0.5 min. clearance'])(
    'finds none in %s',
    (text) => {
      expect(boundsIn(text)).toEqual([]);
    },
  );
});

describe('bounds', () => {
  const comparatives = [
    'more than',
    'less than',
    'greater than',
    'lower than',
    'higher than',
    'smaller than',
    'larger than',
    'fewer than',
    'longer than',
    'above',
    'below',
    'over',
    'under',
    'in excess of',
    'greater than or equal to',
    'less than or equal to',
    'at least',
    'at most',
    'up to',
    'a maximum of',
    'a minimum of',
    'max.',
    'min.',
    '>',
    '<',
    '≥',
    '≤',
  ];
  const denials = [
    'not',
    'never',
    'must not be',
    'shall not be',
    'should never be',
    'cannot be',
    "isn't",
    "mustn't be",
    'does not go',
    'do not torque to',
    'do not let the pressure be',
    'it is not acceptable if it is',
    'not, in any case,',
    'no',
    'not at any time',
    'it is not true that the torque is',
    'do not under any circumstances ever let it become',
    'without going',
  ];
  const turned: Record<string, string> = { '40..': '..40', '..40': '40..' };

  it.each(comparatives.flatMap((comparative) => denials.map((denial) => [denial, comparative])))(
    '%s %s: turned round or not understood',
    (denial, comparative) => {
      const [plain] = boundsIn(`It is ${comparative} 40 psi.`);
      expect(Object.keys(turned)).toContain(plain);
      for (const start of ['It is', 'The valve and the pump of the left engine', ''])
        expect(['?', turned[plain!]]).toContain(boundsIn(`${start} ${denial} ${comparative} 40 psi.`)[0]);
    },
  );

  it('of one denial more are never those of one less', () => {
    for (const comparative of comparatives)
      for (const twice of ['never not', 'do not let it be not', 'no valve is not'])
        expect(boundsIn(`${twice} ${comparative} 40 psi`)).toEqual(['?']);
  });

  it('take time in proportion to the text', () => {
    const hostile = [
      'not less than '.repeat(7_000),
      'not less than 5 mm '.repeat(5_000),
      '5'.repeat(100_000),
      ' '.repeat(100_000),
      `5 ${' '.repeat(100_000)}mm`,
      '5 mm (5 cm, '.repeat(8_000),
      'not be be be '.repeat(8_000) + '5 mm',
      '5 mm +1 -1 '.repeat(9_000),
    ];
    const startedAt = performance.now();
    for (const text of hostile) findQuantities(text, 'point');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
