/** A compiled pattern: a folder is null for `**`, else the texts between its asterisks. */
export type PathPattern = readonly (readonly string[] | null)[];

/** `*` matches any text within a folder, `**` any number of folders. Case and the Unicode form are ignored. */
export function compilePattern(pattern: string): PathPattern {
  return normalized(pattern)
    .split('/')
    .filter(Boolean)
    .map((folder) => (folder === '**' ? null : folder.replace(/\*+/g, '*').split('*')));
}

/** The cost is bounded by the product of the lengths. Libraries compile patterns to expressions that can take exponential time. */
export function matchesPath(pattern: PathPattern, path: string): boolean {
  const names = normalized(path).split('/');
  let [at, name] = [0, 0];
  // Where to continue when a folder after `**` does not match.
  let retry: { at: number; name: number } | null = null;
  while (name < names.length) {
    const folder = pattern[at];
    if (folder === null) retry = { at: (at += 1), name };
    else if (folder && matchesName(folder, names[name]!)) [at, name] = [at + 1, name + 1];
    else if (retry) [at, name] = [retry.at, (retry.name += 1)];
    else return false;
  }
  return pattern.slice(at).every((folder) => folder === null);
}

function matchesName(texts: readonly string[], name: string): boolean {
  const [first = '', ...others] = texts;
  const last = others.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const text of others) {
    const found = name.indexOf(text, from);
    if (found === -1) return false;
    from = found + text.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}

function normalized(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
