import type { PartRelationKind } from '@amks/reader/parts/part.types.js';

/** `current`: nothing replaces it. `contradictory`: replacements lead back. `undetermined`: more replacements than are followed. */
export const SUPERSESSION_STATUSES = ['current', 'superseded', 'contradictory', 'undetermined'] as const;
export type SupersessionStatus = (typeof SUPERSESSION_STATUSES)[number];

export interface Supersession {
  status: SupersessionStatus;
  /** The numbers at the end, several if statements differ or give alternatives; empty unless `superseded`. */
  latest: string[];
  /** Numbers of the circle. */
  circle: string[];
}

interface Statement {
  kind: PartRelationKind;
  one: string;
  other: string;
}

/** Follows what replaces a number, up to its end. A circle is shown, and not resolved. */
export function supersessionOf(code: string, statements: readonly Statement[], maxSteps: number): Supersession {
  const next = new Map<string, Set<string>>();
  for (const { kind, one, other } of statements)
    if (kind === 'supersession') next.set(one, (next.get(one) ?? new Set()).add(other));
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
  if (circle.length > 0) return { status: 'contradictory', latest: [], circle };
  if (isCut) return { status: 'undetermined', latest: [], circle };
  if (!next.has(code)) return { status: 'current', latest: [], circle };
  return { status: 'superseded', latest: [...ends].sort(), circle };
}

/** Whether statements say both that two numbers are interchangeable, and that they are not. */
export function isContradicted({ one, other, kind }: Statement, statements: readonly Statement[]): boolean {
  const isDenial = kind === 'not_interchangeable';
  return statements.some(
    (another) =>
      another.kind !== 'supersession' &&
      (another.kind === 'not_interchangeable') !== isDenial &&
      ((another.one === one && another.other === other) || (another.one === other && another.other === one)),
  );
}
