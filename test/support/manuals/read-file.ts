import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatOf } from '../../../packages/reader/src/detection/file-format.js';
import type { ExtractedDocument, PageLayoutBoxes } from '../../../packages/reader/src/document/document.types.js';
import { extractPages, summarize } from '../../../packages/reader/src/extraction/extraction-pipeline.js';
import { openSource } from '../../../packages/reader/src/extraction/open-source.js';
import {
  DEFAULT_EXTRACTION_LIMITS,
  type ExtractionLimits,
} from '../../../packages/reader/src/limits/extraction-limits.js';
import { MiniLmTokenizer } from '../../../packages/reader/src/minilm/minilm-tokenizer.js';

export interface FileRead {
  mediaType: string;
  document: ExtractedDocument;
  /** Blocks of each page as `kind level: text`; a header of a table is `header: text`. */
  pages: string[][];
  passages: { text: string; section: string[]; columns: string[] | undefined }[];
  warnings: string[];
  layouts: (PageLayoutBoxes | undefined)[];
}

/** Detects and reads a file as the service does, without processes and vectors. @throws FileRefusedError, ExtractionError */
export async function readFile(
  content: string | Uint8Array,
  limits: Partial<ExtractionLimits> = {},
): Promise<FileRead> {
  const folder = await mkdtemp(path.join(tmpdir(), 'read-file-'));
  try {
    const file = path.join(folder, 'file');
    await writeFile(file, content);
    return await readFrom(file, { ...DEFAULT_EXTRACTION_LIMITS, ...limits });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readFrom(file: string, limits: ExtractionLimits): Promise<FileRead> {
  const mediaType = await formatOf(file);
  const source = await openSource(file, mediaType, { limits });
  const tokenizer = await MiniLmTokenizer.load();
  const tools = { countTokens: (text: string) => tokenizer.countTokens(text), extractIdentifiers: () => [] };
  const read: FileRead = { mediaType, document: source.document, pages: [], passages: [], warnings: [], layouts: [] };
  let state = null;
  const options = { limits, from_page: 1, state: null, tools, embed: null, onProgress: () => undefined };
  for await (const message of extractPages(source, options)) {
    const { page, passages } = message;
    ({ state } = message);
    read.layouts.push(page.layout);
    read.pages.push(
      page.blocks.map(({ kind, level, header, text }) => {
        const name = header ? 'header' : kind === 'table_row' ? 'row' : kind;
        return `${level === undefined ? name : `${name} ${level}`}: ${text}`;
      }),
    );
    for (const { text, section, facts } of passages) read.passages.push({ text, section, columns: facts.columns });
  }
  await source.close();
  const { language, warnings } = summarize(source, state);
  return { ...read, document: { ...read.document, language }, warnings };
}
