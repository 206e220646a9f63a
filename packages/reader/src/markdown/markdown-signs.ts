/** Maximum characters of the text and of the address of a link. */
const LINK_TEXT = 200;
const LINK_ADDRESS = 500;

const HEADING = /^#{1,6}[ \t]+[^\s#]/;
const TITLE = /^# [^\s#!]/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+\S/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})[\w+-]*[ \t]*$/;
const BOLD = /(?<![*\w])\*\*[^\s*][^*]{0,200}(?<!\s)\*\*(?![*\w])/g;
const TABLE_RULE_CELL = /^:?-{3,}:?$/;
const FIELD = /^[\w-]+:/;

/** Kinds of marks and the number of each that makes a sign. Each scans a row once, because the text is untrusted. */
const SIGNS: readonly (readonly [(rows: readonly string[]) => number, number])[] = [
  // Headings need a blank line before them: shell comments come in blocks.
  [(rows) => rows.filter((row, i) => HEADING.test(row) && (i === 0 || rows[i - 1]!.trim() === '')).length, 2],
  [(rows) => rows.filter((row) => FENCE.test(row)).length, 2],
  [(rows) => rows.filter(hasLink).length, 1],
  [(rows) => rows.reduce((sum, row) => sum + (row.match(BOLD)?.length ?? 0), 0), 2],
  [(rows) => rows.filter(isTableRule).length, 1],
  [(rows) => (beginsWithFields(rows) ? 1 : 0), 1],
];

/** Kinds of marks that make a text Markdown: plain text may contain one by chance. */
const ENOUGH = 2;

/** Whether plain text is Markdown: it has two kinds of marks, or is a short text with a title in its first row and a list. */
export function looksLikeMarkdown(text: string): boolean {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  return isTitledList(rows) || SIGNS.filter(([count, least]) => count(rows) >= least).length >= ENOUGH;
}

/** A title with a blank row or a step below it, and a list item: comments of programs come in blocks. */
function isTitledList(rows: readonly string[]): boolean {
  const first = rows.findIndex((row) => row.trim() !== '');
  if (!TITLE.test(rows[first] ?? '')) return false;
  const below = rows[first + 1] ?? '';
  return (below.trim() === '' || ITEM.test(below)) && rows.some((row) => ITEM.test(row));
}

/** `[text](address)`. */
function hasLink(row: string): boolean {
  let from = 0;
  for (let at = row.indexOf(']('); at !== -1; at = row.indexOf('](', from)) {
    const text = row.slice(Math.max(from, at - LINK_TEXT - 1), at);
    const isNamed = /\[[^\]]+$/.test(text.slice(Math.max(0, text.lastIndexOf('['))));
    if (isNamed && /^[#./\w-][^)]*\)/.test(row.slice(at + 2, at + LINK_ADDRESS))) return true;
    from = at + 2;
  }
  return false;
}

function isTableRule(row: string): boolean {
  if (!/^ {0,3}[|:-]/.test(row)) return false;
  const cells = row.trim().split('|');
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.length > 1 && cells.every((cell) => TABLE_RULE_CELL.test(cell.trim()));
}

/** Front matter: fields between two rows of dashes at the start of the file. */
function beginsWithFields(rows: readonly string[]): boolean {
  if (rows[0] !== '---') return false;
  let end = 1;
  while (end < rows.length && FIELD.test(rows[end]!)) end += 1;
  return end > 1 && rows[end] === '---';
}
