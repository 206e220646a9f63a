/**
 * Measures retrieval on a labelled set with the service's own embedding model and search index.
 *
 *   npm run build && node dist/bench/retrieval.js --set DIR
 *
 * DIR holds corpus.jsonl {id, title, text}, queries.jsonl {id, text} and qrels.tsv (query, document, relevance).
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MINILM_DIMENSIONS, MINILM_MODEL, MiniLmModel } from '../src/integrations/embeddings/minilm-model.js';
import { extractIdentifiers } from '../src/integrations/search-index/identifiers.js';
import type { IndexQuery } from '../src/integrations/search-index/index-query.js';
import { SearchIndex } from '../src/integrations/search-index/search-index.js';
import { embeddingText, MAX_PASSAGE_TOKENS } from '../src/modules/ingestion/extraction/passages.js';
import { splitText } from '../src/modules/ingestion/extraction/split-text.js';
import { putPassages, type DescribedPassage } from './support/put-passages.js';
import { meanScores, percentile, type Qrels } from './retrieval-metrics.js';

interface Entry {
  id: string;
  title?: string;
  text: string;
}

const ORGANIZATION = 'org_bench';
const MODES: IndexQuery['mode'][] = ['keyword', 'semantic', 'hybrid'];

async function readLines(file: string): Promise<Entry[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as Entry);
}

/** query → document → relevance; a header line has no number in the last column and is skipped. */
async function readQrels(file: string): Promise<Qrels> {
  const qrels: Qrels = new Map();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const [query, document, relevance] = line.trim().split('\t');
    if (!query || !document || !Number.isFinite(Number(relevance))) continue;
    const judged = qrels.get(query) ?? new Map<string, number>();
    qrels.set(query, judged.set(document, Number(relevance)));
  }
  return qrels;
}

/** As ingestion does it: one page per document, its title the section. */
async function passagesOf(model: MiniLmModel, { id, title = '', text }: Entry): Promise<DescribedPassage[]> {
  const spans = splitText(text, {
    max_tokens: Math.max(64, MAX_PASSAGE_TOKENS - model.countTokens(title)),
    max_characters: 2_400,
    countTokens: (piece) => model.countTokens(piece),
  });
  const bodies = spans.length > 0 ? spans.map(({ start, end }) => text.slice(start, end)) : [''];
  const vectors = await model.embed(bodies.map((body) => embeddingText({ section: title ? [title] : [], text: body })));
  return bodies.map((body, index) => ({
    id: `${id}#${index}`,
    document_id: id,
    revision_id: id,
    document_type: 'OTHER',
    aircraft_type: 'ANY',
    ata_chapter: null,
    title: '',
    page_number: 1,
    section: title,
    body,
    identifiers: extractIdentifiers(`${title}\n${body}`),
    vector: vectors[index]!,
  }));
}

async function measureMode(
  index: SearchIndex,
  mode: IndexQuery['mode'],
  queries: (Entry & { vector: Float32Array })[],
) {
  const run = new Map<string, string[]>();
  const times: number[] = [];
  for (const { id, text, vector } of queries) {
    const startedAt = performance.now();
    const { hits } = await index.search(ORGANIZATION, { text, vector, mode, limit: 100 });
    times.push(performance.now() - startedAt);
    run.set(id, [...new Set(hits.map((hit) => hit.document_id))]);
  }
  return { run, p50: percentile(times, 50), p99: percentile(times, 99) };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { set: { type: 'string' } } });
  if (!values.set) throw new Error('usage: node dist/bench/retrieval.js --set DIR');
  const set = (name: string) => path.join(values.set!, name);
  const [corpus, questions, qrels] = await Promise.all([
    readLines(set('corpus.jsonl')),
    readLines(set('queries.jsonl')),
    readQrels(set('qrels.tsv')),
  ]);

  const model = await MiniLmModel.load();
  const cpuBefore = process.cpuUsage();
  let startedAt = performance.now();
  const passages: DescribedPassage[] = [];
  for (const entry of corpus) passages.push(...(await passagesOf(model, entry)));
  const embedSeconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const embedCpuSeconds = (user + system) / 1e6; // what one core needs, however busy the machine is

  const folder = await mkdtemp(path.join(os.tmpdir(), 'retrieval-'));
  const index = new SearchIndex({
    folder,
    space: { model: MINILM_MODEL, dimensions: MINILM_DIMENSIONS },
    memoryBytes: 2 ** 30,
  });
  try {
    await index.start();
    startedAt = performance.now();
    await putPassages(index, ORGANIZATION, passages);
    const indexSeconds = (performance.now() - startedAt) / 1000;

    const vectors = await model.embed(questions.map(({ text }) => text));
    const queries = questions.map((question, i) => ({ ...question, vector: vectors[i]! }));
    const rate = (seconds: number) => `${Math.round(passages.length / seconds)} passages/s`;
    console.log(`${corpus.length} documents, ${passages.length} passages, ${queries.length} queries`);
    console.log(
      `split and embed: ${embedSeconds.toFixed(1)} s, ${rate(embedSeconds)}; per core ${rate(embedCpuSeconds)}`,
    );
    console.log(`index: ${indexSeconds.toFixed(2)} s, ${rate(indexSeconds)}`);
    const table: Record<string, Record<string, string>> = {};
    for (const mode of MODES) {
      const { run, p50, p99 } = await measureMode(index, mode, queries);
      const scores = Object.entries(meanScores(qrels, run)).map(([name, value]) => [name, value.toFixed(4)] as const);
      table[mode] = { ...Object.fromEntries(scores), 'p50 ms': p50.toFixed(1), 'p99 ms': p99.toFixed(1) };
    }
    console.table(table);
    console.log(`resident memory ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`);
  } finally {
    await index.close();
    await model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
