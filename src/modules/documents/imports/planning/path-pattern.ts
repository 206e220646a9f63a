/**
 * Whether a path matches a pattern: `*` within a folder, `**` across folders, also none, `?` one character. Case is ignored. The cost of any
 * pattern is the product of the lengths; libraries compile it to an expression that can take exponential time.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const folders = pattern.toLowerCase().split('/').filter(Boolean);
  return matches(folders, path.toLowerCase().split('/'), {
    isMany: (folder) => folder === '**',
    isOne: (folder, name) => matches([...folder], [...name], { isMany: (sign) => sign === '*', isOne: isSame }),
  });
}

function isSame(sign: string, character: string): boolean {
  return sign === '?' || sign === character;
}

interface Rules {
  /** Whether the part matches any number of elements. */
  isMany: (part: string) => boolean;
  isOne: (part: string, element: string) => boolean;
}

function matches(parts: readonly string[], elements: readonly string[], { isMany, isOne }: Rules): boolean {
  // By n: whether the parts so far match the first n elements.
  let reached = [true, ...elements.map(() => false)];
  for (const part of parts) {
    const next: boolean[] = [];
    for (const [n, isReached] of reached.entries()) {
      if (isMany(part)) next.push(isReached || (next[n - 1] ?? false));
      else next.push(n > 0 && reached[n - 1]! && isOne(part, elements[n - 1]!));
    }
    reached = next;
  }
  return reached.at(-1)!;
}
