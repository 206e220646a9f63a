import { createReadStream } from 'node:fs';
import { doubtWarnings, noteDoubts, type Doubt } from '../doubts.js';
import { ExtractionError } from '../extraction-error.js';
import type { ExtractionLimits, OutlineEntry } from '../extraction.types.js';
import { cutPages } from '../page-cutter.js';
import type { MarkupBlock, MarkupSource } from '../page-source.js';
import { toMetadata } from './module-head.js';
import { missingNoticesWarning, readS1000d, writeS1000d } from './s1000d-file.js';
import type { Library } from './writer.js';

/** What a module knows of others when it comes alone. */
const ALONE: Library = { titleOf: () => undefined, noticeOf: () => undefined };

/** Bytes read at a time. */
const CHUNK = 1024 ** 2;

/** Headings that are worth a line in a table of contents. */
const OUTLINE_DEPTH = 3;

/**
 * Opens a data or publication module that comes as a file of its own.
 *
 * @param onAlive called now and then while it is read: the largest take longer than a page may
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
  const doubts = new Map<Doubt, Set<number>>();
  pages.forEach((page, i) => noteDoubts(doubts, i + 1, page));
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
    warnings: [...module.warnings, ...missingNoticesWarning(missing_notices), ...doubtWarnings(doubts)],
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
