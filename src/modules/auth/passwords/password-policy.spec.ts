import { passwordIssue } from './password-policy.js';

const owner = { name: 'Zoë Müller-Wright', email: 'z.wright@skyline-air.example' };
const TOO_SHORT = 'must have at least 12 characters';
const TOO_LONG = 'must not have more than 128 characters';
const COMMON = 'is one of the passwords that are guessed first';
const OWN = 'must not be made of your name or e-mail address';

describe('passwordIssue', () => {
  it.each([
    ['eleven characters', 'x7#kQ2pLm9!', TOO_SHORT],
    ['twelve characters', 'x7#kQ2pLm9!z', null],
    ['twelve spaces and letters, all alike', 'correct horse', null],
    ['one case and no digit', 'torque wrench calibrated', null],
    ['128 characters', 'ab'.repeat(64), null],
    ['129 characters', `${'ab'.repeat(64)}c`, TOO_LONG],
    ['twelve code points outside of the first plane', '🛩🛫🛬🛰🚁🔧🔩🧰🪛🛠🧲🪝', null],
    ['eleven of them', '🛩🛫🛬🛰🚁🔧🔩🧰🪛🛠🧲', TOO_SHORT],
    ['twelve that are six in normal form', 'e\u0301'.repeat(6), TOO_SHORT],
    ['four ligatures that are twelve in normal form', 'ﬃﬃﬃﬃ', null],
    ['one that everybody has', '1qaz2wsx3edc', COMMON],
    ['the same in capitals', '1QAZ2WSX3EDC', COMMON],
    ['the same in full width', '１ｑａｚ２ｗｓｘ３ｅｄｃ', COMMON],
    ['one that holds a common one', '1qaz2wsx3edc-turbine', null],
    ['the own address', 'z.wright@skyline-air.example', OWN],
    ['the own name with digits', 'Wright-2024!', OWN],
    ['the own name without accents', 'mullermuller1', OWN],
    ['the own name without spaces', 'ZoëMüller-Wright', OWN],
    ['the domain of the address and a little', 'skyline123456', OWN],
    ['the own name in capitals, twice', 'WRIGHTwright99', OWN],
    ['the own name among other words', 'wright torques the bolts', null],
    ['a short part of the name', 'zoe-calibrates', null],
  ])('of %s says what is to be said', (_, password, issue) => {
    expect(passwordIssue(password, owner)).toBe(issue);
  });

  it('takes nothing for a name that is not there', () => {
    expect(passwordIssue('plain long password', { name: '', email: 'a@b.example' })).toBeNull();
  });
});
