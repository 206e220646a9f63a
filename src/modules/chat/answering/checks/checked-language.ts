const names = new Intl.DisplayNames('en', { type: 'language' });

/** Whether the checks of answers know the words of the language. An unknown language is treated as English. */
export function isCheckedLanguage(language: string | null | undefined): boolean {
  return language == null || language === 'en';
}

/** @param language as {@link isCheckedLanguage} refuses it */
export function languageWarning(language: string): string {
  const what = language === 'und' ? 'not in English' : `in ${names.of(language)}`;
  return `The text is ${what}. Conditions, limits and exceptions are checked in English only: read the page before you use it.`;
}
