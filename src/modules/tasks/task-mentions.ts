import type { TaskPart } from '@amks/reader/tasks/task.types.js';

/** A task that the text of another one names. Offsets are into the text of the page. */
export interface TaskMention {
  number: string;
  /** Verbatim. */
  text: string;
  /** Index of the part. */
  part: number;
  page_number: number;
  start: number;
  end: number;
}

const NUMBER =
  /(?<![\w-])(?:(?:TASK|Task)\s)?((?:[A-Z]{1,3}-)?\d\d-\d\d-\d\d-\d{3}-[A-Z0-9]{3,6}(?:-[A-Z0-9]{1,6})?|DMC-[A-Z0-9-]{10,60})(?![\w-])/g;
const MAX_MENTIONS = 500;

/** Mentions of tasks in the parts of a task, each number once a part. */
export function mentionsIn(parts: readonly TaskPart[]): TaskMention[] {
  const found: TaskMention[] = [];
  for (const [part, { text, page_number, start }] of parts.entries()) {
    if (part === 0) continue;
    const seen = new Set<string>();
    for (const match of text.matchAll(NUMBER)) {
      const number = match[1]!;
      if (seen.has(number)) continue;
      seen.add(number);
      const at = start + match.index;
      found.push({ number, text: match[0], part, page_number, start: at, end: at + match[0].length });
      if (found.length >= MAX_MENTIONS) return found;
    }
  }
  return found;
}
