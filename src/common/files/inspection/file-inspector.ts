import { BoundedPool } from '../../bounded-pool.js';
import { OUT_OF_MEMORY_SIGNAL, residentBytes } from '../../child-watchdog.js';
import { AppError } from '../../errors/app-error.js';
import { ParserProcess } from '../../parser-process.js';
import { FileRefusedError, inspectionLimit } from '../file-refusal.js';
import type { SupportedFormat } from '../supported-formats.js';
import type { InspectionRequest, InspectionResponse, InspectionSubject } from './inspection-protocol.js';

/** Bounds of looking into uploaded files. */
export interface InspectionLimits {
  timeout_ms: number;
  /** Bytes of resident memory of the process. */
  max_memory_bytes: number;
  /** Files looked into at a time. */
  concurrency: number;
  /** Files that wait for it; more are sent away. */
  max_waiting: number;
  /** Where processes find what they look into, as in `ParserProcessOptions`. */
  folder?: string;
}

const POLL_INTERVAL_MS = 100;

/** Signals by which a process ends of what it computes. */
const CRASHES: readonly (NodeJS.Signals | null)[] = [OUT_OF_MEMORY_SIGNAL, 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGTRAP'];
/** How Node ends when its heap is full, where that is no signal. */
const ABORTED = 134;

const RETRY_AFTER_SECONDS = 5;

/** The process was ended from outside, as by a machine that is short of memory: that says nothing of the file. */
class InspectionEndedError extends Error {
  override readonly name = 'InspectionEndedError';
}

/** Looks into uploaded files in processes of their own: what a file does to whoever parses it never stops the service. */
export class FileInspector {
  private readonly pool: BoundedPool;

  constructor(private readonly limits: InspectionLimits) {
    this.pool = new BoundedPool(limits.concurrency, limits.max_waiting);
  }

  /**
   * The format of a text or container.
   *
   * @throws FileRefusedError why it is refused, `inspection_limit` when time or memory do not suffice
   * @throws AppError SERVICE_UNAVAILABLE with `Retry-After` when too many wait (`overload`), or when the process is ended
   *   from outside twice (`inspection_ended`)
   */
  inspect(subject: InspectionSubject): Promise<SupportedFormat> {
    return this.pool.run(() => this.run(subject).catch((error: unknown) => this.again(subject, error)));
  }

  private async again(subject: InspectionSubject, error: unknown): Promise<SupportedFormat> {
    if (!(error instanceof InspectionEndedError)) throw error;
    return this.run(subject).catch((second: unknown) => {
      throw second instanceof InspectionEndedError ? ended(second) : second;
    });
  }

  private run(subject: InspectionSubject): Promise<SupportedFormat> {
    const { timeout_ms, max_memory_bytes, folder } = this.limits;
    const script = 'src/common/files/inspection/inspection-child.js';
    const parser = new ParserProcess({ script, maxMemoryBytes: max_memory_bytes, folder, stderr: 'ignore' });
    const { child } = parser;
    return new Promise<SupportedFormat>((resolve, reject) => {
      const watch = async (): Promise<void> => {
        if ((await residentBytes(child.pid)) > max_memory_bytes) reject(inspectionLimit());
      };
      const timers = [
        setInterval(() => void watch(), POLL_INTERVAL_MS),
        setTimeout(() => reject(inspectionLimit()), timeout_ms),
      ];
      void watch();
      child.on('error', (cause) =>
        reject(new InspectionEndedError('the process cannot be started or reached', { cause })),
      );
      child.on('message', (response: InspectionResponse) => {
        if (response.type === 'format') resolve(response.format);
        else reject(errorOf(response));
      });
      child.on('exit', (code, signal) => {
        timers.forEach(clearTimeout);
        const isTooMuch = CRASHES.includes(signal) || code === ABORTED;
        reject(isTooMuch ? inspectionLimit() : new InspectionEndedError(`it ended: ${signal ?? `code ${code}`}`));
      });
      const begin = (lent: InspectionSubject): void => {
        const request: InspectionRequest = { subject: lent, max_memory_bytes };
        // Of a process that is gone the end tells more.
        child.send(request, () => undefined);
      };
      void lendTo(parser, subject).then(begin, reject);
    }).finally(() => parser.kill());
  }
}

async function lendTo(parser: ParserProcess, subject: InspectionSubject): Promise<InspectionSubject> {
  return subject.kind === 'text' ? subject : { ...subject, file: await parser.lend(subject.file) };
}

function ended(cause: InspectionEndedError): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The file could not be checked just now; try again in a moment',
    { reason: 'inspection_ended', retry_after: RETRY_AFTER_SECONDS },
    { cause, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}

function errorOf(response: Exclude<InspectionResponse, { type: 'format' }>): Error {
  if (response.type === 'failed') return new Error(`the inspection of a file failed: ${response.detail}`);
  return new FileRefusedError(response.reason, response.message, response.details);
}
