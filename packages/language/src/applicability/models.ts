import type { Term } from './expression.js';
import { KNOWN_TYPE } from './names.js';
import { AIRCRAFT, END, type Scanner } from './scanner.js';

export const MAKER = String.raw`AIRBUS|BOEING|EMBRAER|BOMBARDIER|CESSNA|DE HAVILLAND|ATR|DASH|KING AIR|FALCON`;
const DESIGNATOR = String.raw`(?:(?:${MAKER}) )?(?=[A-Z0-9-]*\d)(?:[A-Z]{1,5}-?\d{1,4}|7[0-8]7)[A-Z]{0,3}(?:-\d{1,4}[A-Z]{0,3}|-[A-Z]{1,3}\d{0,2})?(?![A-Z0-9-])`;
const KIND_OF = String.raw` (?:SERIES|MODELS?|${AIRCRAFT})(?![A-Z])`;
/** `-200`, `/200` and `/B` repeat the start of the designator before. */
const SHORT = String.raw`-\d{2,4}[A-Z]{0,2}(?![A-Z0-9-])|(?<=\d{3}[A-Z]{0,2} ?\/ ?)\d{3}[A-Z]{0,2}(?![A-Z0-9-])|(?<=\/)[A-Z](?![A-Z0-9])`;
const LIST = new RegExp(String.raw`${DESIGNATOR}(?:${KIND_OF})?(?:(?:,? (?:AND|OR|&) |, ?| ?\/ ?)(?:${DESIGNATOR}|${SHORT})(?:${KIND_OF})?)*`, 'y'); // prettier-ignore
/** `The Boeing Company Model`: these words can only be a maker. */
const LABEL = new RegExp(String.raw`(?:(?!NO[TN]?${END}|EXCEPT|EXCLUD|WITH|OTHER|UNLESS|ON${END}|IN${END}|FOR${END}|(?:SOME|CERTAIN|MOST|MANY|SEVERAL|FEW|SELECTED|SPECIFIC|VARIOUS|EARLY|EARLIER|LATER?|NON|ENGINE|PROPELLER|APU|GEAR|SEAT|RADAR|WHEEL|BRAKE|VALVE|PUMP|UNIT)S?${END})[A-Z&.]+ ){0,3}(?:TYPE|MODEL)S?:? `, 'y'); // prettier-ignore
const SHORT_LABEL = new RegExp(String.raw`(?:(?:AIRCRAFT|AIRPLANE|AEROPLANE) )?(?:TYPE|MODEL)S?:? `, 'y');
/** Other things that are numbered. Engines have separate patterns. */
const NO_MODEL =
  /(?:SB|MOD|AD|EO|STC|MSN|SN|REV|CONF|CONFIG|GROUP|GRP|PAGE|FIG|ITEM|PART|STEP|WV|ZONE|FR|FRAME|STGR|RIB|STA|BS|WS|ATA|CH|TASK|DOOR|ROW|SEAT|KIT|NOTE|SEC|SHEET|TABLE|VOL|OPT|PHASE|REF|ISS|FIN|VU|LH|RH|NO|RANK|BLOCK|LOT|QTY|SRM|AMM|IPC|CMM|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|PW|CFM|LEAP|GE|RB|PT|V2|IO|TIO|TPE|TFE|JT)-?\d|PN/y;
const BETWEEN = /,? (?:AND|OR|&) |, ?| ?\/ ?/u;

/** @param isFirst the statement starts here, or only `all` comes before: a word with two digits is the model here */
export function takeModels(scanner: Scanner, isFirst: boolean): Term | null {
  return scanner.attempt(() => {
    const start = scanner.at;
    const isLabelled = scanner.take(isFirst ? LABEL : SHORT_LABEL) !== null;
    if (scanner.sees(NO_MODEL)) return null;
    const match = scanner.take(LIST);
    if (!match) return null;
    const names: string[] = [];
    for (const written of match[0].replace(new RegExp(KIND_OF, 'gu'), '').split(BETWEEN))
      names.push(whole(written, names.at(-1) ?? ''));
    const text = scanner.text.slice(start, scanner.at);
    // `A320, CFM56-5B`: a list names models of one type, or calls them aircraft.
    const isCalledSo = isLabelled || new RegExp(`${KIND_OF}$`, 'u').test(text);
    if (new Set(names.map(lettersOf)).size > 1 && !isCalledSo && !names.every((name) => KNOWN_TYPE.test(name)))
      return null;
    return {
      kind: 'model',
      names,
      isCertain: isLabelled || (isFirst && /\d\d/u.test(text)) || startsWithMaker.test(text),
      text,
    };
  });
}

const startsWithMaker = new RegExp(`^(?:${MAKER}) `, 'u');

function whole(written: string, before: string): string {
  if (written.startsWith('-')) return before.replace(/-[^-]*$/u, '') + written;
  if (/^(?!7[0-8]7)\d{3}[A-Z]*$/u.test(written) && before !== '') return before.replace(/\d{3}[A-Z]*$/u, '') + written;
  return written.length === 1 ? before.replace(/[A-Z]$/u, '') + written : written;
}

function lettersOf(name: string): string {
  return /^[A-Z]*/u.exec(name.replace(startsWithMaker, ''))![0];
}
