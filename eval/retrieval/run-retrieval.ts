import { MiniLmModel } from '@amks/reader/minilm/minilm-model.js';
import { MINILM_DIMENSIONS, MINILM_MODEL } from '@amks/reader/minilm/minilm-space.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { EVERYBODY } from '@amks/search-engine/visibility/audience.js';
import type { IndexedPassage } from '@amks/search-engine/engine.types.js';
import { OrganizationIndex } from '@amks/search-engine/organization-index.js';
import type { IndexQuery } from '@amks/search-engine/index-query.js';
import { embeddingText, MAX_PASSAGE_TOKENS } from '@amks/reader/passages/passages.js';
import { splitText } from '@amks/reader/passages/split-text.js';
import { percentile } from '../../bench/support/figure.js';
import { meanScores } from './metrics.js';
import { PlainBm25 } from './plain-bm25.js';
import type { Corpus, RetrievalSet, SetEntry } from './retrieval-set.js';
import { embedTexts } from './vectors.js';

const MODES: IndexQuery['mode'][] = ['keyword', 'semantic', 'hybrid'];
/** Passages per query, enough for ten documents with several passages each. */
const DEPTH = 100;
const MAX_PASSAGE_CHARACTERS = 2_400;

export interface RetrievalOutcome {
  /** By unit, then mode: score name → value. `plain BM25` is the floor. */
  tables: Record<'document' | 'page', Record<string, Record<string, number>>>;
  /** Milliseconds of an index search by mode, without embedding and database. */
  times: Record<string, { p50: number; p99: number }>;
}

/**
 * Ranks a labeled set with the service's splitter, embedding model and index, in this process.
 * @param vectorFolder caches vectors between runs; null disables the cache
 */
export async function runRetrieval(set: RetrievalSet, vectorFolder: string | null): Promise<RetrievalOutcome> {
  const model = await MiniLmModel.load();
  try {
    const outcome: RetrievalOutcome = { tables: { document: {}, page: {} }, times: {} };
    const vectors = await embedTexts(
      model,
      set.queries.map(({ text }) => text),
      vectorFolder,
    );
    const times: Record<string, number[]> = {};
    for (const corpus of set.corpora) {
      const index = await indexOf(model, corpus, vectorFolder);
      const table = outcome.tables[corpus.unit];
      const plain = new PlainBm25(corpus.entries.map(({ id, title = '', text }) => ({ id, text: `${title} ${text}` })));
      const floor = new Map(set.queries.map(({ id, text }) => [id, plain.search(text, DEPTH)]));
      table['plain BM25'] = meanScores(corpus.qrels, floor);
      for (const mode of MODES) {
        const run = new Map<string, string[]>();
        set.queries.forEach(({ id, text }, row) => {
          const startedAt = performance.now();
          const { hits } = index.search({ reader: 'everything', text, vector: vectors[row]!, mode, limit: DEPTH });
          (times[mode] ??= []).push(performance.now() - startedAt);
          run.set(id, [...new Set(hits.map((hit) => hit.document_id))]);
        });
        table[mode] = meanScores(corpus.qrels, run);
      }
    }
    for (const mode of MODES) {
      outcome.times[mode] = { p50: percentile(times[mode] ?? [], 50), p99: percentile(times[mode] ?? [], 99) };
    }
    return outcome;
  } finally {
    await model.close();
  }
}

async function indexOf(model: MiniLmModel, corpus: Corpus, vectorFolder: string | null): Promise<OrganizationIndex> {
  const bodies = corpus.entries.map((entry) => bodiesOf(model, entry));
  const texts = corpus.entries.flatMap(({ title }, row) =>
    bodies[row]!.map((text) => embeddingText({ section: title ? [title] : [], text })),
  );
  const vectors = await embedTexts(model, texts, vectorFolder);
  const index = new OrganizationIndex({ model: MINILM_MODEL, dimensions: MINILM_DIMENSIONS });
  let next = 0;
  corpus.entries.forEach(({ id, title = '' }, row) => {
    const passages: IndexedPassage[] = bodies[row]!.map((body, ordinal) => ({
      ...{ id: `${id}#${ordinal}`, page_number: 1, section: title, body, conditions: '', vector: vectors[next++]! },
      identifiers: extractIdentifiers(body),
      own_identifiers: extractIdentifiers(title),
    }));
    const kept = {
      document_number: null,
      document_type: 'OTHER',
      aircraft_type: 'ALL',
      ata_chapter: null,
      status: 'active' as const,
      audience: EVERYBODY,
    };
    index.put({ id, document_id: id, title: '', ...kept, text_version: '1' }, passages);
  });
  while (index.maintain());
  return index;
}

/** As in ingestion: one page per document, with the title as section. */
function bodiesOf(model: MiniLmModel, { title = '', text }: SetEntry): string[] {
  const spans = splitText(text, {
    max_tokens: Math.max(64, MAX_PASSAGE_TOKENS - model.countTokens(title)),
    max_characters: MAX_PASSAGE_CHARACTERS,
    countTokens: (piece) => model.countTokens(piece),
  });
  return spans.length > 0 ? spans.map(({ start, end }) => text.slice(start, end)) : [''];
}
