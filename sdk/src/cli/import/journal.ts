import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { StopError, UsageError } from '../exit.js';
import type { Candidate, SettledFile } from './outcome.js';

const NAME = '.amk-import.jsonl';

/** A batch whose end the journal does not have. */
export interface OpenBatch {
  id: string;
  files: Candidate[];
  /** Null if the response of the service is not known. */
  importId: string | null;
  /** Whether the outcomes of its files are known, and only their reading is not. */
  isFiled: boolean;
}

/** Lines of the journal, in the order in which they are written. */
type Line =
  | { type: 'target'; target: string }
  | { type: 'sent'; batch: string; files: Candidate[] }
  | { type: 'accepted'; batch: string; import_id: string }
  | { type: 'file'; file: SettledFile }
  | { type: 'filed'; batch: string }
  | { type: 'ended'; batch: string };

/** In the folder, or for a folder that cannot be written in the user's state folder. */
export function journalPath(root: string): string {
  const inside = path.join(root, NAME);
  try {
    accessSync(existsSync(inside) ? inside : root, constants.W_OK);
    return inside;
  } catch {
    const state = process.env.XDG_STATE_HOME ?? path.join(os.homedir(), '.local/state');
    return path.join(state, 'amk', `${createHash('sha256').update(root).digest('hex').slice(0, 16)}.jsonl`);
  }
}

/** What became of the files of a folder at one target: JSON lines that are only appended. A line that a crash cut off is ignored. */
export class Journal {
  readonly files = new Map<string, SettledFile>();
  readonly batches = new Map<string, OpenBatch>();

  private constructor(
    private readonly file: string,
    /** Null for one that is only read. */
    private readonly handle: number | null,
  ) {}

  /** Without a lock, and without creating it: for a dry run. */
  static async read(file: string, target: string): Promise<Journal> {
    const journal = new Journal(file, null);
    if (existsSync(file)) await journal.load(target);
    return journal;
  }

  /**
   * @param target service and organization; lines of others are kept and ignored
   * @throws UsageError, StopError if another command uses it
   */
  static async open(file: string, target: string): Promise<Journal> {
    let handle: number;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      takeLock(lockOf(file));
      handle = openSync(file, 'a+', 0o600);
    } catch (error) {
      if (error instanceof StopError) throw error;
      throw new UsageError(`The journal cannot be written: ${(error as Error).message}. Name another with --journal`);
    }
    const journal = new Journal(file, handle);
    await journal.load(target);
    endTornLine(handle);
    journal.append({ type: 'target', target });
    return journal;
  }

  sent(batch: string, files: Candidate[]): void {
    this.write({ type: 'sent', batch, files });
  }

  accepted(batch: string, importId: string): void {
    this.write({ type: 'accepted', batch, import_id: importId });
  }

  settled(file: SettledFile): void {
    this.append({ type: 'file', file });
  }

  /** The outcomes of its files are known. */
  filed(batch: string): void {
    this.write({ type: 'filed', batch });
  }

  /** Its documents are read, or it came to nothing. */
  ended(batch: string): void {
    this.write({ type: 'ended', batch });
  }

  close(): void {
    if (this.handle === null) return;
    closeSync(this.handle);
    rmSync(lockOf(this.file), { force: true });
  }

  /** Kept also by a machine that loses power. */
  private write(line: Line): void {
    this.append(line);
    if (this.handle !== null) fsyncSync(this.handle);
  }

  private append(line: Line): void {
    this.apply(line);
    if (this.handle !== null) writeSync(this.handle, `${JSON.stringify(line)}\n`);
  }

  private async load(target: string): Promise<void> {
    let isOurs = false;
    for await (const text of createInterface({ input: createReadStream(this.file), crlfDelay: Infinity })) {
      const line = parsed(text);
      if (line?.type === 'target') isOurs = line.target === target;
      else if (line && isOurs) this.apply(line);
    }
  }

  private apply(line: Line): void {
    if (line.type === 'file') this.files.set(line.file.path, line.file);
    if (line.type === 'sent')
      this.batches.set(line.batch, { id: line.batch, files: line.files, importId: null, isFiled: false });
    if (line.type === 'ended') this.batches.delete(line.batch);
    const batch = 'batch' in line ? this.batches.get(line.batch) : undefined;
    if (batch && line.type === 'accepted') batch.importId = line.import_id;
    if (batch && line.type === 'filed') batch.isFiled = true;
  }
}

function endTornLine(handle: number): void {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last.toString() !== '\n') writeSync(handle, '\n');
}

/** Path of the file that exists while a command uses the journal. */
export function lockOf(file: string): string {
  return `${file}.lock`;
}

function parsed(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line | null;
    return typeof line?.type === 'string' ? line : null;
  } catch {
    return null;
  }
}

/** @throws StopError if a command that runs holds it, or one on another machine */
function takeLock(lock: string): void {
  const mine = JSON.stringify({ pid: process.pid, host: os.hostname() });
  for (let attempt = 0; ; attempt += 1) {
    try {
      return writeFileSync(lock, mine, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(lock);
    if (holder && (holder.host !== os.hostname() || isRunning(holder.pid) || attempt > 0)) {
      const who = `process ${holder.pid} on ${holder.host}`;
      throw new StopError(`Another import of this folder runs (${who}). If it does not, delete ${lock}`);
    }
    rmSync(lock, { force: true });
  }
}

function holderOf(lock: string): { pid: number; host: string } | null {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; host: string };
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
