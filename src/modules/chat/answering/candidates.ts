import type { Embeddings } from '../../../integrations/embeddings/embeddings.js';
import { extractIdentifiers } from '../../../integrations/search-index/identifiers.js';
import type { EvidencePassage } from './answer.types.js';
import { Bm25 } from './bm25.js';
import { columnFacts, factsIn } from './facts.js';
import { givesQuantity, unitsAskedFor } from './quantities.js';
import { isUnfinished, splitUnits, type SourceUnit } from './sentences.js';
import { contentTerms, isGeneric } from './terms.js';

/** A sentence, step or row that may answer, with what speaks for it. */
export interface Candidate {
  passage: EvidencePassage;
  /** 0-based rank of the passage in retrieval. */
  rank: number;
  unit: SourceUnit;
  /** Stemmed words of the unit and of what stands above it: title, section, caption, lead-in. */
  terms: Set<string>;
  /** Those of the unit itself and its lead-in: what the reader will see. */
  ownTerms: Set<string>;
  /** Cosine of question and unit in its context; null without embeddings. */
  similarity: number | null;
  /** Whether it gives the kind of value (measure, part number) that the question asks for; null when it asks for none. */
  quantity: boolean | null;
  /** Relevance; comparable only within one question. */
  score: number;
}

/** Weights of the relevance, chosen on questions over the sample library's sources (docs/adr/0007). */
const WEIGHTS = { similarity: 0.6, words: 0.3, ownWords: 0.2, rank: 0.2, quantity: 0.4, notice: -0.1 };

const PART_NUMBER = /\b(?:part numbers?|part no|p\/?n)\b/iu;

/** Passages whose units are looked at: what ranks lower has never held the answer alone. */
const MAX_PASSAGES = 8;

/** Rates every unit of the evidence for the question, best first. `embeddings` null or failing: by words and rank alone. */
export async function rateCandidates(
  question: string,
  passages: readonly EvidencePassage[],
  embeddings: Pick<Embeddings, 'embed'> | null,
): Promise<Candidate[]> {
  const found = passages.slice(0, MAX_PASSAGES).flatMap((passage, rank) => candidatesOf(passage, rank));
  const texts = found.map(({ context, unit }) => `${context}\n${unit.text}`);
  const similarities = await cosines(question, texts, embeddings);
  const terms = found.map(({ passage }, index) => contentTerms(`${sourceText(passage)}\n${texts[index] ?? ''}`));
  const bm25 = new Bm25(terms);
  const query = contentTerms(question);
  const words = found.map((_, index) => bm25.score(query, index));
  const mostWords = Math.max(...words, Number.EPSILON);
  const asked = unitsAskedFor(question);
  const asksForPart = PART_NUMBER.test(question) && extractIdentifiers(question).length === 0;
  return found
    .map(({ passage, rank, unit }, index) => {
      const similarity = similarities?.[index] ?? null;
      const ownTerms = new Set(contentTerms(`${unit.leadIn ?? ''}\n${unit.text}`));
      const quantity = asksForPart
        ? extractIdentifiers(unit.text).length > 0
        : asked && givesQuantity(factsOf(unit), asked);
      const score =
        WEIGHTS.similarity * (similarity ?? 0) +
        WEIGHTS.words * ((words[index] ?? 0) / mostWords) +
        WEIGHTS.rank / (1 + rank) +
        WEIGHTS.ownWords * shareOf(query, ownTerms) +
        WEIGHTS.quantity * (quantity ? 1 : 0) +
        WEIGHTS.notice * (passage.kind === 'warning' || passage.kind === 'caution' ? 1 : 0);
      return { passage, rank, unit, terms: new Set(terms[index]), ownTerms, similarity, quantity, score };
    })
    .sort((a, b) => b.score - a.score);
}

/** What is known of every unit of a passage: where it comes from. */
export function sourceText({ title, document_type, aircraft_type, section }: EvidencePassage): string {
  return [title, document_type, aircraft_type, section].join('\n');
}

/** Facts of a unit, those of a table row with the units of its columns. */
export function factsOf(unit: SourceUnit): Set<string> {
  return new Set([...factsIn(unit.text), ...(unit.leadIn ? columnFacts(unit.text, unit.leadIn) : [])]);
}

/** Share of the question's content words among the terms. */
function shareOf(query: readonly string[], terms: ReadonlySet<string>): number {
  const weight = (term: string): number => (isGeneric(term) ? 0.25 : 1);
  let total = 0;
  let shared = 0;
  for (const term of new Set(query)) {
    total += weight(term);
    if (terms.has(term)) shared += weight(term);
  }
  return shared / (total || 1);
}

function candidatesOf(
  passage: EvidencePassage,
  rank: number,
): { passage: EvidencePassage; rank: number; unit: SourceUnit; context: string }[] {
  let heading = '';
  return splitUnits(passage.text).flatMap((unit) => {
    // A title answers nothing, also where only the section path shows that it is one.
    if (unit.kind === 'heading' || passage.section.includes(unit.text)) {
      heading = unit.text;
      return [];
    }
    if (isUnfinished(unit)) return [];
    const context = [passage.section, heading === unit.leadIn ? '' : heading, unit.leadIn].filter(Boolean).join('\n');
    return [{ passage, rank, unit, context }];
  });
}

async function cosines(
  question: string,
  texts: string[],
  embeddings: Pick<Embeddings, 'embed'> | null,
): Promise<number[] | null> {
  if (!embeddings || texts.length === 0) return null;
  // A model that fails costs precision, not the answer: words and identifiers still decide, more strictly.
  const vectors = await embeddings.embed([question, ...texts]).catch(() => null);
  const [asked, ...rest] = vectors ?? [];
  return asked ? rest.map((vector) => vector.reduce((sum, value, i) => sum + value * (asked[i] ?? 0), 0)) : null;
}
