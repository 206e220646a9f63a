import { visible } from '@amks/language/text/visible.js';
import type { TransformFnParams } from 'class-transformer';

/** For `@Transform(trimmed)`: removes surrounding white space. Other types are left to validation. */
export function trimmed({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** For `@Transform(oneLine)` on names and titles: {@link visible}, with single spaces. */
export function oneLine({ value }: Pick<TransformFnParams, 'value'>): unknown {
  return typeof value === 'string' ? visible(value.replace(/[\s\u0085]+/g, ' ')) : value;
}

/** For `@Transform(trueOrFalse)` on a query parameter. Other values are left to validation. */
export function trueOrFalse({ value }: TransformFnParams): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** For `@Transform(wholeNumber)` on a query parameter. Other values are left to validation. */
export function wholeNumber({ value }: TransformFnParams): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Free text, normalized so that `a320` and `A320 ` are equal. */
export function upperCased(parameters: Pick<TransformFnParams, 'value'>): unknown {
  const value = oneLine(parameters);
  return typeof value === 'string' ? value.toUpperCase() : value;
}
