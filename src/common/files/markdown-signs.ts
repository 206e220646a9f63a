/** Kinds of marks that only Markdown has all of. Headings need a blank line before them: shell comments come in blocks. */
const SIGNS: readonly (readonly [RegExp, number])[] = [
  [/(?:^|\n[ \t]*\n)#{1,6}[ \t]+[^\s#]/g, 2],
  [/^ {0,3}(?:`{3,}|~{3,})[\w+-]*[ \t]*$/gm, 2],
  [/\[[^\]\n]{1,200}\]\((?:https?:\/\/|[#./\w-])[^)\n]{0,500}\)/g, 1],
  [/(?<![*\w])\*\*[^\s*][^*\n]{0,200}(?<!\s)\*\*(?![*\w])/g, 2],
  [/^ {0,3}\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)+\|?[ \t]*$/gm, 1],
  [/^---\r?\n(?:[\w-]+:.*\r?\n)+---\r?\n/g, 1],
];

/** How many kinds of marks make Markdown: a manual in plain text may have one of them by chance. */
const ENOUGH = 2;

/** Whether plain text is Markdown (CommonMark, GFM tables), by at least two kinds of its marks. In doubt it is not. */
export function looksLikeMarkdown(text: string): boolean {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const found = SIGNS.filter(([pattern, least]) => (plain.match(pattern) ?? []).length >= least);
  return found.length >= ENOUGH;
}
