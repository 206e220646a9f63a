import type { ChildProcess } from 'node:child_process';
import { OUT_OF_MEMORY_SIGNAL, residentBytes } from '../processes/child-watchdog.js';
import { ParserProcess } from '../processes/parser-process.js';
import type { DrawingSource, DrawRequest, DrawResponse } from './drawing-protocol.js';

export interface DrawingLimits {
  /** Milliseconds. */
  timeout_ms: number;
  /** Bytes of resident memory of the process. */
  max_memory_bytes: number;
  /** Folder for the file, as in `ParserProcessOptions`. */
  folder?: string;
}

/** The page is damaged or needs too much time or memory; another attempt would fail too. `message` is for the log. */
export class NotDrawableError extends Error {}

/** The process could not start or was killed from outside; another attempt may succeed. */
export class DrawingEndedError extends Error {}

/** Loading takes a fraction of it, even on a busy machine. */
const START_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 100;

/** Signals that the process causes itself. Other signals come from outside. */
const CRASHES: readonly (NodeJS.Signals | null)[] = [
  OUT_OF_MEMORY_SIGNAL,
  'SIGABRT',
  'SIGSEGV',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
];

/** Draws pages, one at a time. The process ends if a page exceeds its limits. */
export class DrawingProcess {
  private readonly parser: ParserProcess;
  private readonly child: ChildProcess;
  private readonly ready: Promise<void>;
  private settle: ((act: (task: Task) => void) => void) | null = null;
  private hasEnded = false;

  constructor(private readonly limits: DrawingLimits) {
    this.parser = new ParserProcess({
      script: 'drawing-child.js',
      args: [String(limits.max_memory_bytes)],
      maxMemoryBytes: limits.max_memory_bytes,
      folder: limits.folder,
      // Drawings must be equal on every machine.
      env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
      stderr: 'ignore',
    });
    this.child = this.parser.child;
    this.child.on('message', (message: DrawResponse) => this.settle?.((task) => answer(task, message)));
    this.child.on('error', (error) => this.end(new DrawingEndedError(error.message)));
    this.child.on('exit', (code, signal) => this.end(deathOf(code, signal)));
    this.ready = this.task(
      START_TIMEOUT_MS,
      () => new DrawingEndedError('the drawing process did not start in time'),
      () => undefined,
    ).then(() => undefined);
    this.ready.catch(() => undefined);
    this.parser.holdParent(false);
  }

  get isOver(): boolean {
    return this.hasEnded;
  }

  /** Returns the encoded image. @throws NotDrawableError; DrawingEndedError if the process could not start or was killed from outside */
  async draw(request: DrawRequest): Promise<Uint8Array> {
    await this.ready;
    const source = await this.lend(request.source);
    const { timeout_ms: timeout } = this.limits;
    const image = await this.task(
      timeout,
      () => new NotDrawableError(`more than ${timeout} ms`),
      () => this.child.send({ ...request, source }, (error) => error && this.end(new DrawingEndedError(error.message))),
    );
    return image!;
  }

  kill(): void {
    this.end(new DrawingEndedError('the drawing process was ended'));
  }

  private async lend(source: DrawingSource): Promise<DrawingSource> {
    if (source.kind === 'text') return source;
    try {
      if (source.kind !== 'form') return { ...source, file: await this.parser.lend(source.file) };
      const pictures: string[] = [];
      for (const file of source.pictures) pictures.push(await this.parser.lend(file));
      return { ...source, pictures };
    } catch (error) {
      throw new DrawingEndedError(`the file cannot be passed to the process: ${String(error)}`);
    }
  }

  /** Runs one task in bounded time and memory; exceeding them ends the process. */
  private task(timeoutMs: number, late: () => Error, begin: () => void): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(new DrawingEndedError('the drawing process has ended'));
      this.parser.holdParent(true);
      const timer = setTimeout(() => this.end(late()), timeoutMs);
      const poll = setInterval(() => void this.watchMemory(), POLL_INTERVAL_MS);
      this.settle = (act) => {
        this.settle = null;
        clearTimeout(timer);
        clearInterval(poll);
        this.parser.holdParent(false);
        act({ resolve, reject });
      };
      begin();
    });
  }

  private async watchMemory(): Promise<void> {
    const resident = await residentBytes(this.child.pid);
    if (resident > this.limits.max_memory_bytes) this.end(new NotDrawableError(`memory ${resident}`));
  }

  private end(reason: Error): void {
    this.hasEnded = true;
    this.parser.kill();
    this.settle?.(({ reject }) => reject(reason));
  }
}

interface Task {
  resolve: (image: Uint8Array | null) => void;
  reject: (error: Error) => void;
}

function answer({ resolve, reject }: Task, message: DrawResponse): void {
  if (message.type === 'failed') reject(new NotDrawableError(message.detail));
  else resolve(message.type === 'drawn' ? message.image : null);
}

function deathOf(code: number | null, signal: NodeJS.Signals | null): Error {
  const detail = `the drawing process ended: ${signal ?? `code ${code}`}`;
  // Shells report an abort as 134.
  return CRASHES.includes(signal) || code === 134 ? new NotDrawableError(detail) : new DrawingEndedError(detail);
}
