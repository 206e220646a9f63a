/** A process that starts an extraction and never finishes its first page: the test kills it to see what its child does. */
import { runExtraction } from '@amks/reader/extraction/extraction-runner.js';
import { DEFAULT_EXTRACTION_LIMITS } from '@amks/reader/limits/extraction-limits.js';

await runExtraction({
  file: process.argv[2],
  format: 'application/pdf',
  limits: { ...DEFAULT_EXTRACTION_LIMITS, max_memory_bytes: 8 * 1024 ** 3 },
  embed: false,
  onPage: () => new Promise(() => setInterval(() => undefined, 1_000)),
});
