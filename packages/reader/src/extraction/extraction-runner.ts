import type { ChildProcess } from 'node:child_process';
import { OUT_OF_MEMORY_SIGNAL, residentBytes } from '../processes/child-watchdog.js';
import { ParserProcess } from '../processes/parser-process.js';
import { processorTime, workTime } from '../processes/work-time.js';
import type { ExtractionState, FromChild, PageMessage, StartMessage } from './child-protocol.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { findFormat } from '../formats.js';
import { NEIGHBOUR_PAGES } from '../layout/running-rows.js';
import type { ExtractedDocument } from '../document/document.types.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';

export interface ExtractionOptions {
  /** Absolute path. The file must not change while it is read. */
  file: string;
  /** Folder for the file, as in `ParserProcessOptions`. */
  folder?: string;
  format: string;
  /** Title of the document; replaces missing headings in the text that is embedded. */
  title?: string;
  limits: ExtractionLimits;
  /** Milliseconds that earlier runs used. */
  spent_ms?: number;
  embed: boolean;
  /** Resumes after the last stored page: its number plus one, and the state that came with it. */
  resume?: { from_page: number; state: ExtractionState };
  onOpened?: (document: ExtractedDocument) => void | Promise<void>;
  /** Called for each page in order, one call at a time. An error from it ends the extraction. */
  onPage: (page: PageMessage) => void | Promise<void>;
  onProgress?: (progress: { stage: 'reading' | 'embedding'; pages_done: number }) => void;
  /** Kills the child and rejects with `aborted`. */
  signal?: AbortSignal;
}

/** Result after the last page. Counts cover this run only, from `resume.from_page` on; the caller adds those of earlier runs. */
export interface ExtractionResult {
  document: ExtractedDocument;
  pages: number;
  passages: number;
  pages_without_text: number;
  unreadable_pages: number[];
  /** Warnings about the whole file, including pages that earlier runs read. */
  warnings: string[];
}

type PageCounts = Pick<ExtractionResult, 'pages' | 'passages' | 'pages_without_text' | 'unreadable_pages'>;

const POLL_INTERVAL_MS = 100;

/** Pages of a file that may be skipped, each after the time limit for a page. */
const MAX_SKIPPED_PAGES = 20;

/**
 * Reads a file in a separate process.
 * The parent kills the child if it exceeds its memory, the time for a page without finishing one, or the time for the file, which grows
 * with its pages. The time for a page is CPU time, so that a busy machine fails no file. If a page of a PDF exceeds it, another child
 * continues after that page.
 * @throws ExtractionError; errors of `onOpened` and `onPage` unchanged
 */
export async function runExtraction(options: ExtractionOptions): Promise<ExtractionResult> {
  const startedAt = Date.now();
  const counts: PageCounts = { pages: 0, passages: 0, pages_without_text: 0, unreadable_pages: [] };
  const skippedPages: number[] = [];
  let rest = options;
  for (;;) {
    const run = new ExtractionRun(rest, counts, skippedPages);
    try {
      return await run.start();
    } catch (error) {
      const page = run.pageToSkip(error);
      if (page === null || skippedPages.length === MAX_SKIPPED_PAGES) throw error;
      skippedPages.push(page);
      const spent = (options.spent_ms ?? 0) + Date.now() - startedAt;
      rest = { ...rest, spent_ms: spent, resume: run.stored, onOpened: undefined };
    }
  }
}

class ExtractionRun {
  private readonly parser: ParserProcess;
  private readonly child: ChildProcess;
  private readonly startedAt = Date.now();
  private lastSign = Date.now();
  /** CPU time of the child at its last message; undefined until measured. */
  private lastProcessorTime: number | null | undefined;
  /** Tail of the chain that handles messages in sequence. */
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;
  private document: ExtractedDocument | null = null;
  private readonly stderr: Buffer[] = [];
  private settled = false;
  /** The page read last; it is delivered several pages later. */
  private lastRead: number;
  /** Where another run resumes. */
  stored: ExtractionOptions['resume'];

  /** @param counts of all runs of the file; this run adds its own */
  constructor(
    private readonly options: ExtractionOptions,
    private readonly counts: PageCounts,
    private readonly skippedPages: readonly number[],
  ) {
    this.stored = options.resume;
    this.lastRead = Math.max(0, (options.resume?.from_page ?? 1) - NEIGHBOUR_PAGES - 1);
    this.parser = new ParserProcess({
      script: 'extraction-child.js',
      maxMemoryBytes: options.limits.max_memory_bytes,
      folder: options.folder,
      stderr: 'pipe',
    });
    this.child = this.parser.child;
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
        this.parser.kill();
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
        this.noteSign();
        this.waiting += 1;
        this.queue = this.queue
          .then(() => (this.settled ? undefined : this.handle(message, (done) => settle(() => resolve(done)))))
          .catch(fail)
          .finally(() => {
            this.waiting -= 1;
            this.noteSign();
          });
      });
      // Handle messages that arrived before the exit first: they decide the result.
      this.child.on('close', (code, killedBy) => void this.queue.then(() => fail(this.deathOf(code, killedBy))));
      const startWith = (lent: string): void => {
        const message: StartMessage = {
          type: 'start',
          file: lent,
          format,
          title,
          limits,
          embed,
          from_page: resume?.from_page ?? 1,
          state: resume?.state ?? null,
          skipped_pages: this.skippedPages,
        };
        this.child.send(message, (error) => error && fail(new ExtractionError('internal', error.message)));
      };
      void this.parser.lend(file).then(startWith, (error) => fail(new ExtractionError('internal', String(error))));
    });
  }

  /** The page that exceeded the time limit if it can be skipped, else null. */
  pageToSkip(error: unknown): number | null {
    const { format } = this.options;
    const isTooSlow = error instanceof ExtractionError && error.code === 'page_too_slow';
    if (!isTooSlow || !findFormat(format)?.skipsSlowPages || !this.document) return null;
    const page = this.lastRead + 1;
    return page > this.document.page_count || this.skippedPages.length + 1 >= this.document.page_count ? null : page;
  }

  private async handle(message: FromChild, done: (result: ExtractionResult) => void): Promise<void> {
    switch (message.type) {
      case 'opened':
        this.document = message.document;
        return this.options.onOpened?.(message.document);
      case 'alive':
        return;
      case 'progress':
        if (message.stage === 'reading') this.lastRead = message.pages_done;
        return this.options.onProgress?.({ stage: message.stage, pages_done: message.pages_done });
      case 'page':
        await this.options.onPage(message);
        this.count(message);
        this.stored = { from_page: message.page.page_number + 1, state: message.state };
        if (this.child.connected) this.child.send({ type: 'ack' }, () => undefined);
        return;
      case 'failed':
        throw new ExtractionError(message.code, message.detail);
      case 'done':
        return done(this.finish(message.warnings));
    }
  }

  private noteSign(): void {
    this.lastSign = Date.now();
    this.lastProcessorTime = undefined;
  }

  private count({ page, passages, error }: PageMessage): void {
    this.counts.pages += 1;
    this.counts.passages += passages.length;
    if (error !== undefined) this.counts.unreadable_pages.push(page.page_number);
    else if (page.text === '') this.counts.pages_without_text += 1;
  }

  private finish(warnings: string[]): ExtractionResult {
    if (!this.document) throw new ExtractionError('internal', 'finished without opening');
    return { document: this.document, ...this.counts, warnings };
  }

  /** Enforces time and, on Linux, memory. Elsewhere the child's watchdog thread alone bounds memory. */
  private async watch(fail: (error: ExtractionError) => void): Promise<void> {
    const { limits } = this.options;
    if (this.isFileTooSlow(limits)) return fail(new ExtractionError('file_too_slow'));
    const processor = await processorTime(this.child.pid);
    this.lastProcessorTime ??= processor;
    const used = processor === null ? null : processor - (this.lastProcessorTime ?? processor);
    const isChildsTurn = this.waiting === 0;
    if (isChildsTurn && workTime(used, Date.now() - this.lastSign) > limits.page_timeout_ms) {
      return fail(new ExtractionError('page_too_slow'));
    }
    const resident = await residentBytes(this.child.pid);
    if (resident > limits.max_memory_bytes) fail(new ExtractionError('too_much_memory', `${resident} bytes`));
  }

  /** The number of pages is unknown until the file is open. */
  private isFileTooSlow({ file_timeout_ms: file, file_page_timeout_ms: page }: ExtractionLimits): boolean {
    const own = Date.now() - this.startedAt;
    if (!this.document) return own > file;
    return (this.options.spent_ms ?? 0) + own > file + this.document.page_count * page;
  }

  private deathOf(code: number | null, signal: NodeJS.Signals | null): ExtractionError {
    const words = Buffer.concat(this.stderr).toString('utf8').slice(0, 4_000);
    const detail = `child ended: ${signal ?? `code ${code}`} ${words}`.trim();
    // An abort means that the heap is full. A signal from outside is not caused by the file, which is retried.
    const isAborted = signal === 'SIGABRT' || code === 134 || /heap|allocation/i.test(words);
    const outOfMemory = isAborted || signal === OUT_OF_MEMORY_SIGNAL;
    return new ExtractionError(outOfMemory ? 'too_much_memory' : 'internal', detail);
  }
}
