import type { TransformFnParams } from 'class-transformer';

/** UTF-16 units; 128 normalized characters come from a few hundred. Checked first: normalizing combining marks takes quadratic time. */
const MAX_UNITS = 1024;

/** NFKC, so that input from different keyboards matches (NIST SP 800-63B-4, 3.1.1.2). Unchanged above the limit, then refused. */
export function normalizePassword(password: string): string {
  return password.length > MAX_UNITS ? password : password.normalize('NFKC');
}

/** For `@Transform(passwordText)`. Values of other types are left to the type check. */
export function passwordText({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? normalizePassword(value) : value;
}
