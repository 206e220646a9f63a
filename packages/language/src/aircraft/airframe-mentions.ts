/** An airframe that a question names. Offsets into the question. */
export interface AirframeMention {
  kind: 'serial_number' | 'registration';
  /** In capitals. A registration may be another name: only a register tells. */
  value: string;
  /** Whether the words leave no doubt: `MSN 5012`, but not `S/N 5012`, which a component can have. */
  isCertain: boolean;
  start: number;
  end: number;
}

/** Names that are looked up in a register. */
const MAX_MENTIONS = 10;
const LABEL =
  String.raw`(?<certain>\bMSN|\b(?:aircraft|airplane|airframe|manufacturer'?s?) (?:serial(?: (?:number|no\.?))?|s/n|sn)|\baircraft (?:number|no\.?))` +
  String.raw`|\b(?:serial(?: (?:number|no\.?))?|s/n|sn)`;
const SERIAL = new RegExp(String.raw`(?:${LABEL})[ \t]*[:#]?[ \t]*(?<number>\d{1,6})(?![\p{L}\p{N}]|[.,]\d)`, 'giu');
/** A range or list is a statement, not an airframe. */
const GOES_ON =
  /^(?:\s?[-–—/,&+]\s?\d|\s(?:to|thru|through|and|or|up|till|until)\s(?:MSN\s|S\/N\s)?(?:\d|subsequent|on\b|up\b|later|above|below)|\s(?:onwards?|subsequent))/iu;
const IN_LIST = /(?:\d\s?[-–—/,&+]|\d\s(?:to|thru|through|and|or))\s?$/iu;
/** Words before a serial number of an aircraft. Others name a component: `pump S/N 5012`. */
const BEFORE_AIRCRAFT =
  /(?:^|[\s,(])(?:to|for|on|of|with|is|are|does|do|has|have|our|my|the|this|an?|in|by|at|affects?|and|or|aircraft|airplane|airframe)\s$|^\W*$/iu;
const REGISTRATION =
  /(?<![\p{L}\p{N}/._-])(?:[A-Z]{1,2}-[A-Z0-9]{3,5}|\d[A-Z]-[A-Z]{3}|[A-Z]\d-[A-Z0-9]{3}|N[1-9]\d{0,4}[A-Z]{0,2}|JA\d{3,4}[A-Z]{0,2}|HL\d{4})(?![\p{L}\p{N}_-])/giu;
/** `on aircraft`, `for the aircraft`: goes with the name. */
const LEAD = /(?:\b(?:on|for|of|with)\s+)?(?:(?:the|our|my|an?)\s+)?(?:\b(?:aircraft|airplane|airframe)\s+)?$/iu;

/** In the order of the text, without duplicates. */
export function airframesIn(text: string): AirframeMention[] {
  const mentions = [...serialsIn(text), ...registrationsIn(text)].sort((one, other) => one.start - other.start);
  return mentions
    .filter(({ start }, index) => !mentions.slice(0, index).some((before) => before.end > start))
    .slice(0, MAX_MENTIONS);
}

/** The text without the mentions and the words that only introduce them. */
export function withoutAirframes(text: string, mentions: readonly AirframeMention[]): string {
  return [...mentions]
    .sort((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => {
      const before = rest.slice(0, start).replace(LEAD, '');
      return `${before.trimEnd()} ${rest.slice(end).trimStart()}`.replace(/ (?=[?.,;!])/u, '').trim();
    }, text);
}

function serialsIn(text: string): AirframeMention[] {
  return [...text.matchAll(SERIAL)].flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    const { certain, number } = match.groups as { certain?: string; number: string };
    if (GOES_ON.test(text.slice(end)) || IN_LIST.test(text.slice(0, start))) return [];
    const isCertain = certain !== undefined;
    if (!isCertain && !BEFORE_AIRCRAFT.test(text.slice(0, start))) return [];
    return [{ kind: 'serial_number' as const, value: number, isCertain, start, end }];
  });
}

function registrationsIn(text: string): AirframeMention[] {
  return [...text.matchAll(REGISTRATION)].map(({ 0: name, index }) => ({
    kind: 'registration',
    value: name.toUpperCase(),
    isCertain: false,
    start: index,
    end: index + name.length,
  }));
}
