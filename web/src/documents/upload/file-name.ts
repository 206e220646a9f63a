import { DOCUMENT_TYPES } from '../document-types.js';
import type { FieldValues } from '../field-values.js';

const DATE = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const ATA = /(?<![\d-])(\d{2}-\d{2}(?:-\d{2})?)(?![\d-])/;
const VERSION = /(?<![a-z])(rev(?:ision)?|issue|iss)[\s._-]*(\d[\da-z.]*|[a-z])(?![a-z\d])/i;
const AIRCRAFT =
  /(?<![a-z\d])(a[23]\d\d(?:neo)?|[ab]?7\d7-\d{1,4}|b7\d7|atr[ -]?\d\d|e1[79]\d|crj-?\d{3,4}|dhc-?8)(?![a-z\d])/i;
/** Those whose publishers number each one. */
const NUMBERED = /(?<![a-z])((?:SB|SL|AD|EO)[\s_-]?[\da-z]+(?:-[\da-z]+)+)/i;

/** What the name of a file says of the document, such as `A320 AMM 32-11-00 Rev 12.pdf`. */
export function fieldsOfName(name: string, knownAircraft: readonly string[]): Partial<FieldValues> {
  const base = name.replace(/\.[a-z\d]{1,5}$/i, '');
  const words = base.replaceAll('_', ' ');
  const date = DATE.exec(words)?.[0];
  const undated = words.replace(DATE, ' ');
  const version = VERSION.exec(undated);
  const rest = (version ? undated.replace(version[0], ' ') : undated).trim();
  const known = knownAircraft.filter((one) => hasWord(rest, one)).sort((a, b) => b.length - a.length)[0];
  const type = DOCUMENT_TYPES.find((one) => hasWord(rest, one.replace('_', ' ')));
  const number = NUMBERED.exec(rest)?.[0];
  return {
    title: rest.replace(/\s+/g, ' ').replace(/^[\s.-]+|[\s.-]+$/g, '') || base || name,
    ...(date && { revision_date: date }),
    ...(version && { version: versionOf(version) }),
    ...(type && { document_type: type }),
    ...((known ?? AIRCRAFT.exec(rest)?.[0]) && { aircraft_type: known ?? AIRCRAFT.exec(rest)![0].toUpperCase() }),
    ...(ATA.test(rest) && { ata_chapter: ATA.exec(rest)![1] }),
    ...(number && { document_number: number.replace(/[\s_]/, '-').toUpperCase() }),
  };
}

/** "Rev" is how revisions are shown anyway. */
function versionOf([, word = '', name = '']: RegExpExecArray): string {
  return /^rev/i.test(word) ? name : `Issue ${name}`;
}

function hasWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'iu').test(text);
}
