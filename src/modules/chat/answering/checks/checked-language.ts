const names = new Intl.DisplayNames('en', { type: 'language' });

/** Whether the checks of answers know the words of the language. An unknown language is treated as English. */
export function isCheckedLanguage(language: string | null | undefined): boolean {
  return language == null || /^en(?![a-z])/i.test(language);
}

/** @param language BCP 47 */
export function languageWarning(language: string): string {
  return `The document is in ${nameOf(language)}. Conditions, limits and exceptions are checked in English only: read the page before you use this text.`;
}

/** Files can declare an invalid tag. */
function nameOf(language: string): string {
  try {
    return names.of(language) ?? language;
  } catch {
    return 'another language';
  }
}
