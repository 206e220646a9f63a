import type { DocumentSummary, EmbeddedPassage, ExtractionState, PageMessage, StartMessage } from './child-protocol.js';
import { caveatPageWarnings, withPageCaveats } from '../document/caveats.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractedPage } from '../document/document.types.js';
import { MAX_PAGE_PIECES } from '../limits/extraction-limits.js';
import { FRONT_PAGES, suggestFacts } from '../facts/document-facts.js';
import { describePage, INITIAL_FACTS } from '../facts/page-facts.js';
import { embeddingText, INITIAL_PASSAGES, splitPage, type PassageTools } from '../passages/passages.js';
import { writePage } from '../markup/markup-source.js';
import { overflowWarnings } from '../notices/governing-notices.js';
import { doubtfulLines } from '../ocr/reading-confidence.js';
import type { PageSource } from '../document/page-source.js';
import { typesetPage } from '../typesetting/typeset-page.js';
import { framePages, NEIGHBOUR_PAGES } from '../layout/running-rows.js';
import { INITIAL_STRUCTURE, structurePage, type StructureState } from '../layout/structure.js';
import { documentLanguage, PassageLanguages } from '../text/text-language.js';
import { UNKNOWN_CHARACTER } from '../text/text-cleanup.js';
import type { RawPage } from '../layout/rows/text-line.js';

export type Embed = (texts: string[]) => Promise<Float32Array[]>;

export interface PipelineOptions extends Pick<StartMessage, 'limits' | 'from_page' | 'state'> {
  /** Title of the document, for passages without a heading. */
  title?: string;
  tools: PassageTools;
  /** Null leaves passages without vectors. */
  embed: Embed | null;
  onProgress: (stage: 'reading' | 'embedding', pagesDone: number) => void;
}

/** Passages embedded between two `alive` messages. */
const EMBEDDING_BATCH = 8;

const FIRST_STATE: ExtractionState = {
  version: 1,
  structure: INITIAL_STRUCTURE,
  passages: INITIAL_PASSAGES,
  facts: INITIAL_FACTS,
  suggested: {},
  doubts: {},
  languages: {},
  text_bytes: 0,
};

/** Reads a source page by page into blocks and passages. @throws ExtractionError `too_much_text` for a page or the file */
export async function* extractPages(source: PageSource, options: PipelineOptions): AsyncGenerator<PageMessage> {
  const { limits } = options;
  // Checkpoints of earlier releases lack newer fields.
  let state = { ...FIRST_STATE, ...options.state };
  const { language, s1000d } = source.document;
  for await (const read of structured(source, options, state.structure)) {
    const { page: bare, structure, error, ocr_confidence = null, unread_picture = false } = read;
    const doubts = withPageCaveats(state.doubts, bare.page_number, read.caveats ?? []);
    const textBytes = state.text_bytes + Buffer.byteLength(bare.text);
    if (textBytes > limits.max_file_text_bytes) throw new ExtractionError('too_much_text', 'file');
    const split = splitPage(bare, state.passages, options.tools);
    const { page, facts, state: factsState } = describePage(bare, split.passages, state.facts, language);
    const languages = new PassageLanguages({ ...state.languages });
    // A data module states these facts in its head.
    const isFront = page.page_number <= FRONT_PAGES && !s1000d;
    const suggested = isFront ? suggestFacts(page, state.suggested) : state.suggested;
    const described: EmbeddedPassage[] = [];
    for (const [i, passage] of split.passages.entries()) {
      const language = await languages.next(passage.text);
      described.push({ ...passage, facts: { ...facts[i]!, ...(language !== null && { language }) } });
    }
    state = {
      version: 1,
      structure,
      passages: split.state,
      facts: factsState,
      suggested,
      doubts,
      languages: languages.counts,
      text_bytes: textBytes,
    };
    const passages = options.embed ? await embedded(described, options.embed, page.page_number, options) : described;
    const reading = { ocr_confidence, doubtful_lines: doubtfulLines(page), unread_picture };
    yield {
      type: 'page',
      page,
      passages,
      state,
      ...reading,
      ...(isFront && { suggested }),
      ...(error !== undefined && { error }),
    };
  }
}

/** @param state after the last page */
export function summarize({ document, warnings }: PageSource, state: ExtractionState | null): DocumentSummary {
  const ofPages = state ? [...caveatPageWarnings(state.doubts), ...overflowWarnings(state.passages)] : [];
  return { language: documentLanguage(document, state?.languages), warnings: [...warnings, ...ofPages] };
}

interface StructuredPage extends Pick<RawPage, 'error' | 'ocr_confidence' | 'unread_picture' | 'caveats'> {
  page: ExtractedPage;
  structure: StructureState;
}

/** Pages with their blocks, from markup or from layout and wording. */
async function* structured(
  source: PageSource,
  options: PipelineOptions,
  structure: StructureState,
): AsyncGenerator<StructuredPage> {
  const { from_page: from } = options;
  if (source.kind === 'markup') {
    for await (const page of source.pages(from)) {
      const texts = page.blocks.map(({ text }) => text);
      refuseExcess(page.page_number, texts, options.limits);
      options.onProgress('reading', page.page_number);
      yield { page: placed(writePage(page), page.error), structure, error: page.error };
    }
    return;
  }
  const raw = bounded(source.pages(Math.max(1, from - NEIGHBOUR_PAGES)), options);
  for await (const framed of framePages(raw, from)) {
    const { page, state } = structurePage(framed, source.document.outline, structure);
    structure = state;
    const { error, ocr_confidence, unread_picture, caveats: told = [] } = framed.raw;
    const caveats = page.text.includes(UNKNOWN_CHARACTER) ? [...told, 'symbol' as const] : told;
    yield { page: placed(page, error), structure, error, ocr_confidence, unread_picture, caveats };
  }
}

/** Typesets pages of formats without positions, so that they can be shown and highlighted. */
function placed(page: ExtractedPage, error: string | undefined): ExtractedPage {
  return page.layout || error !== undefined ? page : { ...page, layout: typesetPage(page) };
}

/** Rejects a page with too much text before the rules run: some compare every line with all others. */
async function* bounded(pages: AsyncIterable<RawPage>, options: PipelineOptions): AsyncGenerator<RawPage> {
  for await (const page of pages) {
    const texts = page.rows.flatMap((row) => row.segments.map(({ text }) => text));
    refuseExcess(page.page_number, texts, options.limits);
    options.onProgress('reading', page.page_number);
    yield page;
  }
}

/** @throws ExtractionError `too_much_text` */
function refuseExcess(pageNumber: number, texts: readonly string[], limits: PipelineOptions['limits']): void {
  let bytes = 0;
  for (const text of texts) bytes += Buffer.byteLength(text) + 1;
  if (bytes > limits.max_page_text_bytes || texts.length > MAX_PAGE_PIECES)
    throw new ExtractionError('too_much_text', `page ${pageNumber}`);
}

async function embedded(
  passages: EmbeddedPassage[],
  embed: Embed,
  pageNumber: number,
  options: PipelineOptions,
): Promise<EmbeddedPassage[]> {
  const result: EmbeddedPassage[] = [];
  for (let i = 0; i < passages.length; i += EMBEDDING_BATCH) {
    const batch = passages.slice(i, i + EMBEDDING_BATCH);
    const vectors = await embed(batch.map((passage) => embeddingText(passage, options.title)));
    batch.forEach((passage, j) => result.push({ ...passage, embedding: littleEndian(vectors[j]!) }));
    options.onProgress('embedding', pageNumber - 1);
  }
  return result;
}

/** Stored vectors have the same byte order on every machine. */
function littleEndian(vector: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, i) => bytes.writeFloatLE(value, i * 4));
  return new Uint8Array(bytes);
}
