const ATA = /(?<![\w.-])(\d\d-\d\d(?:-\d\d)?)(?![\w]|\.\d)/;
const TASK = /^(?:TASK|Task)\s+(?:CARD\s+)?([A-Z]{0,3}-?\d\d-\d\d-\d\d(?:-[A-Z0-9]{1,6}){1,4})/;
const CHAPTER = /^(?:ATA|CHAPTER|Chapter|ATA CHAPTER|ATA Chapter)\s*[-:]?\s*(\d\d)(?:-(\d\d))?(?:-(\d\d))?(?![\d-])/;

/** What a running header says beside the number of its subject. */
const DATE_CELL = /date|rev|issue|print|\b(?:19|20)\d\d\b|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

/** The number of the task that begins with this line: `TASK 32-11-00-400-801`. */
export function taskOf(line: string): string | null {
  return TASK.exec(line)?.[1] ?? null;
}

/** Chapter, section and subject of a task or S1000D-like number: its first three pairs of digits. */
export function ataOfTask(task: string): string | null {
  return /(?:^|-)(\d\d-\d\d-\d\d)/.exec(task)?.[1] ?? null;
}

/**
 * Under which chapter, section and subject (ATA iSpec 2200) a heading files what follows it: `32-11-00 MAIN LANDING
 * GEAR`, `CHAPTER 32`, `ATA 32-11`. Numbers further on in a title are references.
 */
export function ataOfHeading(text: string): string | null {
  const task = taskOf(text);
  if (task) return ataOfTask(task);
  const chapter = CHAPTER.exec(text);
  if (chapter) return chapter.slice(1).filter(Boolean).join('-');
  const subject = /^(?:SUBJECT|Subject|SECTION|Section)?\s*(\d\d-\d\d-\d\d)(?![\w]|\.\d)/.exec(text);
  return subject?.[1] ?? null;
}

/** The subject that a running header or footer names, a cell or a row each. Dates look alike and are left out. */
export function ataOfRunning(lines: readonly string[]): string | null {
  const cells = lines.flatMap((line) => line.split(' | '));
  let best: string | null = null;
  for (const cell of cells) {
    const found = DATE_CELL.test(cell) ? undefined : ATA.exec(cell)?.[1];
    if (found && found.length === 8) return found;
    best ??= CHAPTER.exec(cell)?.slice(1).filter(Boolean).join('-') ?? null;
  }
  return best;
}

/** Whether one number is the other or lies within its section. */
export function isWithin(ata: string, wider: string): boolean {
  const section = wider.replace(/(?:-00)+$/, '');
  return ata === wider || ata.startsWith(`${section}-`) || ata === section;
}
