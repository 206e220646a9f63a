/** Control characters, direction marks, and characters without width or ink. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f/gu;

/** Removes invisible characters and trims, so that different names look different. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '').trim();
}
