import type { FileRefusedError } from '../file-refusal.js';
import type { SupportedFormat } from '../supported-formats.js';
import type { ArchiveLimits } from '../zip-directory.js';

/** What to look at: the head of a text, or a container in a local file. */
export type InspectionSubject =
  | { kind: 'text'; head: Uint8Array }
  | { kind: 'zip'; file: string; limits: ArchiveLimits }
  | { kind: 'ole'; file: string };

/** What the inspection process is told, once. */
export interface InspectionRequest {
  subject: InspectionSubject;
  /** Bytes of resident memory at which it ends itself. */
  max_memory_bytes: number;
}

/** What it answers, once. Errors do not pass between processes; `failed` is for the log. */
export type InspectionResponse =
  | { type: 'format'; format: SupportedFormat }
  | ({ type: 'refused' } & Pick<FileRefusedError, 'reason' | 'message' | 'details'>)
  | { type: 'failed'; detail: string };
