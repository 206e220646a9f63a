import type { TransformFnParams } from 'class-transformer';

/**
 * The form in which passwords are judged, hashed and compared: NFKC (NIST SP 800-63B-4, 3.1.1.2), so that the same password
 * typed on another keyboard is the same. White space counts.
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** For `@Transform(passwordText)`: lengths are those of the normal form. Other types pass on to the type check. */
export function passwordText({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? normalizePassword(value) : value;
}
