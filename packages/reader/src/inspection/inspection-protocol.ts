import type { FileRefusedError } from '../errors/file-refusal.js';
import type { ArchiveLimits } from '../limits/extraction-limits.js';
import type { ModuleHead } from '../s1000d/module/module-head.js';
import type { Publication } from '../s1000d/publication-members.js';

/** Parent to child, one at a time: the head of a text, or a publication module or container in a local file. */
export type InspectionSubject =
  | { kind: 'text'; head: Uint8Array }
  | { kind: 'publication'; file: string }
  | { kind: 'zip'; file: string; limits: ArchiveLimits }
  | { kind: 'ole'; file: string }
  | { kind: 'mail'; file: string }
  | { kind: 'attachment'; file: string; index: number };

/** What a file is. `module` is set for an S1000D module whose head is in the first 64 KiB. */
export interface Inspected {
  /** Media type. */
  format: string;
  module: ModuleHead | null;
  /** Files in an e-mail. */
  attachments?: { name: string | null; size: number }[];
  /** Of an `attachment`; absent if the e-mail does not have it. */
  content?: Uint8Array;
  /** Of a publication module; `unread` if only its first bytes were sent. */
  publication?: Publication | 'unread';
}

/** Child to parent, once per subject. Errors are not serializable; `failed` is for the log. */
export type InspectionResponse =
  | ({ type: 'inspected' } & Inspected)
  | ({ type: 'refused' } & Pick<FileRefusedError, 'reason' | 'message' | 'details'>)
  | { type: 'failed'; detail: string };
