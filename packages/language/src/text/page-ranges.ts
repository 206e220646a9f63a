const MAX_RANGES = 10;

/** Formats ascending numbers as `2-4, 7`. */
export function pageRanges(pages: readonly number[]): string {
  const found: [number, number][] = [];
  for (const page of pages) {
    const last = found.at(-1);
    if (last && page === last[1] + 1) last[1] = page;
    else found.push([page, page]);
  }
  const shown = found.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return shown.join(', ') + (found.length > MAX_RANGES ? ' and more' : '');
}
