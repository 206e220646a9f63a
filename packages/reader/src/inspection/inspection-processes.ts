import { OUT_OF_MEMORY_SIGNAL, residentBytes } from '../processes/child-watchdog.js';
import { ParserProcess } from '../processes/parser-process.js';
import { ProcessPool } from '../processes/process-pool.js';
import { FileRefusedError, inspectionLimit } from '../errors/file-refusal.js';
import type { InspectionResponse, InspectionSubject } from './inspection-protocol.js';

export interface InspectionLimits {
  timeout_ms: number;
  /** Bytes of resident memory of the process. */
  max_memory_bytes: number;
  /** Folder for the file, as in `ParserProcessOptions`. */
  folder?: string;
}

const POLL_INTERVAL_MS = 100;

/** Signals that the process causes itself. Other signals come from outside and say nothing about the file. */
const CRASHES: readonly (NodeJS.Signals | null)[] = [OUT_OF_MEMORY_SIGNAL, 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGTRAP'];
/** Exit code of Node when its heap is full, on systems that report no signal. */
const ABORTED = 134;

/** The process was ended from outside, for example by a machine short of memory. The file may be fine. */
export class InspectionEndedError extends Error {
  override readonly name = 'InspectionEndedError';
}

/** Processes that inspect texts and containers, so that no file can block the caller. */
export class InspectionProcesses {
  private readonly pool: ProcessPool<ParserProcess>;

  /** @param maxIdle processes that wait a minute for another file of their owner */
  constructor(
    private readonly limits: InspectionLimits,
    maxIdle: number,
  ) {
    const { max_memory_bytes: maxMemoryBytes, folder } = limits;
    const args = [String(maxMemoryBytes)];
    this.pool = new ProcessPool({
      start: () => new ParserProcess({ script: 'inspection-child.js', args, maxMemoryBytes, folder, stderr: 'ignore' }),
      max_idle: maxIdle,
      linger_ms: 60_000,
      max_tasks: 500,
    });
  }

  /**
   * Returns the media type. A file that fails in a process with earlier files is inspected again in a new one, so that no file decides about
   * another. If the new process is killed from outside, a second one tries again.
   * @param owner whose files share a process
   * @throws FileRefusedError why the file is refused; `inspection_limit` if it exceeds time or memory
   * @throws InspectionEndedError if the process was killed from outside twice
   */
  async inspect(subject: InspectionSubject, owner: string): Promise<string> {
    let wasUsed = false;
    const inspect = (process: ParserProcess, tasks: number): Promise<string> => {
      wasUsed = tasks > 0;
      return this.inspectIn(process, subject);
    };
    try {
      return await this.pool.use(owner, inspect);
    } catch (error) {
      if (!wasUsed && !(error instanceof InspectionEndedError)) throw error;
      return this.pool.useNew(owner, inspect);
    }
  }

  /** Ends all processes. */
  close(): void {
    this.pool.close();
  }

  private async inspectIn(process: ParserProcess, subject: InspectionSubject): Promise<string> {
    const { timeout_ms, max_memory_bytes } = this.limits;
    let stop = (): void => undefined;
    try {
      return await new Promise<string>((resolve, reject) => {
        const watch = async (): Promise<void> => {
          if ((await residentBytes(process.child.pid)) > max_memory_bytes) reject(inspectionLimit());
        };
        const poll = setInterval(() => void watch(), POLL_INTERVAL_MS);
        const timer = setTimeout(() => reject(inspectionLimit()), timeout_ms);
        const unlisten = process.listen({
          error: (cause) => reject(new InspectionEndedError('the process cannot be started or reached', { cause })),
          message: (response: InspectionResponse) => {
            if (response.type === 'format') resolve(response.format);
            else reject(errorOf(response));
          },
          close: (code, signal) => {
            const isTooMuch = CRASHES.includes(signal) || code === ABORTED;
            reject(isTooMuch ? inspectionLimit() : new InspectionEndedError(`it ended: ${signal ?? `code ${code}`}`));
          },
        });
        stop = () => {
          clearInterval(poll);
          clearTimeout(timer);
          unlisten();
        };
        // If the process has ended, its handler reports why.
        void lend(process, subject).then((lent) => process.child.send(lent, () => undefined), reject);
      });
    } finally {
      stop();
      await process.takeBack();
    }
  }
}

async function lend(process: ParserProcess, subject: InspectionSubject): Promise<InspectionSubject> {
  return subject.kind === 'text' ? subject : { ...subject, file: await process.lend(subject.file) };
}

function errorOf(response: Exclude<InspectionResponse, { type: 'format' }>): Error {
  if (response.type === 'failed') return new Error(`the inspection of a file failed: ${response.detail}`);
  return new FileRefusedError(response.reason, response.message, response.details);
}
