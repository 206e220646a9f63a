const HYPHENS = /[\p{Pd}\u2212\u00ad]/gu;

/** The part number as it is compared: upper case, with plain hyphens and without spaces. Numbers that differ in a hyphen are different. */
export function partCode(number: string): string {
  return number.normalize('NFKC').replace(HYPHENS, '-').replace(/\s+/gu, '').toUpperCase();
}

/** The part number as it is looked for: also without hyphens. Different numbers can share it. */
export function partKey(number: string): string {
  return partCode(number).replaceAll('-', '');
}

/**
 * A number that is printed as its last dash number: `-1` next to `TA32-11081-3` is `TA32-11081-1`. Null if `base` has no dash number like
 * it: `65-24875` has none. Whether the number exists must be looked up.
 */
export function wholeNumber(written: string, base: string): string | null {
  const code = partCode(written);
  if (!code.startsWith('-')) return code;
  const stem = /^(.*[A-Z0-9])-\d{1,3}[A-Z]?$/u.exec(partCode(base))?.[1];
  return stem === undefined || !/^-\d{1,3}[A-Z]?$/u.test(code) ? null : `${stem}${code}`;
}
