import { createReadStream } from 'node:fs';
import { caveatWarnings, addCaveats, type Caveat } from '../document/caveats.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { OutlineEntry } from '../document/document.types.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { cutPages } from '../passages/page-cutter.js';
import type { MarkupBlock, MarkupSource } from '../document/page-source.js';
import { toMetadata } from './module/module-head.js';
import { missingNoticesWarning, readS1000d, writeS1000d } from './s1000d-file.js';
import type { Library } from './content/writer.js';

/** A single module cannot resolve references. */
const ALONE: Library = { titleOf: () => undefined, noticeOf: () => undefined };

/** Bytes read at a time. */
const CHUNK = 1024 ** 2;

/** Maximum level of headings in the table of contents. */
const OUTLINE_DEPTH = 3;

/**
 * Opens a single data module or publication module.
 * @param onAlive called periodically: the largest take longer than the time limit for a page
 * @throws ExtractionError `empty`, `too_many_pages`, an `XmlProblem`
 */
export async function openS1000d(
  file: string,
  limits: ExtractionLimits,
  onAlive: () => void = () => undefined,
): Promise<MarkupSource> {
  const module = await readS1000d(telling(createReadStream(file, { highWaterMark: CHUNK }), onAlive), limits.xml);
  const { blocks, missing_notices } = writeS1000d(module, ALONE);
  const pages = cutPages(blocks);
  if (pages.length > limits.max_pages) throw new ExtractionError('too_many_pages', `${pages.length} pages`);
  const caveats = new Map<Caveat, Set<number>>();
  pages.forEach((page, i) => addCaveats(caveats, i + 1, page));
  const { head } = module;
  return {
    kind: 'markup',
    document: {
      page_count: pages.length,
      title: head.title,
      outline: outlineOf(pages),
      language: head.language,
      s1000d: toMetadata(head),
    },
    warnings: [...module.warnings, ...missingNoticesWarning(missing_notices), ...caveatWarnings(caveats)],
    // eslint-disable-next-line @typescript-eslint/require-await -- same shape as other readers
    async *pages(from) {
      for (let number = Math.max(1, from); number <= pages.length; number += 1) {
        yield { page_number: number, label: null, blocks: pages[number - 1]! };
      }
    },
    close: () => Promise.resolve(),
  };
}

async function* telling(chunks: AsyncIterable<Uint8Array>, onAlive: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onAlive();
    yield chunk;
  }
}

function outlineOf(pages: readonly MarkupBlock[][]): OutlineEntry[] {
  return pages.flatMap((page, i) =>
    page
      .filter(({ kind, level = 1 }) => kind === 'heading' && level <= OUTLINE_DEPTH)
      .map(({ text, level = 1 }) => ({ title: text, page_number: i + 1, level })),
  );
}
