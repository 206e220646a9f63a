import type { EmbeddedPassage, ExtractionState, PageMessage, StartMessage } from './child-protocol.js';
import { ExtractionError } from './extraction-error.js';
import { embeddingText, INITIAL_PASSAGES, splitPage, type PassageTools } from './passages.js';
import { framePages, NEIGHBOUR_PAGES } from './running-rows.js';
import { INITIAL_STRUCTURE, structurePage } from './structure.js';
import type { PageSource } from './text-extractor.js';
import type { RawPage } from './text-line.js';

/** Turns texts into vectors of unit length, in order. */
export type Embed = (texts: string[]) => Promise<Float32Array[]>;

export interface PipelineOptions extends Pick<StartMessage, 'limits' | 'from_page' | 'state'> {
  /** Of the document, for passages without a heading above them. */
  title?: string;
  tools: PassageTools;
  /** Null leaves passages without vectors. */
  embed: Embed | null;
  onProgress: (stage: 'reading' | 'embedding', pagesDone: number) => void;
}

/** Passages embedded between two signs of life. */
const EMBEDDING_BATCH = 8;

/** Lines and table cells of one page. A dense real page has a few hundred. */
const MAX_PIECES = 20_000;

const FIRST_STATE: ExtractionState = {
  version: 1,
  structure: INITIAL_STRUCTURE,
  passages: INITIAL_PASSAGES,
  text_bytes: 0,
};

/**
 * Reads a source page by page into blocks and passages.
 *
 * @throws ExtractionError `too_much_text` when a page or the file exceeds its limit
 */
export async function* extractPages(source: PageSource, options: PipelineOptions): AsyncGenerator<PageMessage> {
  const { limits, from_page: from } = options;
  let state = options.state ?? FIRST_STATE;
  const raw = bounded(source.pages(Math.max(1, from - NEIGHBOUR_PAGES)), options);
  for await (const framed of framePages(raw, from)) {
    const structured = structurePage(framed, source.document.outline, state.structure);
    const textBytes = state.text_bytes + Buffer.byteLength(structured.page.text);
    if (textBytes > limits.max_file_text_bytes) throw new ExtractionError('too_much_text', 'file');
    const split = splitPage(structured.page, state.passages, options.tools);
    state = { version: 1, structure: structured.state, passages: split.state, text_bytes: textBytes };
    const passages = options.embed
      ? await embedded(split.passages, options.embed, framed.raw, options)
      : split.passages;
    const { error } = framed.raw;
    yield { type: 'page', page: structured.page, passages, state, ...(error !== undefined && { error }) };
  }
}

/** Refuses a page of too much text before any rule looks at it: some rules compare every line with others. */
async function* bounded(pages: AsyncIterable<RawPage>, options: PipelineOptions): AsyncGenerator<RawPage> {
  for await (const page of pages) {
    let bytes = 0;
    let pieces = 0;
    for (const row of page.rows) {
      pieces += row.segments.length;
      for (const segment of row.segments) bytes += Buffer.byteLength(segment.text) + 1;
    }
    if (bytes > options.limits.max_page_text_bytes || pieces > MAX_PIECES)
      throw new ExtractionError('too_much_text', `page ${page.page_number}`);
    options.onProgress('reading', page.page_number);
    yield page;
  }
}

async function embedded(
  passages: EmbeddedPassage[],
  embed: Embed,
  page: RawPage,
  options: PipelineOptions,
): Promise<EmbeddedPassage[]> {
  const result: EmbeddedPassage[] = [];
  for (let i = 0; i < passages.length; i += EMBEDDING_BATCH) {
    const batch = passages.slice(i, i + EMBEDDING_BATCH);
    const vectors = await embed(batch.map((passage) => embeddingText(passage, options.title)));
    batch.forEach((passage, j) => result.push({ ...passage, embedding: littleEndian(vectors[j]!) }));
    options.onProgress('embedding', page.page_number - 1);
  }
  return result;
}

/** Stored vectors must read the same on every machine. */
function littleEndian(vector: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, i) => bytes.writeFloatLE(value, i * 4));
  return new Uint8Array(bytes);
}
