import type { TransformFnParams } from 'class-transformer';

/** For `@Transform(wholeNumber)` on a query parameter: digits become a number, anything else stays to be refused. */
export function wholeNumber({ value }: TransformFnParams): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
