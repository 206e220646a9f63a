/**
 * Reads files of markup with the compiled readers, which are ES modules all the way down, for tests that are not:
 * asked `{file, format, limits}`, answers `{document, blocks, warnings, cpu_ms}` or `{code}`.
 */
import { openSource } from '@amks/reader/extraction/open-source.js';
import { DEFAULT_EXTRACTION_LIMITS } from '@amks/reader/limits/extraction-limits.js';

process.on('message', ({ file, format, limits }) => {
  read(file, format, limits)
    .then((answer) => process.send(answer))
    .catch((error) => process.send({ code: error.code ?? String(error) }));
});

async function read(file, format, limits) {
  const before = process.cpuUsage();
  const { document, pages, warnings } = await openSource(file, format, {
    limits: { ...DEFAULT_EXTRACTION_LIMITS, ...limits },
  });
  const blocks = [];
  for await (const page of pages(1)) blocks.push(...page.blocks);
  const { user, system } = process.cpuUsage(before);
  return { document, blocks, warnings, cpu_ms: (user + system) / 1_000 };
}
