import { isCheckedLanguage, languageWarning } from './checked-language.js';

describe('the languages of sources', () => {
  it.each([
    [null, true],
    [undefined, true],
    ['en', true],
    ['de', false],
    ['und', false],
  ])('%s is checked: %s', (language, isChecked) => {
    expect(isCheckedLanguage(language)).toBe(isChecked);
  });

  it.each([
    ['de', 'in German'],
    ['zh', 'in Chinese'],
    ['und', 'not in English'],
  ])('a text in %s has the warning that it is %s', (language, what) => {
    expect(languageWarning(language)).toMatch(new RegExp(`^The text is ${what}\\. Conditions`));
  });
});
