import type { TransformFnParams } from 'class-transformer';

/** For `@Transform(trimmed)`: surrounding white space is never meant. Other types pass on to the type check. */
export function trimmed({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
