import { OUT_OF_MEMORY_SIGNAL, residentBytes } from '../processes/child-watchdog.js';
import { ParserProcess } from '../processes/parser-process.js';
import { FileRefusedError, inspectionLimit } from '../errors/file-refusal.js';
import type { InspectionRequest, InspectionResponse, InspectionSubject } from './inspection-protocol.js';

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

/**
 * Returns the media type of a text or container. A separate process inspects it, so that no file can block the caller. If that process is
 * killed from outside, a second one tries again.
 * @throws FileRefusedError why the file is refused; `inspection_limit` if it exceeds time or memory
 * @throws InspectionEndedError if the process was killed from outside twice
 */
export async function inspectFile(subject: InspectionSubject, limits: InspectionLimits): Promise<string> {
  try {
    return await inspectOnce(subject, limits);
  } catch (error) {
    if (!(error instanceof InspectionEndedError)) throw error;
    return inspectOnce(subject, limits);
  }
}

function inspectOnce(subject: InspectionSubject, limits: InspectionLimits): Promise<string> {
  const { timeout_ms, max_memory_bytes, folder } = limits;
  const script = 'inspection-child.js';
  const parser = new ParserProcess({ script, maxMemoryBytes: max_memory_bytes, folder, stderr: 'ignore' });
  const { child } = parser;
  return new Promise<string>((resolve, reject) => {
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
      // If the process has ended, its exit handler reports why.
      child.send(request, () => undefined);
    };
    void lendTo(parser, subject).then(begin, reject);
  }).finally(() => parser.kill());
}

async function lendTo(parser: ParserProcess, subject: InspectionSubject): Promise<InspectionSubject> {
  return subject.kind === 'text' ? subject : { ...subject, file: await parser.lend(subject.file) };
}

function errorOf(response: Exclude<InspectionResponse, { type: 'format' }>): Error {
  if (response.type === 'failed') return new Error(`the inspection of a file failed: ${response.detail}`);
  return new FileRefusedError(response.reason, response.message, response.details);
}
