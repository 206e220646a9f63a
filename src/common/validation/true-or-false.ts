import type { TransformFnParams } from 'class-transformer';

/** For `@Transform(trueOrFalse)` on a query parameter, which is text: `true` and `false` are meant, anything else stays to be refused. */
export function trueOrFalse({ value }: TransformFnParams): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}
