import { GRAVE_WORDS } from '../notices/labels.js';
import { isBareLabel } from '../notices/markers.js';

const BEGINS_WITH_LABEL = new RegExp(String.raw`^(?:${GRAVE_WORDS})S?(?: \d{1,2})?\s?[:!]`);
const BAR = /(?<!\S)\|(?!\S)/g;
const ENDS_IN_NUMBER = /\d\S*$/;
export const BEGINS_WITH_NUMBER = /^[^\s\p{L}]*\d/u;

/** Joins the lines of a table cell. Numbers stay separate (`1`, `200`), labels still start a notice, and bars do not separate columns. */
export function joinCellLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines.filter(Boolean)) {
    // Patterns anchored at the end examine every position of a long string.
    const isApart = ENDS_IN_NUMBER.test(text.slice(-24)) && BEGINS_WITH_NUMBER.test(line);
    const isLabel = BEGINS_WITH_LABEL.test(line) && !(text.length < 60 && isBareLabel(text));
    text += (isApart ? '; ' : text && (isLabel ? ' • ' : ' ')) + line.replace(BAR, '/');
  }
  return text;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
