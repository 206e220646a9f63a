/**
 * Measures answers and refusals over the sample library, with the service's own extraction, index and answerer.
 *
 *   npm run build && node dist/bench/refusal.js [--half odd|even] [--verbose]
 *
 * Of the labelled questions (bench/sets/sample) it prints how many are answered, with the right value and page among what is
 * quoted, and how many that the library cannot answer are refused. Questions with odd numbers were seen when the gate was
 * fitted, those with even numbers were not.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/common/project-root.js';
import { MINILM_DIMENSIONS, MINILM_MODEL, MiniLmModel } from '../src/integrations/embeddings/minilm-model.js';
import { extractIdentifiers } from '../src/integrations/search-index/identifiers.js';
import type { IndexHit } from '../src/integrations/search-index/index-query.js';
import { SearchIndex } from '../src/integrations/search-index/search-index.js';
import type { Answer, EvidencePassage } from '../src/modules/chat/answering/answer.types.js';
import { mergeRanked } from '../src/modules/chat/answering/merge-ranked.js';
import { retrievalQueries } from '../src/modules/chat/answering/question.js';
import { ExtractiveAnswerer } from '../src/modules/chat/answering/extractive-answerer.js';
import { extractPages } from '../src/modules/ingestion/extraction/extraction-pipeline.js';
import { DEFAULT_EXTRACTION_LIMITS } from '../src/modules/ingestion/extraction/extraction.types.js';
import { embeddingText } from '../src/modules/ingestion/extraction/passages.js';
import { openPdf } from '../src/modules/ingestion/extraction/pdf-extractor.js';
import { percentile } from './retrieval-metrics.js';
import { putPassages } from './support/put-passages.js';

interface LibraryEntry {
  file: string;
  sha256: string;
  title: string;
  document_type: string;
  aircraft_type: string;
  version: string;
  revision_date: string;
  /** Of files that are not typeset PDFs. */
  folder?: string;
  supersedes_file?: string;
}

interface Question {
  id: string;
  question: string;
  kind: string;
  answerable?: boolean;
  file: string;
  page: number;
  answer: string;
  also?: { file: string; page: number }[];
}

interface Outcome {
  question: Question;
  retrieved: boolean;
  answer: Answer;
  milliseconds: number;
}

const ORGANIZATION = 'org_bench';
const EVIDENCE = 20;
const SECTION_SEPARATOR = ' > ';

/** Passages of one document as chat receives them, without scores. */
async function passagesOf(folder: string, entry: LibraryEntry, model: MiniLmModel): Promise<EvidencePassage[]> {
  const source = await openPdf(path.join(folder, 'pdf', entry.file), DEFAULT_EXTRACTION_LIMITS.max_pages);
  const passages: EvidencePassage[] = [];
  const options = {
    limits: DEFAULT_EXTRACTION_LIMITS,
    from_page: 1,
    state: null,
    tools: { countTokens: (text: string) => model.countTokens(text), extractIdentifiers },
    embed: null,
    onProgress: () => undefined,
  };
  for await (const { passages: found } of extractPages(source, options)) {
    for (const passage of found) {
      passages.push({
        ...passage,
        passage_id: `${entry.file}#${passage.ordinal}`,
        document_id: entry.file,
        revision_id: entry.file,
        title: entry.title,
        version: entry.version,
        revision_date: entry.revision_date,
        document_type: entry.document_type,
        aircraft_type: entry.aircraft_type,
        content_sha256: entry.sha256,
        superseded: false,
        effectivity: null,
        section: passage.section.join(SECTION_SEPARATOR),
        ...{ score: 0, keyword_score: null, similarity: null },
      });
    }
  }
  return passages;
}

async function fill(index: SearchIndex, passages: EvidencePassage[], model: MiniLmModel): Promise<void> {
  const entries = passages.map((passage) => ({
    ...{
      id: passage.passage_id,
      page_number: passage.page_number,
      document_id: passage.document_id,
      revision_id: passage.revision_id,
    },
    ...{ document_type: passage.document_type, aircraft_type: passage.aircraft_type, ata_chapter: null },
    ...{ title: passage.title, section: passage.section, body: passage.text, identifiers: passage.identifiers },
  }));
  const texts = passages.map(({ section, text }) => embeddingText({ section: section.split(SECTION_SEPARATOR), text }));
  const vectors = await model.embed(texts);
  await putPassages(
    index,
    ORGANIZATION,
    entries.map((entry, i) => ({ ...entry, vector: vectors[i]! })),
  );
}

function isRightPage(
  { file, page, also = [] }: Question,
  found: { document_id: string; page_number: number },
): boolean {
  return [{ file, page }, ...also].some(
    (place) => place.file === found.document_id && place.page === found.page_number,
  );
}

function squeeze(text: string): string {
  return text.replace(/\s+/gu, ' ').toLowerCase();
}

function report(outcomes: Outcome[], verbose: boolean): void {
  const answerable = outcomes.filter(({ question }) => question.answerable !== false);
  const unanswerable = outcomes.filter(({ question }) => question.answerable === false);
  const refused = (some: Outcome[]) => some.filter(({ answer }) => answer.answer_status === 'refused');
  const quotesAnswer = ({ question, answer }: Outcome) => squeeze(answer.content).includes(squeeze(question.answer));
  const citesPage = ({ question, answer }: Outcome) => answer.citations.some((found) => isRightPage(question, found));
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;
  const rightlyRefused = refused(unanswerable).length;
  console.log(
    `answerable, right page retrieved   ${share(answerable.filter((o) => o.retrieved).length, answerable.length)}`,
  );
  console.log(
    `answerable, answered               ${share(answerable.length - refused(answerable).length, answerable.length)}`,
  );
  console.log(`answerable, right page cited       ${share(answerable.filter(citesPage).length, answerable.length)}`);
  console.log(`answerable, right value quoted     ${share(answerable.filter(quotesAnswer).length, answerable.length)}`);
  console.log(`refusal precision                  ${share(rightlyRefused, refused(outcomes).length)}`);
  console.log(`refusal recall                     ${share(rightlyRefused, unanswerable.length)}`);
  const times = outcomes.map(({ milliseconds }) => milliseconds);
  console.log(
    `answer time                        p50 ${percentile(times, 50).toFixed(0)} ms, p99 ${percentile(times, 99).toFixed(0)} ms`,
  );
  const kinds = [...new Set(outcomes.map(({ question }) => question.kind))];
  console.table(
    Object.fromEntries(
      kinds.map((kind) => {
        const some = outcomes.filter(({ question }) => question.kind === kind);
        const value = some.filter((o) => o.question.answerable !== false && quotesAnswer(o)).length;
        return [kind, { questions: some.length, refused: refused(some).length, 'right value': value }];
      }),
    ),
  );
  if (!verbose) return;
  for (const outcome of outcomes) {
    const { question, answer, retrieved } = outcome;
    const isFine = question.answerable === false ? answer.answer_status === 'refused' : quotesAnswer(outcome);
    if (isFine) continue;
    console.log(
      `\n${question.id} ${question.question}\n  expected: ${question.answer ?? 'refusal'} (retrieved: ${retrieved})`,
    );
    console.log(`  ${answer.answer_status}: ${answer.content.replaceAll('\n', '\n  ')}`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { half: { type: 'string' }, verbose: { type: 'boolean', default: false } } });
  const samples = path.join(projectRoot(), 'samples');
  const everything = JSON.parse(await readFile(path.join(samples, 'library.json'), 'utf8')) as LibraryEntry[];
  // The questions are about the typeset manuals; those in other formats are there to be read and shown.
  const library = everything.filter(({ folder }) => folder === undefined);
  const set = await readFile(path.join(projectRoot(), 'bench/sets/sample/questions.jsonl'), 'utf8');
  const questions = set
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Question)
    .filter(({ id }) => !values.half || (Number(id.slice(1)) % 2 === 1 ? 'odd' : 'even') === values.half);
  const superseded = new Set(library.map((entry) => entry.supersedes_file));

  const model = await MiniLmModel.load();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'refusal-'));
  const index = new SearchIndex({
    folder,
    space: { model: MINILM_MODEL, dimensions: MINILM_DIMENSIONS },
    memoryBytes: 2 ** 30,
  });
  try {
    const passages: EvidencePassage[] = [];
    for (const entry of library) {
      if (!superseded.has(entry.file)) passages.push(...(await passagesOf(samples, entry, model)));
    }
    await index.start();
    await fill(index, passages, model);
    const byId = new Map(passages.map((passage) => [passage.passage_id, passage]));
    const answerer = new ExtractiveAnswerer(model);
    const outcomes: Outcome[] = [];
    for (const question of questions) {
      const rankings: IndexHit[][] = [];
      for (const text of retrievalQueries(question.question, [])) {
        const [vector] = await model.embed([text]);
        const query = { text, vector: vector ?? null, mode: 'hybrid' as const, limit: EVIDENCE };
        rankings.push((await index.search(ORGANIZATION, query)).hits);
      }
      const hits = mergeRanked(rankings, ({ id }) => id, EVIDENCE);
      const evidence = hits.flatMap((hit) => ({ ...byId.get(hit.id)!, ...hit }));
      const startedAt = performance.now();
      const answer = await answerer.answer({ question: question.question, history: [], copilot_type: 'mro', evidence });
      const retrieved = evidence.some((passage) => isRightPage(question, passage));
      outcomes.push({ question, retrieved, answer, milliseconds: performance.now() - startedAt });
    }
    console.log(`${library.length} documents, ${passages.length} passages, ${questions.length} questions`);
    report(outcomes, values.verbose);
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
