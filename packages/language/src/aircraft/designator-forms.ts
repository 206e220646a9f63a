/** Variants of well-known types: `A320-200`, `B737-800`, `A320-NEO`. */
const KNOWN_VARIANT =
  /^(?:A[23]\d\d|B?7[0-8]7|ATR\d*|CRJ\d*|DHC\d*|ERJ|EMB|E1[79]\d|MD|DC)-(?:\d{1,3}|MAX|NEO|E2)[A-Z]{0,2}$/;

/** The form that designators have, also of types that are not known: `TR46-100`, `ATR72`, `A320-200`, `737-800`. */
const DESIGNATOR = /^(?:[A-Z]{1,4}\d{2,3}-\d{1,2}00[A-Z]?|[A-Z]{2,5}-?\d{2}|[A-Z]\d{3}(?:-\d{3})?|7[0-8]7-\d{3})$/u;

/** A variant without its type: `-200`. */
const BARE_VARIANT = /(?<![\w-])-(\d{1,2}00[A-Z]?)(?!\w)/u;

/** Whether a code in capitals is a variant of a well-known type rather than a part number. */
export function isKnownVariant(code: string): boolean {
  return KNOWN_VARIANT.test(code);
}

/** Whether a word has the form of a designator. Part numbers can have it too. */
export function looksLikeDesignator(word: string): boolean {
  return DESIGNATOR.test(word);
}

/** The text with the type of `designator` in front of a variant without one: `on the -200` becomes `on the TR46-200`. */
export function withTypeOf(designator: string, text: string): string {
  return text.replace(BARE_VARIANT, (_, variant: string) => `${designator.replace(/-\d+[A-Z]?$/u, '')}-${variant}`);
}
