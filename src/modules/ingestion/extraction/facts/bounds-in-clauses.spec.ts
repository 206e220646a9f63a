import { findQuantities } from './quantities.js';

/** `30..` from 30 on, `..40` up to 40, `30..40`, `30` exactly 30, `?` where the text is not understood. */
function boundsIn(text: string): string[] {
  return findQuantities(text, 'point').map(({ min, max }) => {
    if (min === null && max === null) return '?';
    return min === max ? String(min) : `${min ?? ''}..${max ?? ''}`;
  });
}

describe('bounds beside what is said of something else', () => {
  it.each<[string, ...string[]]>([
    ['Operate the brakes at 207 bar (3000 psi) and make sure that there is no leakage.', '207', '3000'],
    ['The travel must be 48 to 56 mm and must not increase.', '48..56'],
    ['torque it to 24 N·m without lubrication', '24'],
    ['If not installed, torque it to 24 N·m', '24'],
    ['If it is not in limits, torque the switch to 24 to 27 N·m', '24..27'],
    ['Torque of the nut 30 to 34 N·m', '30..34'],
    ['Pressurize system No. 2 to 200 to 210 bar', '200..210'],
    ['180 psi minimum and 200 psi maximum', '180..', '..200'],
    ['The clearance between each door and the tyre is not less than 22 mm', '22..'],
    ['not less than 150 mm above the ground', '150..'],
    ['not nearer than 40 mm', '40..'],
    ['Move it not less than 20 times until the pressure is less than 3 bar', '..3'],
    ['No bolt must turn more than 5°', '..5'],
    ['If the level is below MAX, wait 10 seconds.', '10'],
    ['Increase it in steps of 35 bar (508 psi) to 207 bar (3000 psi).', '?', '?', '?', '?'],
    ['Maximum speed, gear operation | 170 KIAS | 175 KIAS', '..170', '..175'],
    ['Relief valve closes, minimum | 224 bar (3250 psi)', '224..', '3250..'],
    ['Oil pressure, NH above 75 % | 3.9 to 4.6 bar', '75..', '3.9..4.6'],
    ['Station 900 to 2030 mm | Depth 0.5 mm', '900..2030', '?'],
    ['half of 30 to 40 N·m', '?'],
    ['twice 30 to 40 N·m', '?'],
    ['50 % of 30 to 40 N·m', '?', '?'],
    ['instead of 30 to 40 N·m', '?'],
    ['Increase it by 30 to 40 N·m', '?'],
    ['half of 30 N·m maximum', '?'],
    ['The torque was 35 ± 5 N·m', '?'],
    ['Torque to 50 % of 30 N·m', '?', '?'],
    ['Torque to 30 N·m, less 5 N·m', '?', '?'],
    ['± 5 mm', '-5..5'],
    ['± 3 bar (± 44 psi)', '-3..3', '-44..44'],
    ['Torque: 40 N·m (was 50 N·m)', '?', '?'],
    ['Torque to 40 N·m instead of 50 N·m', '?', '?'],
    ['Change the torque from 40 N·m to 50 N·m.', '?'],
    ['Increase the pressure of the first system from 30 to 40 bar', '?'],
    ['The pressure must increase to 195 to 210 bar', '195..210'],
  ])('%s', (text, ...expected) => {
    expect(boundsIn(text)).toEqual(expected);
  });

  it.each<[string, ...string[]]>([
    ['If it is not, in any case, 40 N·m', '?'],
    ['Do not, if cold, torque to 40 N·m', '?'],
    ['Do not use if it is not, torque to 40 N·m', '?'],
    ['Torque to 40 N·m and make sure that it is not exceeded', '?'],
    ['Torque to 40 N·m without exceeding it', '?'],
    ['40 mm below the limit', '?'],
    ['Torque of the bolts 3 to 5 N·m', '?'],
    ['bolts No. 2 to 3 to 5 N·m', '?'],
    ['Nut 30 to 34 N·m', '?'],
    ['5. 30 N·m', '?'],
    ['No bolt must not turn more than 5°', '?'],
    ['Torque | 40 N·m | max', '?'],
    ['Blade angle, maximum reverse | -16.0°', '?'],
    ['Maximum torque | 40 N·m | Minimum torque | 30 N·m', '?', '?'],
    ['Acid number | 0.8 mg KOH/g maximum | Replace', '?'],
    ['between the ring that is 30 mm and the hub is 40 mm', '?', '?'],
  ])('stays in doubt of %s', (text, ...expected) => {
    expect(boundsIn(text)).toEqual(expected);
  });

  it('takes time in proportion to the text', () => {
    const startedAt = performance.now();
    for (const part of [
      ' ',
      'if not a ',
      'between a ',
      'without a ',
      'maximum torque, ',
      'max 5 mm | ',
      'change from ',
    ])
      findQuantities(`${part.repeat(100_000 / part.length)}| 5 mm`, 'point');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
