import { passwordIssue } from './password-policy.js';

const owner = { name: 'Zoë Müller-Wright', email: 'z.wright@skyline-air.example', organization: 'Northern Rotorcraft' };
const TOO_SHORT = 'must have at least 12 characters';
const TOO_LONG = 'must not have more than 128 characters';
const COMMON = 'is too easy to guess: it is similar to a common password';
const REPEATED = 'is too easy to guess: it repeats the same characters';
const SEQUENCE = 'is too easy to guess: it is mostly a sequence, such as abcd or 1234';
const KEYBOARD = 'is too easy to guess: it is mostly a row of neighboring keys';
const DATE = 'is too easy to guess: it is mostly a date or a year';
const OWN = 'must not be derived from your name, your email address or the name of your organization';

describe('passwordIssue', () => {
  it.each([
    ['eleven characters', 'x7#kQ2pLm9!', TOO_SHORT],
    ['twelve characters', 'x7#kQ2pLm9!z', null],
    ['twelve spaces and letters, all alike', 'correct horse', null],
    ['one case and no digit', 'torque wrench calibrated', null],
    ['128 characters', 'seven rivets, in a row; '.repeat(6).slice(0, 128), null],
    ['129 characters', `${'ab'.repeat(64)}c`, TOO_LONG],
    ['twelve code points outside of the first plane', '🛩🛫🛬🛰🚁🔧🔩🧰🪛🛠🧲🪝', null],
    ['eleven of them', '🛩🛫🛬🛰🚁🔧🔩🧰🪛🛠🧲', TOO_SHORT],
    ['twelve that are six in normal form', 'e\u0301'.repeat(6), TOO_SHORT],
    ['eight characters with ligatures that are thirteen in normal form', 'qﬃ7ﬄzﬁkw', null],
    ['one that everybody has', '1qaz2wsx3edc', COMMON],
    ['the same in capitals', '1QAZ2WSX3EDC', COMMON],
    ['the same in full width', '１ｑａｚ２ｗｓｘ３ｅｄｃ', COMMON],
    ['one that holds a common one', '1qaz2wsx3edc-turbine', null],
    ['a common one and what the usual rules of composition ask for', 'Password123!', COMMON],
    ['a common one with digits for letters', 'P@ssw0rd123456', COMMON],
    ['one character', 'aaaaaaaaaaaa', REPEATED],
    ['two characters, 64 times', 'ab'.repeat(64), REPEATED],
    ['the alphabet', 'abcdefghijkl', SEQUENCE],
    ['a row of keys', 'kjhgfdsaqwer', KEYBOARD],
    ['a date', '12-24-1998-1', DATE],
    ['the name of the organization and a year', 'Rotorcraft2026', OWN],
    ['the own address', 'z.wright@skyline-air.example', OWN],
    ['the own name with digits', 'Wright-2024!', OWN],
    ['the own name without accents', 'mullermuller1', OWN],
    ['the own name without spaces', 'ZoëMüller-Wright', OWN],
    ['the domain of the address and a little', 'skyline123456', OWN],
    ['the own name in capitals, twice', 'WRIGHTwright99', OWN],
    ['the own name among other words', 'wright torques the bolts', null],
    ['a short part of the name', 'zoe-calibrates', null],
  ])('of %s says what is to be said', async (_, password, issue) => {
    expect(await passwordIssue(password, owner)).toBe(issue);
  });

  it('takes nothing for a name that is not there', async () => {
    expect(await passwordIssue('plain long password', { name: '', email: 'a@b.example', organization: '' })).toBeNull();
  });

  it('is bounded in what it matches', async () => {
    const hostile = 'p4$$w0rd1!'.repeat(13).slice(0, 128);
    expect(await passwordIssue(hostile, owner)).toBe(await passwordIssue(hostile.slice(0, 40), owner));
  });
});
