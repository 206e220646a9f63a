import type { FileRefusedError } from '../errors/file-refusal.js';
import type { ArchiveLimits } from '../limits/extraction-limits.js';

/** Parent to child, one at a time: the head of a text, or a container in a local file. */
export type InspectionSubject =
  | { kind: 'text'; head: Uint8Array }
  | { kind: 'zip'; file: string; limits: ArchiveLimits }
  | { kind: 'ole'; file: string };

/** Child to parent, once per subject. Errors are not serializable; `failed` is for the log. */
export type InspectionResponse =
  | { type: 'format'; format: string }
  | ({ type: 'refused' } & Pick<FileRefusedError, 'reason' | 'message' | 'details'>)
  | { type: 'failed'; detail: string };
