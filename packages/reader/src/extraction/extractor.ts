import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { minilmFolder, verifyMinilmFiles } from '../minilm/minilm-files.js';
import { ParserProcess } from '../processes/parser-process.js';
import { ProcessPool } from '../processes/process-pool.js';
import { ExtractionRun, type ExtractionOptions, type ExtractionResult, type PageCounts } from './extraction-run.js';

export interface ExtractorOptions {
  limits: ExtractionLimits;
  /** Folder for the files, as in `ParserProcessOptions`. */
  folder?: string;
  /**
   * Processes kept: each waits a minute for another file of its owner. Running ones count, so it should be the number of concurrent
   * readings. By default each file has its own process.
   */
  max_processes?: number;
}

/** Pages of a file that may be skipped, each after the time limit for a page. */
const MAX_SKIPPED_PAGES = 20;

const MAX_TASKS = 500;

/**
 * Reads files in separate processes.
 * The parent kills a process if it exceeds its memory, the time for a page without finishing one, or the time for the file, which grows
 * with its pages. The time for a page is CPU time, so that a busy machine fails no file. If a page of a PDF exceeds it, another process
 * continues after that page.
 */
export class Extractor {
  private readonly pool: ProcessPool<ParserProcess>;

  constructor(private readonly settings: ExtractorOptions) {
    const { limits, folder, max_processes } = settings;
    const maxMemoryBytes = limits.max_memory_bytes;
    const args = [String(maxMemoryBytes)];
    this.pool = new ProcessPool({
      start: () => new ParserProcess({ script: 'extraction-child.js', args, maxMemoryBytes, folder, stderr: 'pipe' }),
      max_processes: max_processes ?? Infinity,
      linger_ms: 60_000,
      max_tasks: max_processes === undefined ? 1 : MAX_TASKS,
    });
  }

  /**
   * Reads a file. If it fails in a process with earlier files, it is read again in a new one, so that no file decides about another.
   * @param owner whose files share a process
   * @throws ExtractionError; errors of `onOpened` and `onPage` unchanged; Error if the model is damaged, no process can be prepared, or
   * the extractor is closed
   */
  async read(options: ExtractionOptions, owner: string): Promise<ExtractionResult> {
    const startedAt = Date.now();
    const counts: PageCounts = { pages: 0, passages: 0, pages_without_text: 0, unreadable_pages: [] };
    const skippedPages: number[] = [];
    if (options.embed) await verifiedModel();
    let rest = options;
    for (let use: 'use' | 'useNew' = 'use'; ; use = 'useNew') {
      if (options.signal?.aborted) throw new ExtractionError('aborted');
      let run: ExtractionRun | undefined;
      try {
        return await this.pool[use](owner, (process, tasks) => {
          run = new ExtractionRun(process, tasks, rest, this.settings.limits, counts, skippedPages);
          return run.start();
        });
      } catch (error) {
        if (!run) throw error;
        if (!run.mayRepeat(error)) {
          const page = run.pageToSkip(error);
          if (page === null || skippedPages.length === MAX_SKIPPED_PAGES) throw error;
          skippedPages.push(page);
        }
        await run.drained();
        options.onRepeat?.(error);
        const spent = (options.spent_ms ?? 0) + Date.now() - startedAt;
        rest = { ...rest, spent_ms: spent, resume: run.stored, ...(run.isOpened && { onOpened: undefined }) };
      }
    }
  }

  /** Ends all processes. */
  close(): void {
    this.pool.close();
  }
}

let verified: Promise<void> | undefined;

/** Verifies the files of the embedding model, once. The processes load them without another check. */
function verifiedModel(): Promise<void> {
  verified ??= verifyMinilmFiles(minilmFolder()).catch((error: unknown) => {
    verified = undefined;
    throw error;
  });
  return verified;
}
