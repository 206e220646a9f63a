import { GRAVE_WORDS } from './labels.js';
import { isBareLabel } from './markers.js';

/** A label with which a line begins. */
const BEGINS_WITH_LABEL = new RegExp(String.raw`^(?:${GRAVE_WORDS})S?(?: \d{1,2})?\s?[:!]`);
const BAR = /(?<!\S)\|(?!\S)/g;
const ENDS_IN_NUMBER = /\d\S*$/;
export const BEGINS_WITH_NUMBER = /^[^\s\p{L}]*\d/u;

/**
 * The lines of a cell of a table behind each other, numbers on lines of their own set apart: `1` and `200` are no 1 200. A
 * label that began a line still begins something, and a bar in the text parts no columns.
 */
export function joinCellLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines.filter(Boolean)) {
    // Patterns anchored at the end still look at every place of a long string.
    const isApart = ENDS_IN_NUMBER.test(text.slice(-24)) && BEGINS_WITH_NUMBER.test(line);
    const isLabel = BEGINS_WITH_LABEL.test(line) && !(text.length < 60 && isBareLabel(text));
    text += (isApart ? '; ' : text && (isLabel ? ' • ' : ' ')) + line.replace(BAR, '/');
  }
  return text;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
