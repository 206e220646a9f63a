import { fork, type ChildProcess } from 'node:child_process';
import { compiledFile } from '../../../common/project-root.js';
import { OUT_OF_MEMORY_SIGNAL, residentBytes } from '../child-watchdog.js';
import type { ExtractionState, FromChild, PageMessage, StartMessage } from './child-protocol.js';
import { ExtractionError, type ExtractionErrorCode } from './extraction-error.js';
import type { SupportedFormat } from '../../../common/files/supported-formats.js';
import type { ExtractedDocument, ExtractionLimits } from './extraction.types.js';

/** How to read one file. */
export interface ExtractionOptions {
  /** Absolute path of a file that nobody changes meanwhile. */
  file: string;
  format: SupportedFormat;
  /** Title under which the document is filed; stands for missing headings where passages are embedded. */
  title?: string;
  limits: ExtractionLimits;
  /** Whether passages come with vectors. */
  embed: boolean;
  /** Goes on behind the last page that was stored: its number plus one, and the state that came with it. */
  resume?: { from_page: number; state: ExtractionState };
  onOpened?: (document: ExtractedDocument) => void | Promise<void>;
  /** Called page by page in order; the next call waits for this one. An error from it ends the extraction. */
  onPage: (page: PageMessage) => void | Promise<void>;
  onProgress?: (progress: { stage: 'reading' | 'embedding'; pages_done: number }) => void;
  /** Kills the child and rejects with `aborted`. */
  signal?: AbortSignal;
}

/**
 * What is known when every page has been handed over. Page counts cover this run only, from `resume.from_page` on: what
 * they say of the document, whoever stores its pages must find out.
 */
export interface ExtractionResult {
  document: ExtractedDocument;
  pages: number;
  passages: number;
  pages_without_text: number;
  /** Pages that the parser could not read. */
  unreadable_pages: number[];
  /** Sentences for the reader on the file as a whole, whichever run read its pages. */
  warnings: string[];
}

const POLL_INTERVAL_MS = 100;

/**
 * Reads a file in a process of its own.
 *
 * Limits hold whatever the file does to the parser: the child is killed when it exceeds its memory, takes longer than
 * the time for one page without finishing one, or longer than the time for the file.
 *
 * @throws ExtractionError with a code and a message for people; errors of `onOpened` and `onPage` as they are
 */
export function runExtraction(options: ExtractionOptions): Promise<ExtractionResult> {
  return new ExtractionRun(options).start();
}

class ExtractionRun {
  private readonly child: ChildProcess;
  private readonly startedAt = Date.now();
  private lastSign = Date.now();
  /** Messages handled one after the other; its end is the last one's. */
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;
  private document: ExtractedDocument | null = null;
  private readonly result = { pages: 0, passages: 0, pages_without_text: 0, unreadable_pages: [] as number[] };
  private readonly stderr: Buffer[] = [];
  private settled = false;

  constructor(private readonly options: ExtractionOptions) {
    // Most of a parser's memory is outside the JavaScript heap; this bound only makes Node itself give up in time.
    const heapMegabytes = Math.max(64, Math.floor((options.limits.max_memory_bytes / 1024 ** 2) * 0.75));
    this.child = fork(compiledFile('src/modules/ingestion/extraction/extraction-child.js'), [], {
      // Nothing of the parent's environment: it holds keys and passwords, and reading a file needs none of it.
      env: {},
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  }

  start(): Promise<ExtractionResult> {
    const { file, format, title = '', limits, embed, resume, signal } = this.options;
    return new Promise<ExtractionResult>((resolve, reject) => {
      const timer = setInterval(() => void this.watch(fail), POLL_INTERVAL_MS);
      const settle = (act: () => void) => {
        if (this.settled) return;
        this.settled = true;
        clearInterval(timer);
        signal?.removeEventListener('abort', abort);
        this.child.kill('SIGKILL');
        act();
      };
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passed on as it came
      const fail = (error: unknown) => settle(() => reject(error));
      const abort = () => fail(new ExtractionError('aborted'));
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
      this.child.stderr?.on('data', (chunk: Buffer) => this.stderr.length < 16 && this.stderr.push(chunk));
      this.child.on('error', (error) => fail(new ExtractionError('internal', error.message)));
      this.child.on('message', (message: FromChild) => {
        this.lastSign = Date.now();
        this.waiting += 1;
        this.queue = this.queue
          .then(() => (this.settled ? undefined : this.handle(message, (done) => settle(() => resolve(done)))))
          .catch(fail)
          .finally(() => {
            this.waiting -= 1;
            this.lastSign = Date.now();
          });
      });
      // Messages that arrived before the end are still being handled; they decide first.
      this.child.on('close', (code, killedBy) => void this.queue.then(() => fail(this.deathOf(code, killedBy))));
      const message: StartMessage = {
        type: 'start',
        file,
        format,
        title,
        limits,
        embed,
        from_page: resume?.from_page ?? 1,
        state: resume?.state ?? null,
      };
      this.child.send(message, (error) => error && fail(new ExtractionError('internal', error.message)));
    });
  }

  private async handle(message: FromChild, done: (result: ExtractionResult) => void): Promise<void> {
    switch (message.type) {
      case 'opened':
        this.document = message.document;
        return this.options.onOpened?.(message.document);
      case 'alive':
        return;
      case 'progress':
        return this.options.onProgress?.({ stage: message.stage, pages_done: message.pages_done });
      case 'page':
        await this.options.onPage(message);
        this.count(message);
        if (this.child.connected) this.child.send({ type: 'ack' }, () => undefined);
        return;
      case 'failed':
        throw new ExtractionError(message.code, message.detail);
      case 'done':
        return done(this.finish(message.warnings));
    }
  }

  private count({ page, passages, error }: PageMessage): void {
    this.result.pages += 1;
    this.result.passages += passages.length;
    if (error !== undefined) this.result.unreadable_pages.push(page.page_number);
    else if (page.text === '') this.result.pages_without_text += 1;
  }

  private finish(warnings: string[]): ExtractionResult {
    if (!this.document) throw new ExtractionError('internal', 'finished without opening');
    return { document: this.document, ...this.result, warnings };
  }

  /** Kills by time and, on Linux, by memory. Elsewhere the watchdog thread of the child alone bounds memory. */
  private async watch(fail: (error: ExtractionError) => void): Promise<void> {
    const { limits } = this.options;
    const now = Date.now();
    if (now - this.startedAt > limits.file_timeout_ms) return fail(new ExtractionError('too_complex', 'file timeout'));
    const isChildsTurn = this.waiting === 0;
    if (isChildsTurn && now - this.lastSign > limits.page_timeout_ms) {
      return fail(new ExtractionError('too_complex', 'page timeout'));
    }
    const resident = await residentBytes(this.child.pid);
    if (resident > limits.max_memory_bytes) fail(new ExtractionError('too_complex', `memory ${resident}`));
  }

  private deathOf(code: number | null, signal: NodeJS.Signals | null): ExtractionError {
    const words = Buffer.concat(this.stderr).toString('utf8').slice(0, 4_000);
    const detail = `child ended: ${signal ?? `code ${code}`} ${words}`.trim();
    // Aborted: the heap is full. Killed from outside is no fault of the file, which is tried again.
    const isAborted = signal === 'SIGABRT' || code === 134 || /heap|allocation/i.test(words);
    const outOfMemory = isAborted || signal === OUT_OF_MEMORY_SIGNAL;
    const failure: ExtractionErrorCode = outOfMemory ? 'too_complex' : 'internal';
    return new ExtractionError(failure, detail);
  }
}
