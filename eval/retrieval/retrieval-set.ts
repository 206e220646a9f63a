import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Qrels } from './metrics.js';

export interface SetEntry {
  id: string;
  title?: string;
  text: string;
}

/** A corpus with its judgments: documents, or the pages of a printed manual. */
export interface Corpus {
  unit: 'document' | 'page';
  entries: SetEntry[];
  qrels: Qrels;
}

export interface RetrievalSet {
  queries: SetEntry[];
  corpora: Corpus[];
}

export function isRetrievalSet(folder: string): boolean {
  return ['corpus.jsonl', 'queries.jsonl', 'qrels.tsv'].every((name) => existsSync(path.join(folder, name)));
}

/**
 * Reads corpus.jsonl {id, title?, text}, queries.jsonl {id, text, page?} and qrels.tsv (query, document, relevance).
 * With pages.jsonl {page, text} and pages in the queries, retrieval of printed pages is judged as well.
 */
export async function readRetrievalSet(folder: string): Promise<RetrievalSet> {
  const at = (name: string) => path.join(folder, name);
  const [entries, queries, qrels] = await Promise.all([
    readLines<SetEntry>(at('corpus.jsonl')),
    readLines<SetEntry & { page?: number }>(at('queries.jsonl')),
    readFile(at('qrels.tsv'), 'utf8').then(parseQrels),
  ]);
  const corpora: Corpus[] = [{ unit: 'document', entries, qrels }];
  if (existsSync(at('pages.jsonl'))) {
    const pages = await readLines<{ page: number; text: string }>(at('pages.jsonl'));
    const asked = queries.filter(({ page }) => page !== undefined);
    corpora.push({
      unit: 'page',
      entries: pages.map(({ page, text }) => ({ id: String(page), text })),
      qrels: new Map(asked.map(({ id, page }) => [id, new Map([[String(page), 1]])])),
    });
  }
  return { queries, corpora };
}

/** One JSON object per line; skips empty lines. Throws with the number of an invalid line. */
export async function readLines<T>(file: string): Promise<T[]> {
  return (await readFile(file, 'utf8')).split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as T];
    } catch (error) {
      throw new Error(`${file}:${index + 1} is not JSON`, { cause: error });
    }
  });
}

/** Skips a header line, which has no number in the last column. */
export function parseQrels(text: string): Qrels {
  const qrels: Qrels = new Map();
  for (const line of text.split('\n')) {
    const [query, document, relevance] = line.trim().split('\t');
    if (!query || !document || !Number.isFinite(Number(relevance))) continue;
    const judged = qrels.get(query) ?? new Map<string, number>();
    qrels.set(query, judged.set(document, Number(relevance)));
  }
  return qrels;
}
