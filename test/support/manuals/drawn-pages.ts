import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PageMessage } from '@amks/reader/extraction/child-protocol.js';
import { Extractor } from '@amks/reader/extraction/extractor.js';
import { DEFAULT_EXTRACTION_LIMITS } from '@amks/reader/limits/extraction-limits.js';
import { drawnPdf } from './drawn-pdf.js';

const extractor = new Extractor({ limits: DEFAULT_EXTRACTION_LIMITS, max_processes: 1 });

/** Draws one page. */
export type Draw = Parameters<typeof drawnPdf>[0][number];

/** What the reading process makes of pages that are drawn as one file: each by its name, and the warnings of the file. */
export async function readDrawnPages(
  pages: Record<string, Draw>,
): Promise<{ read: Map<string, PageMessage>; warnings: string[] }> {
  const { pages: messages, warnings } = await readContent('application/pdf', await drawnPdf(Object.values(pages)));
  return { read: new Map(Object.keys(pages).map((name, i) => [name, messages[i]!])), warnings };
}

/** What the reading process makes of the content of a file, page by page, and the warnings of the file. */
export async function readContent(
  format: string,
  content: string | Uint8Array,
): Promise<{ pages: PageMessage[]; warnings: string[] }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'amks-read-'));
  try {
    const file = path.join(folder, 'file');
    await writeFile(file, content);
    const pages: PageMessage[] = [];
    const { warnings } = await extractor.read(
      {
        file,
        format,
        embed: false,
        onPage: (page) => void pages.push(page),
      },
      'test',
    );
    return { pages, warnings };
  } finally {
    await rm(folder, { recursive: true });
  }
}
