import { OUT_OF_MEMORY_SIGNAL, residentBytes } from '../processes/child-watchdog.js';
import type { ParserProcess } from '../processes/parser-process.js';
import { processorTime, workTime } from '../processes/work-time.js';
import type { DocumentSummary, ExtractionState, FromChild, PageMessage, StartMessage } from './child-protocol.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { findFormat } from '../formats.js';
import { NEIGHBOUR_PAGES } from '../layout/running-rows.js';
import type { ExtractedDocument } from '../document/document.types.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';

export interface ExtractionOptions {
  /** Absolute path. The file must not change while it is read. */
  file: string;
  format: string;
  /** Title of the document; replaces missing headings in the text that is embedded. */
  title?: string;
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
  /** Told why the file is read again, or continued, in a new process. */
  onRepeat?: (reason: unknown) => void;
}

/** Result after the last page. Counts cover this run only, from `resume.from_page` on; the caller adds those of earlier runs. */
export interface ExtractionResult extends DocumentSummary {
  document: ExtractedDocument;
  pages: number;
  passages: number;
  pages_without_text: number;
  unreadable_pages: number[];
}

export type PageCounts = Pick<ExtractionResult, 'pages' | 'passages' | 'pages_without_text' | 'unreadable_pages'>;

const POLL_INTERVAL_MS = 100;

/** Reads a file, or its rest, in a process. */
export class ExtractionRun {
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
  /** Of a callback that failed after the run had failed for another reason. */
  private lateError: { error: unknown } | null = null;
  /** The page read last; it is delivered several pages later. */
  private lastRead: number;
  /** Where another run resumes. */
  stored: ExtractionOptions['resume'];

  /**
   * @param tasks earlier files of the process
   * @param counts of all runs of the file; this run adds its own
   */
  constructor(
    private readonly parser: ParserProcess,
    private readonly tasks: number,
    private readonly options: ExtractionOptions,
    private readonly limits: ExtractionLimits,
    private readonly counts: PageCounts,
    private readonly skippedPages: readonly number[],
  ) {
    this.stored = options.resume;
    this.lastRead = Math.max(0, (options.resume?.from_page ?? 1) - NEIGHBOUR_PAGES - 1);
  }

  get isOpened(): boolean {
    return this.document !== null;
  }

  async start(): Promise<ExtractionResult> {
    const result = await this.read();
    await this.parser.release();
    return result;
  }

  /** Whether the failure may be due to an earlier file of the process. The time for a file covers all runs. */
  mayRepeat(error: unknown): boolean {
    return this.tasks > 0 && error instanceof ExtractionError && !['aborted', 'file_too_slow'].includes(error.code);
  }

  /** Resolves when the last callback has ended. @throws its error */
  async drained(): Promise<void> {
    await this.queue;
    if (this.lateError) throw this.lateError.error;
  }

  private read(): Promise<ExtractionResult> {
    const { parser, limits } = this;
    const { child } = parser;
    const { file, format, title = '', embed, resume, signal } = this.options;
    return new Promise<ExtractionResult>((resolve, reject) => {
      const timer = setInterval(() => void this.watch(fail), POLL_INTERVAL_MS);
      const settle = (act: () => void) => {
        if (this.settled) return;
        this.settled = true;
        clearInterval(timer);
        signal?.removeEventListener('abort', abort);
        child.stderr?.off('data', onStderr);
        unlisten();
        act();
      };
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passed on as it came
      const fail = (error: unknown) => settle(() => reject(error));
      const abort = () => fail(new ExtractionError('aborted'));
      const onStderr = (chunk: Buffer) => void (this.stderr.length < 16 && this.stderr.push(chunk));
      const unlisten = parser.listen({
        error: (error) => fail(new ExtractionError('internal', error.message)),
        message: (message: FromChild) => {
          this.noteSign();
          this.waiting += 1;
          this.queue = this.queue
            .then(() => (this.settled ? undefined : this.handle(message, (done) => settle(() => resolve(done)))))
            .catch((error: unknown) => {
              if (this.settled) this.lateError ??= { error };
              fail(error);
            })
            .finally(() => {
              this.waiting -= 1;
              this.noteSign();
            });
        },
        // Handle messages that arrived before the exit first: they decide the result.
        close: (code, killedBy) => void this.queue.then(() => fail(this.deathOf(code, killedBy))),
      });
      child.stderr?.on('data', onStderr);
      signal?.addEventListener('abort', abort);
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
        child.send(message, (error) => error && fail(new ExtractionError('internal', error.message)));
      };
      void parser.lend(file).then(startWith, (error) => fail(new ExtractionError('internal', String(error))));
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
      case 'page': {
        await this.options.onPage(message);
        this.count(message);
        this.stored = { from_page: message.page.page_number + 1, state: message.state };
        const { child } = this.parser;
        if (child.connected) child.send({ type: 'ack' }, () => undefined);
        return;
      }
      case 'failed':
        throw new ExtractionError(message.code, message.detail);
      case 'done':
        return done(this.finish(message));
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

  private finish({ language, warnings }: DocumentSummary): ExtractionResult {
    if (!this.document) throw new ExtractionError('internal', 'finished without opening');
    return { document: this.document, ...this.counts, language, warnings };
  }

  /** Enforces time and, on Linux, memory. Elsewhere the child's watchdog thread alone bounds memory. */
  private async watch(fail: (error: ExtractionError) => void): Promise<void> {
    const { limits } = this;
    if (this.isFileTooSlow(limits)) return fail(new ExtractionError('file_too_slow'));
    const processor = await processorTime(this.parser.child.pid);
    this.lastProcessorTime ??= processor;
    const used = processor === null ? null : processor - (this.lastProcessorTime ?? processor);
    const isChildsTurn = this.waiting === 0;
    if (isChildsTurn && workTime(used, Date.now() - this.lastSign) > limits.page_timeout_ms) {
      return fail(new ExtractionError('page_too_slow'));
    }
    const resident = await residentBytes(this.parser.child.pid);
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
