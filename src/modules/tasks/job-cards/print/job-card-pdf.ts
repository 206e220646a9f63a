import { setImmediate } from 'node:timers/promises';
import type { TaskPart } from '@amks/reader/tasks/task.types.js';
import type { PageMarks } from '../../../documents/discrepancies/open-discrepancies.service.js';
import {
  warningMarks,
  type TemporaryRevisionMark,
} from '../../../documents/temporary-revisions/dto/temporary-revision-mark.js';
import type { RevisionTask } from '../../task.entity.js';
import type { CardPage, CardTaskRow, FoundJobCard } from '../job-card.repository.js';
import { changeOf, statusOf, statusOfCard } from '../validity.js';
import { INNER, MARGIN, PAGE, Sheets } from './sheet.js';

/** What a card is printed from. */
export interface PrintedCard {
  card: FoundJobCard;
  /** In the order of the card. */
  tasks: readonly RevisionTask[];
  marksOn: (page: CardPage) => PageMarks;
  /** Of the card in the console. */
  address: string;
  printedAt: Date;
  /** Nobody can work by a card of a sandbox. */
  isSandbox: boolean;
}

const BOXES = 84;
const STEP_WIDTH = INNER - BOXES;
/** Parts that are set before other work gets a turn. */
const PARTS_AT_ONCE = 25;
const NOTICES = {
  warning: { color: '0.75 0 0', lineWidth: 2.2, bold: true },
  caution: { color: '0.85 0.45 0', lineWidth: 1.8, bold: true },
  note: { color: '0.2 0.2 0.2', lineWidth: 0.7, bold: false },
} as const;
const isNotice = (kind: string): kind is keyof typeof NOTICES => kind in NOTICES;

/** The card on A4. Each task begins on a sheet. */
export async function jobCardPdf(printed: PrintedCard): Promise<Buffer> {
  const { card, tasks } = printed;
  const sheets = new Sheets(`Job card ${card.id}`, printed.printedAt);
  const taskOfPage: number[] = [];
  for (const [index, row] of card.tasks.entries()) {
    sheets.newPage();
    await setTask(sheets, printed, row, tasks[index]!);
    while (taskOfPage.length < sheets.pageCount) taskOfPage.push(index);
  }
  for (const [page, index] of taskOfPage.entries()) {
    sheets.pdf.switchToPage(page);
    frame(sheets, printed, card.tasks[index]!, { page: page + 1, pages: taskOfPage.length });
    await setImmediate();
  }
  return sheets.finished();
}

async function setTask(sheets: Sheets, printed: PrintedCard, row: CardTaskRow, task: RevisionTask): Promise<void> {
  head(sheets, printed.card, row);
  warnOfMarks(sheets, printed, row);
  const exceptions = new Map(row.exceptions.map((one) => [one.part, one]));
  let leftOut: string | null = null;
  for (const [index, part] of task.parts.entries()) {
    for (const one of task.inherited) if (one.part === index) notice(sheets, one.kind, one.text);
    const exception = exceptions.get(index);
    if (exception?.verdict === 'not_applicable' && !isNotice(part.kind)) {
      const statement = exception.statements.join('; ');
      // Sub-steps of the same statement are named with it.
      if (leftOut !== statement || part.kind === 'step') nameLeftOut(sheets, part, statement);
      leftOut = statement;
    } else {
      leftOut = null;
      if (exception?.verdict === 'unknown') {
        const statement = exception.statements.join('; ');
        sheets.text(`Applicability could not be determined: ${statement}`, {
          size: 8,
          bold: true,
          indent: indentOf(part),
        });
      }
      setPart(sheets, part);
    }
    if (index % PARTS_AT_ONCE === 0) await setImmediate();
  }
  signOff(sheets, row);
}

function head(sheets: Sheets, card: FoundJobCard, row: CardTaskRow): void {
  const { aircraft } = card;
  sheets.text(`${row.number}  ${row.title}`, { size: 13, bold: true });
  sheets.space(3);
  const msn = aircraft.serial_number === null ? '' : `, MSN ${aircraft.serial_number}`;
  const facts = [
    `Aircraft: ${aircraft.registration} (${aircraft.aircraft_type}${msn})`,
    ...(card.work_order === null ? [] : [`Work order: ${card.work_order}`]),
    ...(card.title === null ? [] : [`Card: ${card.title}`]),
    `Source: ${row.document_title}, pages ${row.first_page} to ${row.last_page}`,
  ];
  for (const fact of facts) sheets.text(fact, { size: 9 });
  if (row.applicability.verdict === 'unknown') {
    const statements = row.applicability.statements.join('; ');
    const reason = statements === '' ? 'the manual states no effectivity' : statements;
    sheets.framed('Applicability could not be determined', reason, { color: '0 0 0', lineWidth: 1, bold: false });
  }
  sheets.space(6);
}

function warnOfMarks(sheets: Sheets, { marksOn }: PrintedCard, row: CardTaskRow): void {
  for (let page = row.first_page; page <= row.last_page; page += 1) {
    const { discrepancies, temporary_revisions: marks } = marksOn({ revision_id: row.revision_id, page_number: page });
    const inserts = marks.filter(({ role, action }) => role === 'beneath' && action === 'insert');
    for (const mark of [...warningMarks(marks), ...inserts])
      sheets.framed(`TEMPORARY REVISION ${mark.number}, page ${page}`, effectOf(mark), NOTICES.warning);
    for (const one of discrepancies) {
      const label = `OPEN DISCREPANCY REPORT, page ${page}, ${one.severity} (${one.id})`;
      const instruction = one.interim_instruction === null ? [] : [`Interim instruction: ${one.interim_instruction}`];
      const text = [`“${one.quote}”`, one.description, ...instruction].join('\n');
      sheets.framed(label, text, { color: '0.5 0 0.5', lineWidth: 1.8, bold: false });
    }
  }
}

function effectOf({ role, action, status }: TemporaryRevisionMark): string {
  if (role === 'overlay') return `The page belongs to it, and it is ${status}. Do not work by the page.`;
  if (action === null) return 'Issued against an earlier revision. Check whether it changes the page.';
  if (action === 'insert') return 'It inserts pages after this page. Do not work without them.';
  return `It ${role === 'unplaced' ? 'may change' : action === 'cancel' ? 'cancels' : 'replaces'} the page. Do not work by the page.`;
}

function notice(sheets: Sheets, kind: keyof typeof NOTICES, text: string): void {
  sheets.framed('', text, NOTICES[kind]);
}

function setPart(sheets: Sheets, part: TaskPart): void {
  const { kind, text } = part;
  if (isNotice(kind)) return notice(sheets, kind, text);
  const indent = indentOf(part);
  const boxed = (part.quantities ?? [])
    .filter((one) => one.kind === 'torque')
    .map(({ start, end }) => ({ start: start - part.start, end: end - part.start }));
  if (kind === 'heading' || kind === 'title') {
    sheets.space(kind === 'heading' ? 6 : 0);
    sheets.text(text, { size: kind === 'heading' ? 10.5 : 9.5, bold: true, boxed });
    sheets.space(2);
  } else if (kind === 'step') {
    sheets.keep(22);
    const before = sheets.top;
    sheets.text(text, { indent, width: STEP_WIDTH - indent, boxed }, (y) => {
      sheets.signature('Mech', MARGIN + STEP_WIDTH + 8, y - 1);
      sheets.signature('Insp', MARGIN + STEP_WIDTH + 48, y - 1);
    });
    // The boxes are higher than one line.
    if (sheets.top > before && sheets.top - before < 19) sheets.space(19 - (sheets.top - before));
    sheets.space(3);
  } else {
    sheets.text(text, { indent, width: STEP_WIDTH - indent, boxed });
    sheets.space(3);
  }
}

function indentOf({ level = 1 }: Pick<TaskPart, 'level'>): number {
  return 14 * Math.min(level - 1, 6);
}

function nameLeftOut(sheets: Sheets, part: TaskPart, statement: string): void {
  const name = part.kind === 'step' ? `Step ${part.label}` : 'Text';
  sheets.text(`${name} applies to ${statement}: not printed`, { size: 8, indent: indentOf(part) });
  sheets.space(3);
}

function signOff(sheets: Sheets, row: CardTaskRow): void {
  sheets.space(10);
  sheets.keep(30);
  const y = sheets.top;
  sheets.rule(y - 4);
  sheets.signature('Mech', MARGIN + STEP_WIDTH + 8, y);
  sheets.signature('Insp', MARGIN + STEP_WIDTH + 48, y);
  sheets.text(`End of task ${row.number}`, { bold: true, size: 9 });
}

/** What is on each sheet. */
function frame(
  sheets: Sheets,
  { card, address, printedAt, isSandbox }: PrintedCard,
  row: CardTaskRow,
  { page, pages }: { page: number; pages: number },
): void {
  const day = printedAt.toISOString().slice(0, 10);
  const status = statusOf(row);
  const left = MARGIN;
  sheets.label(row.document_number ?? row.document_title.slice(0, 60), left, 34, 11, true);
  sheets.label(`Revision ${row.version}   SHA-256 ${row.file_sha256.slice(0, 16)}   task ${row.content_sha256.slice(0, 16)}`, left, 50, 8); // prettier-ignore
  sheets.label(`Task ${row.number}   ${card.aircraft.registration}${card.work_order === null ? '' : `   ${card.work_order}`}`, left, 62, 8); // prettier-ignore
  sheets.label(`Valid on the day of printing: ${day}. Scan the code to see whether it still is.`, left, 74, 8, true);
  if (status !== 'valid') sheets.label(sentenceOf(row), left, 86, 8, true);
  else if (card.aircraft_changed) sheets.label('DO NOT WORK BY IT: the register has other data of the aircraft now. Make another card.', left, 86, 8, true); // prettier-ignore
  sheets.rule(98);
  sheets.code(`${address}?sheet=${page}`);
  sheets.rule(PAGE[1] - 44);
  sheets.label(`Job card ${card.id}`, left, PAGE[1] - 38, 8);
  sheets.label(`Page ${page} of ${pages}`, PAGE[0] - MARGIN - 70, PAGE[1] - 38, 8);
  const whole = statusOfCard(card);
  if (whole !== 'valid') sheets.stamp(whole.replace('_', ' ').toUpperCase());
  else if (isSandbox) sheets.stamp('SANDBOX');
}

function sentenceOf(row: CardTaskRow): string {
  const status = statusOf(row);
  if (status === 'withdrawn') return 'DO NOT WORK BY IT: the revision was withdrawn.';
  if (status === 'temporary_revision')
    return `DO NOT WORK BY IT: see ${row.temporary_revisions.join(', ').slice(0, 60)}.`;
  const told = changeOf(row) === 'unchanged' ? ', with the same text of the task' : '';
  return `DO NOT WORK BY IT: superseded by revision ${row.current_version}${told}.`;
}
