import type { FileRefusedError } from '../errors/file-refusal.js';
import type { ArchiveLimits } from '../limits/extraction-limits.js';

/** The head of a text, or a container in a local file. */
export type InspectionSubject =
  | { kind: 'text'; head: Uint8Array }
  | { kind: 'zip'; file: string; limits: ArchiveLimits }
  | { kind: 'ole'; file: string };

/** Parent to child, once. */
export interface InspectionRequest {
  subject: InspectionSubject;
  /** Bytes of resident memory at which it ends itself. */
  max_memory_bytes: number;
}

/** Child to parent, once. Errors are not serializable; `failed` is for the log. */
export type InspectionResponse =
  | { type: 'format'; format: string }
  | ({ type: 'refused' } & Pick<FileRefusedError, 'reason' | 'message' | 'details'>)
  | { type: 'failed'; detail: string };
