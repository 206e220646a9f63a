export interface Reference {
  from: string;
  to: string;
}

/** Tables that refer to themselves are loaded by one statement. @throws Error for a cycle without a deferrable constraint */
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
