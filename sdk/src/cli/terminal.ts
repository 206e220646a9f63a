import type { WriteStream } from 'node:tty';

/** Control characters, and those that change the direction of text. They would act on a terminal. */
const ACTING = '\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069';
const IN_LINES = new RegExp(`[${ACTING}]`, 'g');
const IN_LINE = new RegExp(`[${ACTING}\\t\\n]`, 'g');

/** Text of the service or of a document, possibly of several lines. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(IN_LINES, '\ufffd');
}

export function printableLine(text: string): string {
  return text.replace(IN_LINE, '\ufffd');
}

/** JSON that does not act on a terminal either: JSON itself escapes only the first 32 characters. */
export function toJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return text.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Style = keyof typeof CODES;

/** Whether a stream shows colors: on a terminal, unless NO_COLOR or FORCE_COLOR say otherwise. */
export function hasColors({ isTTY }: Pick<WriteStream, 'isTTY'>, env: NodeJS.ProcessEnv = process.env): boolean {
  const { NO_COLOR = '', FORCE_COLOR, TERM } = env;
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY && TERM !== 'dumb';
}

/** Of {@link Terminal.style} and {@link Terminal.link}. */
const SEQUENCE = /(\x1b\[\d+m|\x1b\]8;;[^\x1b]*\x1b\\)/;

/**
 * What a command writes: results to the standard output, notes to the standard error. Texts of the service are made
 * printable here: only the sequences that this class made reach the terminal.
 */
export class Terminal {
  private readonly colors: boolean;
  /** Whether a line that can be redrawn is shown. */
  private isDrawn = false;
  private readonly made = new Set<string>();

  constructor(
    readonly isJson: boolean,
    private readonly output: WriteStream = process.stdout,
    private readonly notes: WriteStream = process.stderr,
  ) {
    this.colors = !isJson && hasColors(output);
  }

  get showsProgress(): boolean {
    return !this.isJson && this.notes.isTTY;
  }

  write(text: string): void {
    this.output.write(printable(text));
  }

  line(text = ''): void {
    this.output.write(`${this.safe(text, printableLine)}\n`);
  }

  /** A text that can have several lines. */
  lines(text: string): void {
    this.output.write(`${this.safe(text, printable)}\n`);
  }

  /** The one document of a command with `--json`. */
  document(value: unknown): void {
    this.output.write(`${toJson(value, this.output.isTTY ? 2 : undefined)}\n`);
  }

  /** One of several lines with `--json`. */
  jsonLine(value: unknown): void {
    this.output.write(`${toJson(value)}\n`);
  }

  note(text: string): void {
    this.notes.write(`${this.isDrawn ? '\r\x1b[K' : ''}${printable(text)}\n`);
    this.isDrawn = false;
  }

  /** Redraws the line of progress; an empty text removes it. Does nothing where the notes are no terminal. */
  progress(text: string): void {
    if (!this.showsProgress || (text === '' && !this.isDrawn)) return;
    this.notes.write(`\r\x1b[K${printableLine(text).slice(0, this.notes.columns - 1)}`);
    this.isDrawn = text !== '';
  }

  style(style: Style, text: string): string {
    return this.colors ? `${this.sequence(`\x1b[${CODES[style]}m`)}${text}${this.sequence('\x1b[0m')}` : text;
  }

  /** A hyperlink (OSC 8), on a terminal only. */
  link(text: string, url: string): string {
    if (!this.output.isTTY || this.isJson || process.env.TERM === 'dumb') return text;
    const start = this.sequence(`\x1b]8;;${new URL(url).href}\x1b\\`);
    return `${start}${text}${this.sequence('\x1b]8;;\x1b\\')}`;
  }

  private sequence(text: string): string {
    this.made.add(text);
    return text;
  }

  private safe(text: string, filter: (text: string) => string): string {
    const parts = text.split(SEQUENCE);
    return parts.map((part) => (this.made.has(part) ? part : filter(part))).join('');
  }
}

/** Columns of equal width. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
