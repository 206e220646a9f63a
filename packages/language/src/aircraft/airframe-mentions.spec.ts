import { airframesIn, withoutAirframes } from './airframe-mentions.js';

const named = (text: string): string[] =>
  airframesIn(text).mentions.map(({ value, isCertain, isOpposed }) => `${value}${isCertain ? '' : '?'}${isOpposed ? '!' : ''}`); // prettier-ignore

describe('the airframes that a question names', () => {
  it.each([
    ['steering angle full handwheel MSN 5020', ['5020']],
    ['Is SB TR46-32-018 applicable to serial number 4012?', ['4012?']],
    ['Does it apply to aircraft serial number 4012', ['4012']],
    ['apex nut torque on SE-KXA', ['SE-KXA']],
    ['apex nut torque on SE\u2011KXA?', ['SE-KXA']],
    ['apex nut torque on MSN\u00a05060', ['5060']],
    ['apex nut torque of se-kxa', ['SE-KXA?']],
    ['torque for N412TR and S/N 5012', ['N412TR?', '5012?']],
    ['Is it for 9V-SKA or for JA8089?', ['9V-SKA?', 'JA8089?']],
    ['torque on aircraft 5060', ['5060?']],
    ['MSN-5060, MSN no. 5061, MSN (5062), MSN A5012, MSN BB-1234', ['5060', '5061', '5062', 'A5012', 'BB-1234']],
    ['applicable to MSN 5060 and MSN 5012', ['5060', '5012']],
    ['applicable to MSN 5060 and 5013, 5014', ['5060', '5013', '5014']],
    ['per task 32-11-00-400-801, MSN 5060', ['5060']],
    ['On MSN 5060, 2 bolts are loose', ['5060']],
    ['For MSN 5060, 32-11-00-400-801: what torque?', ['5060']],
    ['compared to SE-KXB', ['SE-KXB?!']],
    ['but not on SE-KXB', ['SE-KXB!']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected);
    expect(airframesIn(text).hasRange).toBe(false);
  });

  it.each([
    ['torque on MSN 5001-5048', true],
    ['torque on MSN 5001 to 5048', true],
    ['is it for MSN 5049 and subsequent', true],
    ['overhaul of the pump S/N 4012', false],
    ['wheel serial number 88', false],
    ['the actuator with serial number 5012', false],
    ['torque of the nut TA32-11046-1', false],
    ['what does SB TR46-32-018 change?', false],
    ['MSN 5012.5', false],
    ['landing gear of the TR46-200', false],
    ['torque of the N2 sensor', false],
  ])('none: %s', (text, hasRange) => {
    expect(airframesIn(text)).toEqual({ mentions: [], hasRange });
  });

  it('can be parts', () => {
    expect(named('torque for the B-NUT, and on the O-RING?')).toEqual(['B-NUT?', 'O-RING?']);
  });

  it('go with the words that introduce them', () => {
    const without = (text: string): string => withoutAirframes(text, airframesIn(text).mentions);
    expect(without('What torque for the apex nut on SE-KXA?')).toBe('What torque for the apex nut?');
    expect(without('steering angle full handwheel MSN 5020')).toBe('steering angle full handwheel');
    expect(without('How far do the wheels of SE-KXA turn?')).toBe('How far do the wheels turn?');
    expect(without("What torque has SE-KXA's nut?")).toBe('What torque has nut?');
    expect(without('Is it applicable to MSN 5060, 5061 and 5062?')).toBe('Is it applicable to?');
  });

  it('are found in linear time', () => {
    const texts = ['MSN '.repeat(50_000), 'aircraft serial '.repeat(20_000), 'A-'.repeat(100_000), 'the '.repeat(50_000), 'MSN 1, '.repeat(20_000)]; // prettier-ignore
    const startedAt = performance.now();
    for (const text of texts) withoutAirframes(text.slice(0, 4_000), airframesIn(text).mentions);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
