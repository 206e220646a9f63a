import { isOrdinaryCode } from '@amks/language/identifiers/identifiers.js';

/** Words that a list of parts abbreviates before a number, sections, items, and two numbers with a stroke. */
const NO_NUMBER =
  /^(?:SB|ASB|AD|MOD|EO|SL|SIL|CN|DWG|DRG|FIG|ITEM|MSN|STC|TASK|NOTE|NOT|REF|SEE|REV)[-./]?\d|^\d{1,4}[A-Z]{0,2}$|^\d{1,3}-\d{1,3}[A-Z]{0,2}$|^\d\d-\d\d-\d\d|\/(?:-|.{3})/u;
const HYPHENS = /[\u2010-\u2015\u2212]/gu;
const WRITTEN = /^(?=.*\d)[A-Z0-9](?:[A-Z0-9./+()=-]{1,38})[A-Z0-9)]$/u;
/** A bracket that is not closed is a part of the words around the number. */
const BRACKETS = /^[^()]*(?:\([^()]+\)[^()]*)*$/u;
const NAMED = /^(?=.*\d.*\d)[A-Z0-9][A-Z0-9./-]{2,38}[A-Z0-9]$/u;
const RANGE = /^(\d{3,5})-(?=\d{3,5}$)(?!0)/u;
/** `V12A4`, `81205`: codes of vendors. */
const VENDOR = /^(?:V(?=.*\d)[A-Z0-9]{4,5}|\d[A-Z0-9]{3}\d)$/u;

/** Whether a code with plain hyphens, alone in a cell, is a part number as a whole: nothing is cut off, and no flag such as `*` ends it. */
export function isPartNumber(code: string): boolean {
  // Digits alone are a number in the column of part numbers, and an ordinary number elsewhere.
  const isOrdinary = /[A-Z]/u.test(code) && isOrdinaryCode(code);
  return WRITTEN.test(code) && BRACKETS.test(code) && !NO_NUMBER.test(code) && !isOrdinary;
}

/** Whether a code in a sentence is a part number: words do not tell what it is, as the column of a table does. */
export function isNamedPart(code: string): boolean {
  return isPartNumber(code) && NAMED.test(code) && !RANGE.test(code) && !VENDOR.test(code) && !isOrdinaryCode(code);
}

const SHORT = /^\d{1,4}$/u;
/** Marks behind a number, whose meaning another place tells. */
const FLAG = /\s?[*#†‡§]{1,2}$/u;

/** Whether a cell is a part number if its column says so: elsewhere, a few digits are an item or a quantity. */
export function isShortNumber(cell: string): boolean {
  return SHORT.test(cell);
}

/** The part number in a cell of the column of part numbers without the flag behind it; null unless there are both. */
export function flaggedNumber(cell: string): string | null {
  const number = cell.replace(FLAG, '');
  return number !== cell && (isPartNumber(number.replace(HYPHENS, '-')) || isShortNumber(number)) ? number : null;
}
