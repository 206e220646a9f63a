type Range = [start: number, end: number];

/** Longer lines are shown as changed in whole: the table of their words would be large. */
const MAX_WORDS = 400;

/** The words that differ, as ranges of each text. */
export function differingWords(before: string, after: string): { before: Range[]; after: Range[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) return { before: [], after: [] };
  const isCommon = commonWords(a, b);
  return { before: rangesOf(a, isCommon.a), after: rangesOf(b, isCommon.b) };
}

interface Word {
  text: string;
  start: number;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+(?:[.,][\p{N}]+)*|[^\s\p{L}\p{N}]/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
  }));

/** Those of a longest common subsequence, by place. */
function commonWords(a: readonly Word[], b: readonly Word[]): { a: Set<number>; b: Set<number> } {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const isSame = a[i]!.text === b[j]!.text;
      lengths[i * width + j] = isSame ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const common = { a: new Set<number>(), b: new Set<number>() };
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i]!.text === b[j]!.text) {
      common.a.add(i++);
      common.b.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return common;
}

/** Neighbors become one range. */
function rangesOf(words: readonly Word[], common: ReadonlySet<number>): Range[] {
  const ranges: Range[] = [];
  words.forEach(({ text, start }, index) => {
    if (common.has(index)) return;
    const last = ranges.at(-1);
    if (last && index > 0 && !common.has(index - 1)) last[1] = start + text.length;
    else ranges.push([start, start + text.length]);
  });
  return ranges;
}
