import { airframesIn, withoutAirframes } from './airframe-mentions.js';

const named = (text: string): string[] =>
  airframesIn(text).map(({ value, isCertain }) => `${value}${isCertain ? '' : '?'}`);

describe('the airframes that a question names', () => {
  it.each([
    ['steering angle full handwheel MSN 5020', ['5020']],
    ['Is SB TR46-32-018 applicable to serial number 4012?', ['4012?']],
    ['Does it apply to aircraft serial number 4012', ['4012']],
    ['apex nut torque on SE-KXA', ['SE-KXA?']],
    ['apex nut torque on se-kxa', ['SE-KXA?']],
    ['torque for N412TR and S/N 5012', ['N412TR?', '5012?']],
    ['Is it for 9V-SKA or for JA8089?', ['9V-SKA?', 'JA8089?']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    'torque on MSN 5001-5048',
    'torque on MSN 5001 to 5048',
    'is it for MSN 5049 and subsequent',
    'MSN 5012, 5031 and 5050',
    'overhaul of the pump S/N 4012',
    'wheel serial number 88',
    'torque of the nut TA32-11046-1',
    'what does SB TR46-32-018 change?',
    'MSN 5012.5',
    'landing gear of the TR46-200',
  ])('none: %s', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('go with the words that introduce them', () => {
    const without = (text: string): string => withoutAirframes(text, airframesIn(text));
    expect(without('What torque for the apex nut on SE-KXA?')).toBe('What torque for the apex nut?');
    expect(without('On aircraft MSN 5012, what is the torque?')).toBe(', what is the torque?');
    expect(without('steering angle full handwheel MSN 5020')).toBe('steering angle full handwheel');
    expect(without('How far do the wheels of SE-KXA turn?')).toBe('How far do the wheels turn?');
  });

  it('are found in linear time', () => {
    const texts = [
      'MSN '.repeat(50_000),
      'aircraft serial '.repeat(20_000),
      'A-'.repeat(100_000),
      'the '.repeat(50_000),
    ];
    const startedAt = performance.now();
    for (const text of texts) withoutAirframes(text, airframesIn(text));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
