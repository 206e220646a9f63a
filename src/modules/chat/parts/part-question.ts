import { extractIdentifiers, namesOfParts } from '@amks/language/identifiers/identifiers.js';
import { partCode } from '@amks/language/identifiers/part-numbers.js';
import { askedName } from './part-name.js';

/** What a question asks of one part. */
export type PartQuestion =
  | {
      asks: 'replacement' | 'use';
      /** As it is compared. */
      number: string;
    }
  | { asks: 'number'; name: string };

/** Without labels and articles; `#` is the number. Only the direction of these forms is certain: `superseded by #` asks for what # replaces. */
const REPLACEMENT =
  /^(?:(?:WHAT|WHICH) (?:REPLACES|REPLACED|SUPERSEDES|SUPERSEDED) #|(?:BY )?WHAT (?:IS|WAS) # (?:REPLACED|SUPERSEDED)(?: BY)?|(?:HAS|IS|WAS) # (?:BEEN )?(?:REPLACED|SUPERSEDED)(?: BY (?:WHAT|WHICH))?|# (?:IS|WAS|HAS BEEN) (?:REPLACED|SUPERSEDED) BY (?:WHAT|WHICH)|(?:(?:WHAT|WHICH) IS )?(?:REPLACEMENT|SUCCESSOR|SUPERSESSION) (?:FOR|OF) #)$/u;
const LABELS = /\b(?:P\/N|PN|PARTS?|NUMBERS?|NO|THE|AN?|PLEASE)\b/gu;
const USE = [/\bWHERE(?:[ -]|'S )?(?:IS|ARE|ELSE)?\b.*\b(?:USED|INSTALLED|FITTED|LISTED)\b/u, /\bWHERE[ -]USED\b/u];
/** Other words narrow the question in a way that the parts lists do not answer. */
const WORDS_OF_USE =
  /\b(?:WHERE|IS|ARE|IT|ELSE|USED|INSTALLED|FITTED|LISTED|IN|ON|FOR|CATALOG|IPC|AIRCRAFT|FIGURES?|ASSEMBLY|TELL|ME|SHOW)\b|WHERE[ -]USED/gu;

/** A question only about what replaces a number, where it is used, or which number a part has; null for all others, also for those about several numbers. */
export function partQuestionOf(text: string): PartQuestion | null {
  const name = askedName(text);
  if (name !== null) return { asks: 'number', name };
  const identifiers = extractIdentifiers(text);
  const numbers = identifiers.length > 0 ? identifiers : namesOfParts(text);
  const [number] = numbers;
  if (number === undefined || numbers.length > 1 || /^\d\d-\d\d-\d\d$/u.test(number)) return null;
  const upper = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Pd}\u2212]/gu, '-');
  const asked = upper.replaceAll(number, '#').replace(LABELS, ' ').replace(/[^\p{L}\p{N}#'/-]+/gu, ' ').trim(); // prettier-ignore
  if (REPLACEMENT.test(asked)) return { asks: 'replacement', number: partCode(number) };
  const isUse = USE.some((form) => form.test(asked)) && !/[\p{L}\p{N}]/u.test(asked.replace(WORDS_OF_USE, ' '));
  return isUse ? { asks: 'use', number: partCode(number) } : null;
}
