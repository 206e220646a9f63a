import type { ExtractionLimits } from './extraction/extraction.types.js';

export const INGESTION_OPTIONS = Symbol('ingestion options');

export interface IngestionOptions {
  /** Documents read at the same time; 0 when other nodes read. */
  concurrency: number;
  /** How long a document is read on while other organizations' documents wait. Milliseconds. */
  turn_ms: number;
  /** Where processes that read find their file, as in `ParserProcessOptions`. */
  folder?: string;
  limits: ExtractionLimits;
}
