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

const REPLACEMENT = [
  /\b(?:what|which|who|is|was|has|by what)\b.*\b(?:replaces|supersedes|superseded|replaced|supersession|superseding|replacement)\b/iu,
  /^(?:replacement|supersession|successor|superseded|replaced)\b/iu,
];
const USE = [/\bwhere(?:[ -]|'s )?(?:is|are|else)?\b.*\b(?:used|installed|fitted|listed)\b/iu, /\bwhere[ -]used\b/iu];
const WORDS =
  /\b(?:what|which|who|where|is|are|was|been|has|have|the|a|an|part|number|numbers|parts|pn|p\/n|no|of|for|by|it|else|used|use|installed|fitted|listed|replaces|replace|replaced|supersedes|superseded|supersession|superseding|replacement|successor|in|on|catalog|ipc|aircraft|figure|figures|assembly|please|tell|me|show|with|does|do|any|there|to)\b|where[ -]used/giu;

/** Questions about what the number replaces, which the rows about what replaces it do not answer: `superseded by QX32-1146-3`. */
const REVERSE = [
  /\b(?:superseded|replaced)\s+by\b(?!\s*(?:what|which)?\s*(?:part|number|p\/?n)?\s*\?*$)/iu,
  /\b(?:has|have|did|does|do|will|would)\b.*\b(?:replaced?|supersedes?d?)\b\s*[?.]*$/iu,
  /\b(?:replacement|successor|supersession)\s+(?:for|of)\s+(?:any|what|which)/iu,
  /\b(?:replaces|supersedes)\s+(?:what|which|any)/iu,
  /\bwhat\s+(?:does|did|has)\b.*\b(?:replace|supersede|replaced|superseded)\b/iu,
];
const PASSIVE = /\b(?:has|have)\b.*\bbeen\b/iu;

/** A question only about what replaces a number, where it is used, or which number a part has; null for all others, also for those about several numbers. */
export function partQuestionOf(text: string): PartQuestion | null {
  const name = askedName(text);
  if (name !== null) return { asks: 'number', name };
  if (REVERSE.some((form) => form.test(text)) && !PASSIVE.test(text)) return null;
  const asks = REPLACEMENT.some((form) => form.test(text))
    ? 'replacement'
    : USE.some((form) => form.test(text))
      ? 'use'
      : null;
  const identifiers = extractIdentifiers(text);
  const numbers = identifiers.length > 0 ? identifiers : namesOfParts(text);
  const [number] = numbers;
  if (asks === null || number === undefined || numbers.length > 1 || /^\d\d-\d\d-\d\d$/u.test(number)) return null;
  const upper = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Pd}\u2212]/gu, '-');
  // Other words narrow the question in a way that the parts lists do not answer.
  const rest = upper.replaceAll(number, ' ').replace(WORDS, ' ');
  return /[\p{L}\p{N}]/u.test(rest) ? null : { asks, number: partCode(number) };
}
