/** An airframe that a question names. Offsets into the question. */
export interface AirframeMention {
  kind: 'serial_number' | 'registration';
  /** In capitals. A registration may be another name: only a register tells. */
  value: string;
  /** Whether the words leave no doubt: `MSN 5012`, or a registration at the end of `on SE-KXA`; not `S/N 5012`, which a component can have. */
  isCertain: boolean;
  /** Whether it may be the aircraft that is not meant: `not on SE-KXA`, `compared to SE-KXA`. */
  isOpposed: boolean;
  start: number;
  end: number;
}

/** What a text says of airframes. */
export interface Airframes {
  /** In order. */
  mentions: AirframeMention[];
  /** Whether it has serial numbers that are no mention, such as `MSN 5001-5048`. */
  hasRange: boolean;
}

const NUMBER = String.raw`(?:[A-Z]{1,3}-?)?\d{1,6}[A-Z]?`;
const SERIAL = new RegExp(
  String.raw`\b(?:(?<certain>MSN|(?:aircraft|airplane|airframe|manufacturer'?s?) (?:serial|s\/n|sn))|(?<doubtful>serial|s\/n|sn))(?: (?:numbers?|nos?\.?))?[ \t]{0,3}[:#(-]?[ \t]{0,3}(?<number>${NUMBER})(?![\p{L}\p{N}]|[.]\d)` +
    String.raw`|\b(?:aircraft|airplane)(?: (?:number|no\.?))? (?<bare>\d{3,6})(?![\p{L}\p{N}]|[.,-]\d)`,
  'giu',
);
/** A further serial number of a list. */
const NEXT = new RegExp(
  String.raw`^(?:\s?,\s?(?:and\s|or\s)?|\s(?:and|or|&)\s)(?:(?:MSN|S\/N)\s?)?(?<number>${NUMBER})(?![\p{L}\p{N}-]|[.]\d)`,
  'iu',
);
/** The number begins a range. */
const RANGE =
  /^(?:\s?[-/+]\s?\d|\s(?:to|thru|through|up|till|until)\s|\s?(?:and|&)\s(?:subsequent|on\b|up\b|later|above|below)|\s(?:onwards?|subsequent))/iu;
/** Words before a serial number of an aircraft. Others name a component: `pump S/N 5012`. */
const BEFORE_AIRCRAFT =
  /(?:^|[\s,(])(?:to|for|on|is|are|does|do|our|my|affects?|and|or|aircraft|airplane|airframe)\s{1,3}$|^\W*$/iu;
const REGISTRATION =
  /(?<![\p{L}\p{N}/._-])(?:[A-Z]{1,2}-[A-Z0-9]{3,5}|\d[A-Z]-[A-Z]{3}|[A-Z]\d-[A-Z0-9]{3}|N(?=[A-Z0-9]{3,5}(?![A-Z0-9]))[1-9]\d{0,4}[A-Z]{0,2}|JA\d{3,4}[A-Z]{0,2}|HL\d{4})(?![\p{L}\p{N}_-])/giu;
/** Nationality mark and letters, where a question names its aircraft. `B-NUT` and `O-RING` are parts. */
const PLACED = /\b(?:on|for|aircraft|airplane)\s$/iu;
const MARK = /^(?:[A-Z]{2}-[A-Z]{3}|[BCDFGIM]-[A-Z]{3,4}|N\d.*)$/u;
const NO_MARK = /-(?:NUT|RING|BOLT|BAND|TYPE|SEAL|TUBE|HEAD|CLIP|DUCT|SIDE|SHIM|CHECK|FIT|LINE|PIN|ROD|CAP)$/u;
const OPPOSED =
  /\b(?:not|except|unlike|than|versus|vs\.?|compared (?:to|with)|instead of|without)\s(?:\w{1,12}\s){0,2}$/iu;
/** `on aircraft`, `for the aircraft`: removed with the name. */
const LEAD = /(?:\b(?:on|for|of|with)\s+)?(?:(?:the|our|my|an?)\s+)?(?:\b(?:aircraft|airplane|airframe)\s+)?$/iu;
/** Characters before a name that are read. */
const BEFORE = 60;

/** Hyphens and spaces of every kind are read alike. */
export function airframesIn(text: string): Airframes {
  const plain = text.replace(/[\u2010-\u2015\u2212]/gu, '-').replace(/[\u00A0\u2007\u202F]/gu, ' ');
  const { serials, hasRange } = serialsIn(plain);
  const isTaken = (start: number): boolean => serials.some((one) => one.start <= start && start < one.end);
  const registrations = registrationsIn(plain).filter(({ start }) => !isTaken(start));
  return { mentions: [...serials, ...registrations].sort((one, other) => one.start - other.start), hasRange };
}

/** The text without the mentions and the words that only introduce them. */
export function withoutAirframes(text: string, mentions: readonly AirframeMention[]): string {
  const rest = [...mentions]
    .sort((one, other) => other.start - one.start)
    .reduce((before, { start, end }) => {
      const lead = before.slice(Math.max(0, start - BEFORE), start).replace(LEAD, '');
      const head = `${before.slice(0, Math.max(0, start - BEFORE))}${lead}`.trimEnd();
      return `${head} ${before.slice(end).replace(/^\)?(?:'s)?\s*/u, '')}`;
    }, text);
  return mentions.length === 0
    ? text
    : rest
        .replace(/\s+(?=[?.,;!])/gu, '')
        .replace(/,+(?=[,?.!])/gu, '')
        .trim();
}

function serialsIn(text: string): { serials: AirframeMention[]; hasRange: boolean } {
  const serials: AirframeMention[] = [];
  let hasRange = false;
  let read = 0;
  for (const match of text.matchAll(SERIAL)) {
    // Of the list before.
    if (match.index < read) continue;
    const { certain, number, bare } = match.groups as Record<'certain' | 'number' | 'bare', string | undefined>;
    const before = text.slice(Math.max(0, match.index - BEFORE), match.index);
    if (certain === undefined && bare === undefined && !BEFORE_AIRCRAFT.test(before)) continue;
    const shared = {
      kind: 'serial_number' as const,
      isCertain: certain !== undefined,
      isOpposed: OPPOSED.test(before),
    };
    const found = [
      { ...shared, value: (number ?? bare)!.toUpperCase(), start: match.index, end: match.index + match[0].length },
    ];
    for (let next = NEXT.exec(text.slice(found.at(-1)!.end, found.at(-1)!.end + BEFORE)); next;) {
      const { end, value } = found.at(-1)!;
      const more = next.groups!['number']!.toUpperCase();
      // `MSN 5060, 2 bolts` is no list.
      if (more.length !== value.length) break;
      found.push({ ...shared, value: more, start: end, end: end + next[0].length });
      next = NEXT.exec(text.slice(end + next[0].length, end + next[0].length + BEFORE));
    }
    read = found.at(-1)!.end;
    if (RANGE.test(text.slice(found.at(-1)!.end, found.at(-1)!.end + BEFORE))) hasRange = true;
    else serials.push(...found);
  }
  return { serials, hasRange };
}

function registrationsIn(text: string): AirframeMention[] {
  return [...text.matchAll(REGISTRATION)].map(({ 0: name, index }) => {
    const value = name.toUpperCase();
    const end = index + name.length;
    const before = text.slice(Math.max(0, index - BEFORE), index);
    const isPlaced = PLACED.test(before) && /^\W*(?:$|[?.,;!])/u.test(text.slice(end, end + 2));
    const isCertain = isPlaced && MARK.test(value) && !NO_MARK.test(value);
    return { kind: 'registration', value, isCertain, isOpposed: OPPOSED.test(before), start: index, end };
  });
}
