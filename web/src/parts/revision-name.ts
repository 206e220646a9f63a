/** `Rev 3`. Many publishers write the word themselves: `Issue 2`, `Rev 1`. */
export const revisionName = (version: string): string => (/^[a-z]{3,}/i.test(version) ? version : `Rev ${version}`);
