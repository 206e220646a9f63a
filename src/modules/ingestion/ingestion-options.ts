import type { ExtractionLimits } from '@amks/reader/limits/extraction-limits.js';

export const INGESTION_OPTIONS = Symbol('ingestion options');

export interface IngestionOptions {
  /** Documents read at the same time; 0 if other nodes read. */
  concurrency: number;
  /** Time that a document is read while other organizations' documents wait. Milliseconds. */
  turn_ms: number;
  /** Folder with the files of reader processes, as in `ParserProcessOptions`. */
  folder?: string;
  limits: ExtractionLimits;
}
