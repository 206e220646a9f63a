const ENDS_IN_NUMBER = /\d\S*$/;
export const BEGINS_WITH_NUMBER = /^[^\s\p{L}]*\d/u;

/** The lines of a cell of a table behind each other, numbers on lines of their own set apart: `1` and `200` are no 1 200. */
export function joinCellLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines.filter(Boolean)) {
    // Patterns anchored at the end still look at every place of a long string.
    const isApart = ENDS_IN_NUMBER.test(text.slice(-24)) && BEGINS_WITH_NUMBER.test(line);
    text += (isApart ? '; ' : text && ' ') + line;
  }
  return text;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
