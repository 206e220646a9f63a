import { LABEL_WORD } from './bound-words.js';

/**
 * The forms in which a text sets a value with a number alone: `Torque the nut to 30 N·m`, `The gap must be 2 mm`, `Torque: 30 N·m`, a
 * table cell that is the number. Every other number by itself has no bounds. Texts come with quantities as `#`.
 */

/** Work that brings something to a value. */
const BRINGS =
  '(?:re-?)?torque|tighten|set|adjust|preload|load|pressuri[sz]e|charge|inflate|deflate|increase|decrease|reduce|raise|heat|cool|fill';
/** Work that goes on at a value or for a time. */
const GOES_ON = 'operate|run|circulate|hold|keep|let|wait|soak|cure|dry|apply|pressuri[sz]e|dry-motor';
/** A part of the sentence begins here, behind its step number. */
const BEGINS = String.raw`(?:^|[.!?:;|\n]|,|\b(?:and|then|or)\b)\s*(?:\(?\w{1,3}[.)]\s+)*(?:then\s+)?`;
/** What the work is done to: no number but a counted one, and no word that makes it another work. */
const OBJECT = String.raw`(?:\s+(?!(?:to|by|until|not|no|never|than|from|of|half|twice|double|if|when)\b)[\p{L}\d(][^\s#|.;:]*)`;
const WHAT = String.raw`${OBJECT}{0,12}?(?:\s+of(?:\s+(?:the|a|an|each|all|its))?\s+(?!(?:half|third|quarter)\b)\p{L}[\p{L}-]*)?(?:\s+#+[^.;#]{0,60})?`;

/** How far back a lead can begin. */
const REACH = 160;
const ENDS_LEAD = /(?:\b(?:to|at|for|with|wait|of|be|is|are)|[:=–-])\s*$/iu;
const LEADS: readonly RegExp[] = [
  new RegExp(String.raw`${BEGINS}(?:${BRINGS})${WHAT} to\s*$`, 'iu'),
  new RegExp(String.raw`${BEGINS}(?:${GOES_ON})${WHAT} (?:at|for)\s*$`, 'iu'),
  new RegExp(String.raw`${BEGINS}wait\s*$`, 'iu'),
  new RegExp(String.raw`${BEGINS}(?:apply|use)\s+an?\s+(?:${LABEL_WORD})\s+of\s*$`, 'iu'),
  new RegExp(String.raw`(?:^|[.!?:;|\n]|,)\s*[^.,;:#|]{0,120}\b(?:must|shall|should)\s+be\s*$`, 'iu'),
  new RegExp(String.raw`(?:^|[.!?:;|\n])\s*(?:the|its|each)\s[^.,;:#|]{0,80}\b(?:is|are)\s*$`, 'iu'),
  new RegExp(String.raw`(?:^|[\n|,;.(])\s*[^.,;:#|\n]{0,40}(?:${LABEL_WORD})[^.,;:#|\n]{0,40}(?::|=|\s[-–])\s*$`, 'iu'),
];
/** The words in front of a number that is a share of something, a change, or no longer holds. */
const ALTERED =
  /(?<!\p{L})(?:half|halves|thirds?|quarters?|fourths?|fifths?|tenths?|twice|thrice|double|doubled?|triple|times|multiples?|fractions?|parts?|portions?|shares?|percent|per cent|%|by|short|shy|instead|rather|lieu|place|was|were|previously|formerly|originally|old|former|superseded|replaces?|wrong|incorrect|about|approximately|approx\.?|around|roughly|nearly|almost|just|ca\.?|circa|some)(?:\s+(?:of|than|the|a|an|to|as|much|value|torque|under|over|below|above|from))*\s*:?\s*$/iu;
/** A row label that says that its value no longer holds. */
const FORMER_ROW =
  /(?<!\p{L})(?:old|former|previous|superseded|replaced|original|obsolete|wrong|incorrect)(?:\s+\p{L}+){0,5}\s*\|\s*$/iu;
/** Anywhere in front of the number in its sentence; what is permitted is the end of a range. */
const ALTERING =
  /(?<!\p{L})(?:half\p{L}*|twice|thrice|double|triple|percent|instead|rather than|almost|nearly|just|about|approximately|roughly|around|stop|previously|formerly|superseded|wrong|incorrect|example|e\.g|permitted|permissible|allow\p{L}*|acceptable|limits?)(?!\p{L})/iu;
/** Behind the number its part of the sentence ends, or work goes on that changes nothing of it. */
const TAIL =
  /^\s*(?:$|[.:;)\]|]|\((?:ref|see|fig|item|table|amm|task)|\n\s*(?:[(•\d|]|\p{Lu}\p{Ll})|,?\s+(?:then|and(?! (?:a |one )?(?:half|quarter)|\s+more)|in (?=(?:a|an|the|each|both|all) )|with (?=(?:a|an|the) )(?!(?:a|an|the) [^.;]*(?:added|subtracted|included|deducted|reduction|increase|decrease|correction|allowance|offset|margin))|at|for|on (?!top)|when|while|during|without|using)\b)/u;
const CELL_BEFORE = /(?:^|\n|\|)[^\S\n]*$/u;
const CELL_BEHIND = /^\.?[^\S\n]*(?:\||\n|$)/u;
/** A cell in front that goes on in the next one. */
const UNFINISHED_CELL = /\b(?:of|than|to|by|from|and|or|not|above|below|over|under|minus|plus|at|less|more)\s*\|\s*$/iu;

/**
 * Whether the text sets the value of a number without any word of a bound.
 *
 * @param before the sentence up to the number
 * @param lineStart what stands on its line in front of it
 */
export function isSet(before: string, behind: string): boolean {
  if (isWholeCell(before, behind)) return true;
  const near = before.slice(-REACH);
  return ENDS_LEAD.test(near) && TAIL.test(behind) && !ALTERING.test(before) && LEADS.some((lead) => lead.test(near));
}

/** Whether a range, a tolerance or a bound is of a share of something, of a change, or of what no longer holds. */
export function isAltered(before: string): boolean {
  const near = before.slice(-80);
  return (
    ALTERED.test(near) ||
    (/\|\s*$/u.test(before.slice(-4)) && FORMER_ROW.test(near)) ||
    /#\s+of(?:\s+the)?\s*$/iu.test(before)
  );
}

function isWholeCell(before: string, behind: string): boolean {
  if (!CELL_BEFORE.test(before) || !CELL_BEHIND.test(behind) || UNFINISHED_CELL.test(before)) return false;
  const line = `${before.slice(before.lastIndexOf('\n') + 1)}${/^[^\n]*/u.exec(behind)?.[0] ?? ''}`;
  return line.includes('|') || (before.trim() === '' && /^[\s.]*$/u.test(behind));
}
