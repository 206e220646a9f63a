/** That rows of one table refer to rows of another. */
export interface Reference {
  from: string;
  to: string;
}

/**
 * The tables, each behind those that its rows refer to. A table that refers to itself is loaded by one statement, at the end
 * of which all of its rows are there.
 *
 * @throws Error when tables refer to each other in a circle: one of the constraints must be deferrable
 */
export function orderByReferences(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  let rest = [...tables].sort();
  while (rest.length > 0) {
    const blocked = new Set(
      references.filter(({ from, to }) => from !== to && rest.includes(to)).map(({ from }) => from),
    );
    const next = rest.filter((table) => !blocked.has(table));
    if (next.length === 0) throw new Error(`tables that refer to each other: ${rest.join(', ')}`);
    ordered.push(...next);
    rest = rest.filter((table) => blocked.has(table));
  }
  return ordered;
}
