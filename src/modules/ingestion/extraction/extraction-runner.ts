import type { ChildProcess } from 'node:child_process';
import { OUT_OF_MEMORY_SIGNAL, residentBytes } from '../../../common/child-watchdog.js';
import { ParserProcess } from '../../../common/parser-process.js';
import { processorTime, workTime } from '../../../common/work-time.js';
import type { ExtractionState, FromChild, PageMessage, StartMessage } from './child-protocol.js';
import { ExtractionError } from './extraction-error.js';
import { NEIGHBOUR_PAGES } from './running-rows.js';
import type { SupportedFormat } from '../../../common/files/supported-formats.js';
import type { ExtractedDocument, ExtractionLimits } from './extraction.types.js';

/** How to read one file. */
export interface ExtractionOptions {
  /** Absolute path of a file that nobody changes meanwhile. */
  file: string;
  /** Where the process finds it, as in `ParserProcessOptions`. */
  folder?: string;
  format: SupportedFormat;
  /** Title under which the document is filed; stands for missing headings where passages are embedded. */
  title?: string;
  limits: ExtractionLimits;
  /** Milliseconds that earlier runs took, of the time for the file. */
  spent_ms?: number;
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

type PageCounts = Pick<ExtractionResult, 'pages' | 'passages' | 'pages_without_text' | 'unreadable_pages'>;

const POLL_INTERVAL_MS = 100;

/** Pages of a file that may be given up for never ending, each after the time for a page. */
const MAX_GIVEN_UP = 20;

/**
 * Reads a file in a process of its own.
 *
 * Limits hold whatever the file does to the parser: the child is killed when it exceeds its memory, takes longer than
 * the time for one page without finishing one, or longer than the time for the file, which grows with its pages. The time for
 * a page is that of the processor: a busy machine makes no file worse. A page of a PDF that never ends is
 * given up, and another child goes on with the rest of the file.
 *
 * @throws ExtractionError with a code and a message for people; errors of `onOpened` and `onPage` as they are
 */
export async function runExtraction(options: ExtractionOptions): Promise<ExtractionResult> {
  const startedAt = Date.now();
  const counts: PageCounts = { pages: 0, passages: 0, pages_without_text: 0, unreadable_pages: [] };
  const givenUp: number[] = [];
  let rest = options;
  for (;;) {
    const run = new ExtractionRun(rest, counts, givenUp);
    try {
      return await run.start();
    } catch (error) {
      const page = run.endlessPage(error);
      if (page === null || givenUp.length === MAX_GIVEN_UP) throw error;
      givenUp.push(page);
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
  /** Processor time of the child at its last sign of life; undefined until it was looked at. */
  private lastProcessorTime: number | null | undefined;
  /** Messages handled one after the other; its end is the last one's. */
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;
  private document: ExtractedDocument | null = null;
  private readonly stderr: Buffer[] = [];
  private settled = false;
  /** The page that was read last: many pages later they are handed over. */
  private lastRead: number;
  /** Where another run goes on. */
  stored: ExtractionOptions['resume'];

  /**
   * @param counts of all runs of the file; this one adds its own
   * @param givenUp pages that are not to be read
   */
  constructor(
    private readonly options: ExtractionOptions,
    private readonly counts: PageCounts,
    private readonly givenUp: readonly number[],
  ) {
    this.stored = options.resume;
    this.lastRead = Math.max(0, (options.resume?.from_page ?? 1) - NEIGHBOUR_PAGES - 1);
    this.parser = new ParserProcess({
      script: 'src/modules/ingestion/extraction/extraction-child.js',
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
      // Messages that arrived before the end are still being handled; they decide first.
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
          given_up: this.givenUp,
        };
        this.child.send(message, (error) => error && fail(new ExtractionError('internal', error.message)));
      };
      void this.parser.lend(file).then(startWith, (error) => fail(new ExtractionError('internal', String(error))));
    });
  }

  /** The page of a PDF that did not end, where that is why the run failed; null when giving it up would leave none. */
  endlessPage(error: unknown): number | null {
    const { format } = this.options;
    const isEndless = error instanceof ExtractionError && error.code === 'page_too_slow';
    if (!isEndless || format !== 'application/pdf' || !this.document) return null;
    const page = this.lastRead + 1;
    return page > this.document.page_count || this.givenUp.length + 1 >= this.document.page_count ? null : page;
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

  /** Kills by time and, on Linux, by memory. Elsewhere the watchdog thread of the child alone bounds memory. */
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

  /** Before the file is open nobody knows its pages, nor how much of its time earlier runs may have taken. */
  private isFileTooSlow({ file_timeout_ms: file, file_page_timeout_ms: page }: ExtractionLimits): boolean {
    const own = Date.now() - this.startedAt;
    if (!this.document) return own > file;
    return (this.options.spent_ms ?? 0) + own > file + this.document.page_count * page;
  }

  private deathOf(code: number | null, signal: NodeJS.Signals | null): ExtractionError {
    const words = Buffer.concat(this.stderr).toString('utf8').slice(0, 4_000);
    const detail = `child ended: ${signal ?? `code ${code}`} ${words}`.trim();
    // Aborted: the heap is full. Killed from outside is no fault of the file, which is tried again.
    const isAborted = signal === 'SIGABRT' || code === 134 || /heap|allocation/i.test(words);
    const outOfMemory = isAborted || signal === OUT_OF_MEMORY_SIGNAL;
    return new ExtractionError(outOfMemory ? 'too_much_memory' : 'internal', detail);
  }
}
