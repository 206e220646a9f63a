import { isCheckedLanguage, languageWarning } from './checked-language.js';

describe('the languages of sources', () => {
  it.each([
    [null, true],
    [undefined, true],
    ['en', true],
    ['en-US', true],
    ['EN_gb', true],
    ['enm', false],
    ['de', false],
    ['de-CH', false],
  ])('%s is checked: %s', (language, isChecked) => {
    expect(isCheckedLanguage(language)).toBe(isChecked);
  });

  it.each([
    ['de', 'German'],
    ['pt-BR', 'Brazilian Portuguese'],
    ['de_DE', 'another language'],
    ['x!', 'another language'],
  ])('%s is named %s', (language, name) => {
    expect(languageWarning(language)).toContain(`The document is in ${name}. `);
  });
});
