const ATA = /(?<![\w.-])(\d\d-\d\d(?:-\d\d)?)(?![\w]|\.\d)/;
const TASK = /^(?:TASK|Task)\s+(?:CARD\s+)?([A-Z]{0,3}-?\d\d-\d\d-\d\d(?:-[A-Z0-9]{1,6}){1,4})/;
const CHAPTER = /^(?:ATA|CHAPTER|Chapter|ATA CHAPTER|ATA Chapter)\s*[-:]?\s*(\d\d)(?:-(\d\d))?(?:-(\d\d))?(?![\d-])/;

/** Words of running headers that make a number a date. */
const DATE_CELL = /date|rev|issue|print|\b(?:19|20)\d\d\b|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

/** The task number at the start of a line: `TASK 32-11-00-400-801`. */
export function taskOf(line: string): string | null {
  return TASK.exec(line)?.[1] ?? null;
}

/** Chapter, section and subject: the first three pairs of digits of a task number. */
export function ataOfTask(task: string): string | null {
  return /(?:^|-)(\d\d-\d\d-\d\d)/.exec(task)?.[1] ?? null;
}

/** The ATA number (iSpec 2200) of a heading: `32-11-00 MAIN LANDING GEAR`, `CHAPTER 32`. Later numbers in a title are references. */
export function ataOfHeading(text: string): string | null {
  const task = taskOf(text);
  if (task) return ataOfTask(task);
  const chapter = CHAPTER.exec(text);
  if (chapter) return chapter.slice(1).filter(Boolean).join('-');
  const subject = /^(?:SUBJECT|Subject|SECTION|Section)?\s*(\d\d-\d\d-\d\d)(?![\w]|\.\d)/.exec(text);
  return subject?.[1] ?? null;
}

/** The subject that running headers and footers name. Dates are excluded. */
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

/** Whether an ATA number equals another or lies within its section. */
export function isWithin(ata: string, wider: string): boolean {
  const section = wider.replace(/(?:-00)+$/, '');
  return ata === wider || ata.startsWith(`${section}-`) || ata === section;
}
