import type { WriteStream } from 'node:tty';
import type { ImportEvent, Progress, Report } from './events.js';
import { printableLine, toJson } from '../terminal.js';
import type { Failure } from './outcome.js';

/** Between two lines of progress where they cannot be redrawn. Milliseconds. */
const PROGRESS_EVERY_MS = 10_000;
const BAR = 10;

/** Lines for people, with a bar on a terminal, or JSON lines. */
export function reporterFor(output: WriteStream, isJson: boolean, isDryRun: boolean): Report {
  if (isJson) return (event) => void output.write(`${toJson(event)}\n`);
  return output.isTTY ? terminalReport(output, isDryRun) : plainReport(output, isDryRun);
}

function plainReport(output: WriteStream, isDryRun: boolean): Report {
  let [last, shown] = ['', performance.now()];
  return (event) => {
    if (event.event === 'progress') {
      const text = progressText(event);
      if (text === last || performance.now() - shown < PROGRESS_EVERY_MS) return;
      [last, shown] = [text, performance.now()];
      output.write(`${text}\n`);
    } else for (const line of linesOf(event, isDryRun)) output.write(`${line}\n`);
  };
}

function terminalReport(output: WriteStream, isDryRun: boolean): Report {
  let bar = '';
  return (event) => {
    if (event.event === 'progress') bar = `${barOf(event)} ${progressText(event)}`;
    if (event.event === 'ended') bar = '';
    const lines = event.event === 'progress' ? [] : linesOf(event, isDryRun);
    output.write(`\r\x1b[K${lines.map((line) => `${line}\n`).join('')}${bar.slice(0, output.columns - 1)}`);
  };
}

function barOf({ files, files_done }: Progress): string {
  const full = files === 0 ? 0 : Math.floor((BAR * files_done) / files);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}]`;
}

function progressText({ files, files_done, files_failed, pages, pages_per_second, seconds_left }: Progress): string {
  const parts = [`${count(files_done)} of ${count(files)} files`];
  if (files_failed > 0) parts.push(`${count(files_failed)} failed`);
  if (pages > 0) parts.push(`${count(pages)} pages`, `${pages_per_second.toFixed(1)} pages/s`);
  if (seconds_left !== null) parts.push(`${duration(seconds_left)} left`);
  return parts.join(', ');
}

/** What a person reads. */
function linesOf(event: ImportEvent, isDryRun: boolean): string[] {
  return textsOf(event, isDryRun).map(printableLine);
}

function textsOf(event: ImportEvent, isDryRun: boolean): string[] {
  switch (event.event) {
    case 'found': {
      const left = [
        event.hidden > 0 && `${event.hidden} hidden or system files`,
        event.links > 0 && `${event.links} links`,
        event.special > 0 && `${event.special} special files`,
      ].filter(Boolean);
      const omitted = left.length > 0 ? ` Left out: ${left.join(', ')}.` : '';
      return [`Found ${count(event.files)} files (${bytes(event.bytes)}), ${count(event.to_send)} to send.${omitted}`];
    }
    case 'sending':
      return [`Sending ${count(event.files)} files (${bytes(event.bytes)})`];
    case 'sent':
      return [`Sent as ${event.import_id}`];
    case 'resumed':
      return [`Resuming ${event.import_id} (${count(event.files)} files)`];
    case 'file':
      return isDryRun ? [`${(event.code ?? event.state).padEnd(10)} ${reasoned(event)}`] : [];
    case 'filed':
      return [`Filed ${event.import_id}: ${listed(event.counts)}`];
    case 'divided':
      return [`The service refused ${count(event.files)} files at once (${event.code}). Sending them in two parts`];
    case 'waiting':
      return [`Waiting ${duration(event.seconds)}: ${event.reason}`];
    case 'watching':
      return [
        `Watching ${event.folder} every ${event.seconds} s. Files deleted there stay in the service. Ctrl-C ends.`,
      ];
    case 'folder_gone':
    case 'folder_back':
    case 'problem':
      return [event.message];
    case 'ended':
      return endOf(event);
    case 'progress':
      return [];
  }
}

function reasoned({ path, message }: { path: string; message?: string }): string {
  return message === undefined ? path : `${path}: ${message}`;
}

function endOf({ summary, failures, failures_file, dry_run }: ImportEvent & { event: 'ended' }): string[] {
  const { files, known, seconds, ...states } = summary;
  const before = known > 0 ? `, ${count(known)} already in` : '';
  const lines = [
    `${dry_run ? 'Dry run of' : 'Imported'} ${count(files)} files in ${duration(seconds)}: ${listed(states)}${before}`,
  ];
  for (const [code, some] of byCode(failures))
    lines.push(`  ${code}: ${count(some.length)}, such as ${reasoned(some[0]!)}`);
  if (failures_file !== null) lines.push(`Files that failed, and why: ${failures_file}`);
  if (dry_run) lines.push('Nothing was changed');
  return lines;
}

function byCode(failures: readonly Failure[]): Map<string, Failure[]> {
  const groups = new Map<string, Failure[]>();
  for (const failure of failures) {
    const group = groups.get(failure.code);
    if (group) group.push(failure);
    else groups.set(failure.code, [failure]);
  }
  return new Map([...groups].sort(([, a], [, b]) => b.length - a.length));
}

function listed(counts: Record<string, number>): string {
  const some = Object.entries(counts).filter(([, number]) => number > 0);
  return some.map(([name, number]) => `${count(number)} ${name}`).join(', ') || 'nothing';
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

export function bytes(number: number): string {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(1, number)) / 10));
  return power === 0 ? `${number} bytes` : `${(number / 1024 ** power).toFixed(1)} ${['', 'KiB', 'MiB', 'GiB'][power]}`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
