/** A process that starts an extraction and never finishes its first page: the test kills it to see what its child does. */
import { Extractor } from '@amks/reader/extraction/extractor.js';
import { DEFAULT_EXTRACTION_LIMITS } from '@amks/reader/limits/extraction-limits.js';

await new Extractor({ limits: { ...DEFAULT_EXTRACTION_LIMITS, max_memory_bytes: 8 * 1024 ** 3 } }).read(
  {
    file: process.argv[2],
    format: 'application/pdf',
    embed: false,
    onPage: () => new Promise(() => setInterval(() => undefined, 1_000)),
  },
  'test',
);
