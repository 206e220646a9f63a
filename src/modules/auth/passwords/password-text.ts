import type { TransformFnParams } from 'class-transformer';

/**
 * Longer texts are no passwords. Normalizing takes time in the square of the length when combining marks come in a row, so
 * that it is never done to what a client sends before its length is known. UTF-16 units; 128 characters of a normal form
 * come from a few hundred.
 */
const MAX_UNITS = 1024;

/**
 * The form in which passwords are judged, hashed and compared: NFKC (NIST SP 800-63B-4, 3.1.1.2), so that the same password
 * typed on another keyboard is the same. White space counts. What is too long stays as it is: its length refuses it.
 */
export function normalizePassword(password: string): string {
  return password.length > MAX_UNITS ? password : password.normalize('NFKC');
}

/** For `@Transform(passwordText)`: lengths are those of the normal form. Other types pass on to the type check. */
export function passwordText({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? normalizePassword(value) : value;
}
