import type { PageBlock } from '../document/document.types.js';

/** How a source names its tasks. A subject is a section of a manual without task numbers. */
export type TaskStyle = 'task' | 'card' | 'module' | 'subject';

export interface TaskStart {
  style: TaskStyle;
  number: string;
  /** Empty if the title is elsewhere. */
  title: string;
}

/** Task numbers of iSpec 2200: `32-41-11-400-801`, `32-41-11-400-801-A01`, `TASK 32-41-00-810-801`. */
const TASK = /^(TASK|Task)\s{1,4}([A-Z]{0,3}-?\d\d-\d\d-\d\d(?:-[A-Z0-9]{1,6}){1,4})(?![\w-])/;
/** Fault isolation tasks: `32-41 TASK 801`. */
const FAULT_TASK = /^(\d\d-\d\d(?:-\d\d)? TASK \d{3})(?![\w-])/;
const CARD = /^(?:TASK|JOB) CARD\s{1,4}(?:N(?:O|o)\.? )?([A-Z0-9][A-Z0-9./-]{1,39})(?![\w/-])/;
const MODULE = /^(DMC-[A-Z0-9-]{10,60}), issue /;
const SUBJECT = /^(\d\d-\d\d-\d\d)\s{1,4}(?=[A-Z])/;
/** Titles of page blocks with procedures (ATA 100). */
const PRACTICE =
  /(?:REMOVAL|INSTALLATION|SERVICING|ADJUSTMENT|INSPECTION|CLEANING|PAINTING|APPROVED REPAIRS|MAINTENANCE PRACTICES)/;
/** A page number after dots or at the end of a line: an entry of a table of contents. */
const CONTENTS_ENTRY = /\.{4}|(?:\s|\|)(?:p\.|page)\s?\d{1,4}\s*$/i;
const MAX_TITLE = 300;

/**
 * The task that begins with a block, or null. Text that only mentions a task begins none: a heading must start with the number, and
 * other text must consist of the label in capitals, the number and a title.
 */
export function taskStart({ kind, text, identifiers = [] }: PageBlock): TaskStart | null {
  if (text.length > MAX_TITLE || CONTENTS_ENTRY.test(text)) return null;
  const isHeading = kind === 'heading';
  if (!isHeading && kind !== 'paragraph') return null;
  const task = TASK.exec(text);
  if (task) {
    const title = titleAfter(text, task[0].length);
    return isHeading || (task[1] === 'TASK' && isTitle(title)) ? { style: 'task', number: task[2]!, title } : null;
  }
  const fault = FAULT_TASK.exec(text);
  if (fault) {
    const title = titleAfter(text, fault[0].length);
    return isHeading || isTitle(title) ? { style: 'task', number: fault[1]!, title } : null;
  }
  const module = isHeading ? null : MODULE.exec(text);
  if (module) return isProcedural(module[1]!) ? { style: 'module', number: module[1]!, title: '' } : null;
  if (!isHeading) return null;
  const card = CARD.exec(text);
  if (card && /\d/.test(card[1]!)) return { style: 'card', number: card[1]!, title: titleAfter(text, card[0].length) };
  const subject = SUBJECT.exec(text);
  if (subject && PRACTICE.test(text) && identifiers.length <= 1)
    return { style: 'subject', number: subject[1]!, title: text.slice(subject[0].length).trim() };
  return null;
}

/** Information codes (S1000D, chapter 8.4.1) of descriptions (0xx) and of parts data (94x) are those of no procedure. */
function isProcedural(code: string): boolean {
  const information = /-(\d{3})[A-Z]-[A-Z](?:-[A-Z0-9]{4})?$/.exec(code)?.[1];
  return information !== undefined && !information.startsWith('0') && !information.startsWith('94');
}

function titleAfter(text: string, offset: number): string {
  return text
    .slice(offset)
    .replace(/^[\s:.–—-]{1,10}/, '')
    .trim();
}

/** No sentence: it would mention the task. */
function isTitle(title: string): boolean {
  return !/[a-z]\.(?:\s|$)/.test(title) && !/^(?:is|are|was|for|of|and|or|to|in|at|on|has|must|can)\s/i.test(title);
}
