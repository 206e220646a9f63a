import { aircraftIn, bareVariantsIn, fitsVariant, namesInAircraftPlace, withoutAircraft } from './aircraft-mentions.js';

describe('aircraftIn', () => {
  it.each<[string, string[], string[]]>([
    ['What torque does the axle nut get on the CRJ-100?', ['CRJ1000'], ['CRJ-100']],
    ['axle nut, crj 100', [], ['CRJ 100']],
    ['erj-190 axle nut', ['ERJ1900'], ['ERJ-190']],
    ['the axle nut of an ATR 72 600', [], ['ATR 72 600']],
    ['nut of the b737 800', [], ['B737 800']],
    ['Boeing 737 MAX 8 nut', [], ['BOEING 737 MAX 8']],
    ['Dash 8 Q400 tires', [], ['DASH 8 Q400']],
    ['A319/A320/A321 tires', [], ['A319', 'A320', 'A321']],
    ['A320 family tires', [], ['A320 FAMILY']],
    ['torque on the 767', [], ['767']],
    ['TR46-200 nut', ['TR46', 'TR46-100'], ['TR46-200']],
    ['kd 20 or KD19', ['KD-19'], ['KD 20', 'KD19']],
    ['CFM56-7B oil', ['CFM56-5B'], ['CFM56-7B']],
    ['ａ３２０‑２１４', [], ['A320-214']],
    ['A320-32-1045', ['A320'], []],
    ['TR46-32-018', ['TR46'], []],
    ['SB-A320-32', [], []],
    ['torque 737 lbf.in, 757 hours, 747.5 mm, item 767, MSN 777', [], []],
    ['B7370 nut', ['B737'], []],
    ['CRJ_100, crj/100 and CRJ.100', ['CRJ1000'], ['CRJ_100', 'CRJ/100', 'CRJ.100']],
    ['on the A 330, the a 330, nut a 330?', ['A320'], ['A330']],
    ['on a 350 psi system, a 350 hour check', [], []],
    ['737 8 nut', ['737-800'], ['737 8']],
    ['737 8 mm bolt', ['737-800'], ['737']],
    ['TR46 - 300 or tr46 -300, TR46 300', ['TR46-100'], ['TR46 - 300', 'TR46 -300', 'TR46 300']],
    ['TR46 - 300 N·m, TR46 300 hours', ['TR46-100'], ['TR46']],
    ['A320 232', ['A320-214'], ['A320 232']],
    ['nut of a 320 mm wheel, 28 V DC 28, grade E 12', ['A320'], []],
  ])('%s beside %j', (text, library, expected) => {
    expect(aircraftIn(text, library)).toEqual(expected);
  });

  it('leaves the rest of the text', () => {
    expect(withoutAircraft('nut AN960-416 of the A320-214, SB A320-32-1045')).toBe(
      'NUT AN960-416 OF THE  , SB A320-32-1045',
    );
  });

  it('finds unknown names in the position of an aircraft', () => {
    expect(namesInAircraftPlace('Torque on the Q-999X? And on our xq12 aircraft, on page 12?')).toEqual([
      'Q-999X',
      'XQ12',
    ]);
  });

  it('finds variants without their type', () => {
    expect(bareVariantsIn('and on the -200? And for the 300, the NEO?')).toEqual(['200', '300']);
    expect(bareVariantsIn('for the neo')).toEqual(['NEO']);
    expect(bareVariantsIn('-200 psi, the 200 hour check, at -100 °C, for the max torque, 27-300')).toEqual([]);
  });

  it.each<[string, string, boolean]>([
    ['CRJ-100', '200', false],
    ['CRJ-100', '100', true],
    ['CRJ', '200', true],
    ['TR46-100', '300', false],
    ['TR46', '300', true],
    ['A320-214', 'NEO', false],
    ['A320', 'NEO', true],
    ['737-800', 'NG', true],
    ['737-800', '700', false],
    ['DHC-8-100', '200', false],
  ])('a document of the %s for the %s: %s', (type, variant, fits) => {
    expect(fitsVariant(type, variant)).toBe(fits);
  });

  it('takes linear time', () => {
    for (const unit of [
      'A320-',
      'A320/',
      'CRJ_',
      '-200 ',
      'A 330 ',
      '737 8 ',
      'a 330 ',
      'BOEING ',
      'DE HAVILLAND ',
      '737 ',
      'CRJ 1',
      'ON THE A',
    ])
      expect(aircraftIn(unit.repeat(20_000), ['CRJ1000']).length).toBeLessThan(20_000);
  });
});
