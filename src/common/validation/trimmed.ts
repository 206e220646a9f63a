import type { TransformFnParams } from 'class-transformer';

/** For `@Transform(trimmed)`: surrounding white space is never meant. Other types pass on to the type check. */
export function trimmed({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Controls, what turns the direction of text, and what takes no room or looks like nothing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f/gu;

/** The text without characters that nobody sees: two names that are not the same must not look it. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '').trim();
}

/** For `@Transform(oneLine)` on names and titles: {@link visible}, and white space of any kind is one space. */
export function oneLine({ value }: Pick<TransformFnParams, 'value'>): unknown {
  return typeof value === 'string' ? visible(value.replace(/[\s\u0085]+/g, ' ')) : value;
}
