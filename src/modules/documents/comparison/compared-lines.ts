import { cutText } from '../../../common/cut-text.js';
import type { PageLine } from './comparison.repository.js';
import { diffLines, type LineChange } from './line-diff.js';

/** Lines shown on either side of a change, for the reader to find the place. */
const CONTEXT_LINES = 2;
/** Lines shown of a page, and characters of a line. */
const MAX_LINES = 200;
const MAX_CHARACTERS = 2_000;

/** A line with its place: of a removed one on the page before, of all others on the page after. */
export interface ComparedLine extends PageLine {
  op: LineChange['op'];
}

export interface ComparedLines {
  lines: ComparedLine[];
  /** Whether lines, or ends of lines, were left out for their length. */
  truncated: boolean;
}

/** The lines that changed from one page to another, with those around them. White space alone is no change. */
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
