import type { PartConditions, PartRelationKind } from '@amks/reader/parts/part.types.js';

/** `none_stated` only means that no statement was found. `undetermined`: it leads further than statements are followed, their pages are changed, or words are not understood. */
export const SUPERSESSION_STATUSES = [
  'none_stated',
  'superseded',
  'conditional',
  'contradictory',
  'undetermined',
] as const;
export type SupersessionStatus = (typeof SUPERSESSION_STATUSES)[number];

export interface Supersession {
  status: SupersessionStatus;
  /** The numbers at the end, several if statements differ or give alternatives; empty unless `superseded`. */
  latest: string[];
  /** Numbers of the circle. */
  circle: string[];
}

type Pair = Pick<Statement, 'one' | 'other'>;

interface Statement {
  kind: PartRelationKind;
  one: string;
  other: string;
  condition: string | null;
  /** Whether the row that makes it is for some aircraft, or not known to be for the one that is asked about. */
  is_limited: boolean;
  /** Whether it is not known to be about the number of the vendor that is meant. */
  is_open: boolean;
  /** Temporary revisions because of which its page must not be used. */
  temporary_revisions: readonly string[];
}

/**
 * Follows what replaces a number without a condition, up to its end. A circle is shown, and not resolved. Where a condition, or that of
 * its row, limits a statement on the way, its page is changed, another row denies that the two parts are interchangeable, or it can be about the
 * part of another vendor, the end is not told.
 */
export function supersessionOf(code: string, statements: readonly Statement[], maxSteps: number): Supersession {
  const next = new Map<string, Set<string>>();
  const replacements = statements.filter(({ kind }) => kind === 'supersession');
  const isUsable = (one: Statement): boolean => one.temporary_revisions.length === 0;
  const unconditional = replacements.filter((one) => isUsable(one) && !one.is_open && !isConditional(one));
  for (const { one, other } of unconditional) next.set(one, (next.get(one) ?? new Set()).add(other));
  const ends = new Set<string>();
  const finished = new Set<string>();
  let circle: string[] = [];
  let isCut = false;
  const visit = (at: string, path: readonly string[]): void => {
    const start = path.indexOf(at);
    if (start >= 0) {
      if (circle.length === 0) circle = path.slice(start);
      return;
    }
    if (finished.has(at)) return;
    if (path.length > maxSteps) {
      isCut = true;
      return;
    }
    const others = next.get(at);
    if (!others) ends.add(at);
    for (const other of others ?? []) visit(other, [...path, at]);
    finished.add(at);
  };
  visit(code, []);
  const isUnclear = statements.some(
    ({ kind, one, is_open }) => (kind === 'unclear' || (kind === 'supersession' && is_open)) && finished.has(one),
  );
  const onTheWay = replacements.filter(({ one }) => finished.has(one));
  const isChanged = onTheWay.some((way) => !isUsable(way) && !next.get(way.one)?.has(way.other));
  const without = (status: SupersessionStatus): Supersession => ({ status, latest: [], circle });
  if (circle.length > 0) return without('contradictory');
  if (isCut || isUnclear || isChanged) return without('undetermined');
  // A statement without a condition does not lift that of another one.
  if (onTheWay.some((one) => isUsable(one) && (isConditional(one) || isDenied(one, statements))))
    return without('conditional');
  if (!next.has(code)) return without('none_stated');
  return { status: 'superseded', latest: [...ends].sort(), circle };
}

/** A regular expression of PostgreSQL, too. */
export const ALL_AIRCRAFT = '^all( (msn|aircraft|airplanes?|a/c))?$';
const ALL = new RegExp(ALL_AIRCRAFT, 'i');

/** Whether a row is for some aircraft, or can be. */
export function isLimited(statements: PartConditions): boolean {
  return statements.some((any) => !any.some(({ value }) => value !== null && ALL.test(value)));
}

function isConditional({ condition, is_limited }: Statement): boolean {
  return condition !== null || is_limited;
}

/** Whether a row says that a part and the one that replaces it are not interchangeable: it then depends on more than the rows tell. */
export function isDenied({ one, other }: Pair, statements: readonly (Pair & Pick<Statement, 'kind'>)[]): boolean {
  return statements.some((denial) => denial.kind === 'not_interchangeable' && isOfPair(denial, one, other));
}

function isOfPair(statement: Pair, one: string, other: string): boolean {
  return [statement.one, statement.other].includes(one) && [statement.one, statement.other].includes(other);
}

/** Whether statements say both that one of two numbers can be used for the other, and that they are not interchangeable. */
export function isContradicted(
  { one, other, kind }: Pick<Statement, 'kind' | 'one' | 'other'>,
  statements: readonly Pick<Statement, 'kind' | 'one' | 'other'>[],
): boolean {
  const isDenial = kind === 'not_interchangeable';
  return statements.some(
    (another) =>
      another.kind !== 'supersession' &&
      another.kind !== 'unclear' &&
      ((another.kind === 'not_interchangeable') !== isDenial ||
        (kind === 'one_way' && isTurned(another, { one, other, kind }))) &&
      ((another.one === one && another.other === other) || (another.one === other && another.other === one)),
  );
}

/** Two one-way statements of opposite direction. */
function isTurned(
  another: Pick<Statement, 'kind' | 'one' | 'other'>,
  { one, kind }: Pick<Statement, 'kind' | 'one' | 'other'>,
): boolean {
  return another.kind === kind && another.one !== one;
}
