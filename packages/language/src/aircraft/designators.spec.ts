import fc from 'fast-check';
import { designatorsOf, fitsAircraft, isSameAircraft, relationOf, type DesignatorRelation } from './designators.js';

const TURNED: Record<DesignatorRelation, DesignatorRelation> = {
  same: 'same',
  different: 'different',
  contains: 'contained',
  contained: 'contains',
};

const relation = (one: string, other: string): DesignatorRelation =>
  relationOf(designatorsOf(one)[0]!, designatorsOf(other)[0]!);

describe('relationOf', () => {
  it.each<[string, string, DesignatorRelation]>([
    ['CRJ-1000', 'CRJ1000', 'same'],
    ['CRJ 1000', 'crj1000', 'same'],
    ['Bombardier CRJ-1000', 'CRJ1000', 'same'],
    ['CRJ1000', 'CRJ100', 'different'],
    ['CRJ1000', 'CRJ-100', 'different'],
    ['CRJ100', 'CRJ-10', 'different'],
    ['CRJ700', 'CRJ900', 'different'],
    ['CRJ', 'CRJ900', 'contains'],
    ['CRJ-10-00', 'CRJ1000', 'different'],
    ['A320', 'A320-214', 'contains'],
    ['A320-214', 'A320', 'contained'],
    ['A320-214', 'A320-232', 'different'],
    ['A320-214', 'A320-21', 'different'],
    ['A320', 'A321', 'different'],
    ['A320', 'A32', 'different'],
    ['A320', 'A-320', 'same'],
    ['A 320', 'A320', 'same'],
    ['Airbus A320', 'A320', 'same'],
    ['Airbus 320', 'A320', 'same'],
    ['A320', 'A320neo', 'contains'],
    ['A320-neo', 'A320NEO', 'same'],
    ['A320neo', 'A320ceo', 'different'],
    ['A319neo', 'A320neo', 'different'],
    ['A300', 'A300B4-600', 'contains'],
    ['A330', 'A340', 'different'],
    ['A320 series', 'A320', 'same'],
    ['A3200', 'A320', 'different'],
    ['737-800', 'B737-800', 'same'],
    ['737-800', 'Boeing 737-800', 'same'],
    ['B-737', 'Boeing B737', 'same'],
    ['737-800', '737-8', 'different'],
    ['737-8', '737 MAX 8', 'same'],
    ['737-8', 'B737 MAX8', 'same'],
    ['737-8', '737-8 MAX', 'same'],
    ['737 MAX', '737-9', 'contains'],
    ['737-8', '737-8AS', 'different'],
    ['737-8', '737-8200', 'different'],
    ['737-80', '737-800', 'different'],
    ['737', '737-800', 'contains'],
    ['B7370', 'B737', 'different'],
    ['B737', '7370', 'different'],
    ['737', '747', 'different'],
    ['747-400', '747-400F', 'contains'],
    ['767-300ER', '767-300', 'contained'],
    ['777-200', '777-200LR', 'contains'],
    ['777-300ER', '777-200ER', 'different'],
    ['787-8', '787-9', 'different'],
    ['787-10', '787-1', 'different'],
    ['ATR72-600', 'ATR 72-600', 'same'],
    ['ATR72-600', 'ATR-72 600', 'same'],
    ['ATR72', 'ATR 72-600', 'contains'],
    ['ATR720', 'ATR-72', 'different'],
    ['ATR42', 'ATR72', 'different'],
    ['ATR72-500', 'ATR72-600', 'different'],
    ['ATR72-60', 'ATR72-600', 'different'],
    ['E190', 'ERJ-190', 'same'],
    ['E190', 'EMB-190', 'same'],
    ['Embraer 190', 'ERJ 190', 'same'],
    ['Embraer E190', 'E-190', 'same'],
    ['ERJ1900', 'ERJ-190', 'different'],
    ['E190', 'E195', 'different'],
    ['ERJ-190', 'ERJ190-100', 'contains'],
    ['EMB-145', 'ERJ-145', 'same'],
    ['DHC-8-400', 'Dash 8 Q400', 'same'],
    ['DHC-8-400', 'Q400', 'same'],
    ['DHC8-400', 'de Havilland Dash 8-400', 'same'],
    ['DHC-8', 'Dash 8', 'same'],
    ['DHC-8', 'Q400', 'contains'],
    ['DHC-8-400', 'DHC-8-300', 'different'],
    ['DHC-8', 'DHC-6', 'different'],
    ['MD-80', 'MD80', 'same'],
    ['MD-80', 'McDonnell Douglas MD-80', 'same'],
    ['MD-80', 'MD-82', 'different'],
    ['MD-8', 'MD-80', 'different'],
    ['C172', 'Cessna 172', 'same'],
    ['C172', 'C172S', 'contains'],
    ['C172', 'C177', 'different'],
    ['PA-28', 'Piper PA28-161', 'contains'],
    ['PA-28', 'PA-280', 'different'],
    ['EC135', 'EC135T2', 'contains'],
    ['CFM56-5', 'CFM56-5B', 'contains'],
    ['CFM56-5B', 'CFM56-7B', 'different'],
    ['PW127', 'PW127M', 'contains'],
    ['PW127', 'PW1270', 'different'],
    ['TR46', 'TR46-100', 'contains'],
    ['TR46-100-A', 'TR46', 'contained'],
    ['TR46-100', 'TR46-300', 'different'],
    ['TR461', 'TR46', 'different'],
    ['TR4', 'TR46', 'different'],
    ['Q-999X', 'Q999X', 'same'],
    ['Q-999X', 'Q-999Y', 'different'],
    ['B', 'B7370', 'different'],
    ['A320\u2011214', 'A320-214', 'same'],
    ['A320\u2013214', 'A320\u2212214', 'same'],
    ['\uFF21\uFF13\uFF12\uFF10', 'a320', 'same'],
    ['A\u200B320', 'A320', 'same'],
    ['\u0410320', 'A320', 'different'],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(relation(one, other)).toBe(expected);
    expect(relation(other, one)).toBe(TURNED[expected]);
  });

  const letters = fc.stringMatching(/^[A-Z]{2,4}$/).filter((text) => !['ERJ', 'EMB', 'DASH'].includes(text));
  const digits = fc.stringMatching(/^[1-9]\d{0,3}$/);
  const digit = fc.integer({ min: 0, max: 9 });

  it('never fits a designator with a digit more or less', () => {
    fc.assert(
      fc.property(letters, digits, fc.option(digits), digit, fc.boolean(), (name, number, variant, more, atEnd) => {
        const rest = variant === null ? '' : `-${variant}`;
        const longer = atEnd ? `${number}${more}` : `${more}${number}`;
        for (const joint of ['', '-', ' ']) {
          expect(fitsAircraft(`${name}${joint}${number}${rest}`, `${name}${longer}`)).toBe(false);
          expect(fitsAircraft(`${name}${longer}`, `${name}${joint}${number}${rest}`)).toBe(false);
        }
        expect(fitsAircraft(`${name}7-${number}`, `${name}7-${longer}`)).toBe(false);
      }),
    );
  });

  it('does not depend on joints, case or width', () => {
    const joint = fc.constantFrom('', '-', ' ', '\u2011', '\u2013');
    const widen = (text: string): string =>
      [...text].map((char) => (char > ' ' && char <= '~' ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char)).join(''); // prettier-ignore
    fc.assert(
      fc.property(letters, digits, joint, (name, number, between) => {
        const written = `${name}${between}${number}`;
        for (const other of [`${name}-${number}`, written.toLowerCase(), widen(written)])
          expect(isSameAircraft(written, other)).toBe(true);
      }),
    );
  });
});

describe('fitsAircraft', () => {
  it.each<[string, string, boolean]>([
    ['ALL', 'CRJ100', true],
    ['N/A', 'CRJ100', true],
    ['CRJ100', 'ALL', false],
    ['ALLIED-1', 'ALL', false],
    ['A319/A320/A321', 'A320-214', true],
    ['A318/319/320', 'A319', true],
    ['A318/319/320', 'A321', false],
    ['A319, A320 and A321', 'A321neo', true],
    ['B737-600/700/800', '737-700', true],
    ['B737-600/700/800', '737-900', false],
    ['737-700/-800', 'B737-800', true],
    ['ATR 42/72', 'ATR72-600', true],
    ['757/767', 'B767-300', true],
    ['757/767', '777', false],
    ['A320 FAMILY', 'A319-112', true],
    ['A320 FAMILY', 'A320', true],
    ['A320 FAMILY', 'A330', false],
    ['737NG', '737-800', true],
    ['737NG', '737-8', false],
    ['737-800', '737NG', true],
    ['B737 CLASSIC', '737-300', true],
    ['E-JET FAMILY', 'E190', false],
  ])('%s for %s: %s', (type, asked, expected) => {
    expect(fitsAircraft(type, asked)).toBe(expected);
  });
});
