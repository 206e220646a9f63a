import { cutText } from '@amks/language/text/cut-text.js';
import type { PageLine } from './comparison.repository.js';
import { diffLines, type LineChange } from './line-diff.js';

const CONTEXT_LINES = 2;
/** Maximum lines of a page, and characters of a line. */
const MAX_LINES = 200;
const MAX_CHARACTERS = 2_000;

/** `start` and `end` refer to the old page for a removed line, to the new page for all others. */
export interface ComparedLine extends PageLine {
  op: LineChange['op'];
}

export interface ComparedLines {
  lines: ComparedLine[];
  /** True if lines, or the ends of lines, were left out for their length. */
  truncated: boolean;
}

/** White space is ignored. */
export function comparedLines(before: readonly PageLine[], after: readonly PageLine[]): ComparedLines {
  const changes = diffLines(before.map(contentOf), after.map(contentOf));
  const shown = changes.filter((_, index) => isNearChange(changes, index));
  let isCut = false;
  const lines = shown.slice(0, MAX_LINES).map(({ op, from, to }): ComparedLine => {
    const { text, start, end } = op === 'removed' ? before[from]! : after[to]!;
    isCut ||= text.length > MAX_CHARACTERS;
    return { op, text: cutText(text, MAX_CHARACTERS), start, end };
  });
  return { lines, truncated: shown.length > lines.length || isCut };
}

function contentOf({ text }: PageLine): string {
  return text.replace(/\s+/gu, ' ');
}

function isNearChange(changes: readonly LineChange[], index: number): boolean {
  const first = Math.max(0, index - CONTEXT_LINES);
  return changes.slice(first, index + CONTEXT_LINES + 1).some(({ op }) => op !== 'context');
}
