/** A line that introduces others, and its position. */
export interface LeadIn {
  text: string;
  start: number;
  end: number;
}

/** A unit with what determines the context of later units. */
export interface Outlined extends LeadIn {
  /** Number, letter or bullet as printed; null without one. A line with a dot leader (`BAT 2 ..... ON`) has `...`. */
  marker: string | null;
  /** `continued`: on the line of the preceding unit. `notice`: WARNING, CAUTION, NOTE. */
  place: 'line' | 'continued' | 'row' | 'notice' | 'title';
}

/** An open item. `leadIn` is null if the item does not end with a colon. */
interface Level extends ListItem {
  leadIn: LeadIn | null;
}

const UNMARKED = '';
const NOTICE = '!';

/** The lead-ins of each unit, outermost first. An item ends at the next one of its style or of an outer style; a title ends all. */
export function leadInsOf(units: readonly Outlined[]): LeadIn[][] {
  const outline = new Outline();
  const next = markersAhead(units);
  return units.map((unit, index) => outline.add(unit, next[index] ?? null));
}

/** For each unit, the next one with a marker; null before a title or the end. */
function markersAhead(units: readonly Outlined[]): (Outlined | null)[] {
  const ahead: (Outlined | null)[] = [];
  let next: Outlined | null = null;
  for (let index = units.length - 1; index >= 0; index -= 1) {
    ahead[index] = next;
    const unit = units[index]!;
    if (unit.marker !== null) next = unit;
    else if (unit.place === 'title') next = null;
  }
  return ahead;
}

/** The lead-ins of a unit that the preceding one in the answer does not share. */
export function newLeadIns(
  unit: { leadIns: readonly LeadIn[] },
  before: (LeadIn & { leadIns: readonly LeadIn[] }) | null,
): LeadIn[] {
  const said = before ? [...before.leadIns, before] : [];
  const isNew = unit.leadIns.findIndex(({ start }, level) => start !== said[level]?.start);
  return isNew < 0 ? [] : unit.leadIns.slice(isNew);
}

class Outline {
  private levels: Level[] = [];
  /** Lead-ins of the preceding unit, which also apply to its continuation. */
  private previous: LeadIn[] = [];
  /** Whether a lead-in directly precedes. */
  private isDirect = false;

  add(unit: Outlined, next: Outlined | null): LeadIn[] {
    const own = this.leadInsAbove(unit, next);
    if (unit.place !== 'row') this.isDirect = unit.text.endsWith(':');
    this.previous = own;
    return own;
  }

  private leadInsAbove(unit: Outlined, next: Outlined | null): LeadIn[] {
    const isLeadIn = unit.text.endsWith(':');
    if (unit.place === 'continued') {
      if (isLeadIn) this.continueWith(unit);
      return this.previous;
    }
    if (unit.marker !== null) return this.open(this.levelOf(unit, unit.marker));
    if (unit.place === 'title') this.levels = [];
    else if (unit.place === 'notice') {
      if (isLeadIn) this.open({ style: NOTICE, ordinal: null, leadIn: unit });
      // A warning is printed first and needs no context.
      return /^NOTE\b/u.test(unit.text) ? this.leadIns() : [];
    } else if (isLeadIn) return this.open({ style: UNMARKED, ordinal: null, leadIn: unit });
    else if (!this.isDirect && !this.goesOn(next)) this.closeUnmarked();
    return this.leadIns();
  }

  /** Closes the items that the new one ends, and opens it. */
  private open(level: Level): LeadIn[] {
    const at = this.levels.findLastIndex(({ style }) => style === level.style);
    const isFirst = level.ordinal === null ? level.style !== UNMARKED : level.ordinal === 1;
    const isBelow = this.isDirect && level.style !== NOTICE && this.levels.at(-1)?.style !== level.style;
    if (isBelow && (at < 0 || isFirst)) {
      // The first item after a lead-in starts a new list.
    } else if (at >= 0) this.levels = this.levels.slice(0, at);
    // A `(2)` without its `(1)`: the passage starts within a list.
    else if (level.ordinal !== null && level.ordinal > 1) this.closeInner(level.style);
    // The list under a notice has one style.
    else if (level.style !== UNMARKED && level.style !== NOTICE) this.closeNotice();
    const above = this.leadIns();
    this.levels.push(level);
    return above;
  }

  /** `(1) Loosen the nut. Then do this:` is a lead-in like its step. */
  private continueWith(leadIn: LeadIn): void {
    const last = this.levels.at(-1);
    if (last) last.leadIn = leadIn;
    else this.levels.push({ style: UNMARKED, ordinal: null, leadIn });
  }

  private closeNotice(): void {
    const at = this.levels.findIndex(({ style }) => style === NOTICE);
    if (at >= 0) this.levels = this.levels.slice(0, at);
  }

  /** Closes lists that cannot contain this style, and their lead-ins. */
  private closeInner(style: string): void {
    const at = this.levels.findIndex((level) => depthOf(level.style) > depthOf(style));
    if (at >= 0) this.levels = this.levels.slice(0, this.levels[at - 1]?.style === UNMARKED ? at - 1 : at);
    this.closeNotice();
  }

  /** An unmarked paragraph ends an unmarked list, and belongs to a marked item. */
  private closeUnmarked(): void {
    const at = this.levels.findLastIndex(({ leadIn }) => leadIn !== null);
    const style = this.levels[at]?.style;
    if (style === UNMARKED || style === NOTICE) this.levels = this.levels.slice(0, at);
  }

  /** Whether the next marked line continues an open list. */
  private goesOn(next: Outlined | null): boolean {
    if (next === null || next.marker === null) return false;
    const { style, ordinal } = this.levelOf(next, next.marker);
    const last = this.levels.findLast((level) => level.style === style);
    return last !== undefined && (ordinal === null || ordinal === (last.ordinal ?? 0) + 1);
  }

  private leadIns(): LeadIn[] {
    return this.levels.flatMap(({ leadIn }) => leadIn ?? []);
  }

  private levelOf({ text, start, end }: LeadIn, marker: string): Level {
    const leadIn = text.endsWith(':') ? { text, start, end } : null;
    return { ...readMarker(marker, this.levels), leadIn };
  }
}

/** A place in a list. */
export interface ListItem {
  /** `(9)`, `9.`, `A.`, `(a)`, `(a)i` for Roman numerals, or a bullet. */
  style: string;
  /** 1-based number in its list; null for bullets. */
  ordinal: number | null;
}

/** @param open the items in which the marker occurs, outermost first */
export function readMarker(marker: string, open: readonly ListItem[]): ListItem {
  const letters = /\p{L}+/u.exec(marker)?.[0] ?? '';
  const style = marker.replace(/\d+/gu, '9').replace(/\p{Ll}+/gu, 'a').replace(/\p{Lu}+/gu, 'A'); // prettier-ignore
  const digits = /\d+(?=\D*$)/u.exec(marker)?.[0];
  if (digits !== undefined) return { style, ordinal: Number(digits) };
  if (letters === '') return { style, ordinal: null };
  const place = letters.toLowerCase().charCodeAt(0) - 96;
  const before = open.findLast((item) => item.style === style)?.ordinal;
  const roman = ROMAN.indexOf(letters.toLowerCase()) + 1;
  // `(i)` is the ninth letter only after `(h)`.
  const isRoman = roman > 0 && (letters.length > 1 || before !== place - 1);
  return isRoman ? { style: `${style}i`, ordinal: roman } : { style, ordinal: place };
}

const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');
/** Usual depth of a style: `A.`, `1.`, `(1)` or `a.`, `(a)`, bullets. */
function depthOf(style: string): number {
  const known = ['A.', '9.', '(9)', '(a)'].indexOf(style);
  return style === UNMARKED || style === NOTICE ? -1 : style === 'a.' ? 2 : known < 0 ? 4 : known;
}
