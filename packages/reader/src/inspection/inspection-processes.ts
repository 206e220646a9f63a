import { OUT_OF_MEMORY_SIGNAL, residentBytes } from '../processes/child-watchdog.js';
import { ParserProcess } from '../processes/parser-process.js';
import { ProcessPool } from '../processes/process-pool.js';
import { FileRefusedError, inspectionLimit } from '../errors/file-refusal.js';
import type { Inspected, InspectionResponse, InspectionSubject } from './inspection-protocol.js';

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

  /** @param maxProcesses kept, running ones included; each waits a minute for another file of its owner */
  constructor(
    private readonly limits: InspectionLimits,
    maxProcesses: number,
  ) {
    const { max_memory_bytes: maxMemoryBytes, folder } = limits;
    const args = [String(maxMemoryBytes)];
    this.pool = new ProcessPool({
      start: () => new ParserProcess({ script: 'inspection-child.js', args, maxMemoryBytes, folder, stderr: 'ignore' }),
      max_processes: maxProcesses,
      linger_ms: 60_000,
      max_tasks: 500,
    });
  }

  /**
   * Returns what the file is. If a process with earlier files fails, a new one inspects the file, so that no file decides about another. If a new
   * process is killed from outside, a second one tries again.
   * @param owner whose files share a process
   * @throws FileRefusedError why the file is refused; `inspection_limit` if it exceeds time or memory
   * @throws InspectionEndedError if two new processes were killed from outside; PoolClosedError after `close`
   */
  async inspect(subject: InspectionSubject, owner: string): Promise<Inspected> {
    let newProcesses = 0;
    for (let use: 'use' | 'useNew' = 'use'; ; use = 'useNew') {
      let wasUsed = false;
      try {
        return await this.pool[use](owner, (process, tasks) => {
          wasUsed = tasks > 0;
          if (!wasUsed) newProcesses += 1;
          return this.inspectIn(process, subject);
        });
      } catch (error) {
        const mayRepeat = wasUsed ? !isVerdict(error) : error instanceof InspectionEndedError && newProcesses < 2;
        if (!mayRepeat) throw error;
      }
    }
  }

  /** Ends all processes. */
  close(): void {
    this.pool.close();
  }

  private async inspectIn(process: ParserProcess, subject: InspectionSubject): Promise<Inspected> {
    const { timeout_ms, max_memory_bytes } = this.limits;
    let stop = (): void => undefined;
    try {
      const inspected = await new Promise<Inspected>((resolve, reject) => {
        const watch = async (): Promise<void> => {
          if ((await residentBytes(process.child.pid)) > max_memory_bytes) reject(inspectionLimit());
        };
        const poll = setInterval(() => void watch(), POLL_INTERVAL_MS);
        const timer = setTimeout(() => reject(inspectionLimit()), timeout_ms);
        const unlisten = process.listen({
          error: (cause) => reject(new InspectionEndedError('the process cannot be started or reached', { cause })),
          message: (response: InspectionResponse) => {
            if (response.type !== 'inspected') return reject(errorOf(response));
            const { format, module, publication, attachments, content } = response;
            resolve({ format, module, publication, attachments, content });
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
      await process.release();
      return inspected;
    } finally {
      stop();
    }
  }
}

/** What the contents of a file say. Exceeded limits may be due to an earlier file. */
function isVerdict(error: unknown): boolean {
  return error instanceof FileRefusedError && error.reason !== 'inspection_limit';
}

async function lend(process: ParserProcess, subject: InspectionSubject): Promise<InspectionSubject> {
  return subject.kind === 'text' ? subject : { ...subject, file: await process.lend(subject.file) };
}

function errorOf(response: Exclude<InspectionResponse, { type: 'inspected' }>): Error {
  if (response.type === 'failed') return new Error(`the inspection of a file failed: ${response.detail}`);
  return new FileRefusedError(response.reason, response.message, response.details);
}
