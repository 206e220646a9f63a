import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,233 passwords that people choose most, in lower case; loaded once. */
const COMMON = new Set(dictionary['passwords-common']);

export function isCommonPassword(lowerCased: string): boolean {
  return COMMON.has(lowerCased);
}
