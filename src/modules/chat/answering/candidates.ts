import type { Embeddings } from '../../../integrations/embeddings/embeddings.js';
import { extractIdentifiers } from '../../../integrations/search-index/identifiers.js';
import type { EvidencePassage } from './answer.types.js';
import { Bm25 } from './bm25.js';
import { equivalentsOf } from './equivalents.js';
import { columnFacts, factsIn } from './facts.js';
import { fastenersAskedFor, givesQuantity, unitsAskedFor } from './quantities.js';
import { unitsOf } from './passage-units.js';
import { isUnfinished, type SourceUnit } from './sentences.js';
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
  /** Those of `terms` that the question has. */
  shared: Set<string>;
  /** Cosine of question and unit in its context; null without embeddings. */
  similarity: number | null;
  /** Whether it gives the kind of value (measure, part number) that the question asks for; null when it asks for none. */
  quantity: boolean | null;
  /** Whether it gives a torque of the fastener that the question asks for. */
  torque: boolean;
  /** Relevance; comparable only within one question. */
  score: number;
}

/** Weights of the relevance, chosen on questions over the sample library's sources (docs/adr/0007). */
const WEIGHTS = { similarity: 0.6, words: 0.3, ownWords: 0.2, rank: 0.2, quantity: 0.4, notice: -0.1 };

const PART_NUMBER = /\b(?:part numbers?|part no|p\/?n)\b/iu;

/** Passages whose units are looked at: more of them found more that sounds like an answer, not more answers. */
const MAX_PASSAGES = 12;

/** Units that are embedded: the best by everything else. Each takes some 7 ms of one core. */
const MAX_EMBEDDED = 12;
/** Vectors of units kept: the same pages are asked about again and again. 384 numbers each. */
const MAX_KNOWN = 4_000;

/**
 * Rates the units of the evidence for the question, best first. Those that words and rank put at the top are compared by meaning
 * too; the rest come after them, for steps and rows are read with their neighbours. `embeddings` null or failing: by words
 * and rank alone.
 *
 * @param asMeant terms of a text with those of the question that they stand for
 */
export async function rateCandidates(
  question: string,
  passages: readonly EvidencePassage[],
  embeddings: Pick<Embeddings, 'embed'> | null,
  asMeant = equivalentsOf(question),
): Promise<Candidate[]> {
  const rated = rateByWords(question, passages, asMeant).sort((a, b) => b.score - a.score);
  const likely = rated.slice(0, MAX_EMBEDDED);
  const similarities = await cosines(
    question,
    likely.map(({ text }) => text),
    embeddings,
  );
  const least = similarities ? Math.min(...similarities) : 0;
  return rated
    .map(({ text: _, ...candidate }, index) => {
      const similarity = similarities?.[index] ?? null;
      return { ...candidate, similarity, score: candidate.score + WEIGHTS.similarity * (similarity ?? least) };
    })
    .sort((a, b) => b.score - a.score);
}

type Unembedded = Omit<Candidate, 'similarity'> & { text: string };

function rateByWords(
  question: string,
  passages: readonly EvidencePassage[],
  asMeant: (terms: readonly string[]) => Set<string>,
): Unembedded[] {
  const found = passages.slice(0, MAX_PASSAGES).flatMap((passage, rank) => candidatesOf(passage, rank));
  const terms = found.map(({ passage, text }) => [...asMeant(contentTerms(`${sourceText(passage)}\n${text}`))]);
  const bm25 = new Bm25(terms);
  const query = contentTerms(question);
  const words = found.map((_, index) => bm25.score(query, index));
  const mostWords = Math.max(...words, Number.EPSILON);
  const isAsked = askedValue(question);
  const fasteners = fastenersAskedFor(question);
  return found.map(({ passage, rank, unit, text }, index) => {
    const ownTerms = asMeant(contentTerms(`${unit.leadIn ?? ''}\n${unit.text}`));
    const quantity = isAsked?.(unit, ownTerms) ?? null;
    // A row with N·m in its column speaks of torque, whether or not it says so.
    const implied = quantity && fasteners.length > 0 ? contentTerms('torque') : [];
    const score =
      WEIGHTS.words * ((words[index] ?? 0) / mostWords) +
      WEIGHTS.rank / (1 + rank) +
      WEIGHTS.ownWords * shareOf(query, ownTerms) +
      WEIGHTS.quantity * (quantity ? 1 : 0) +
      WEIGHTS.notice * (passage.kind === 'warning' || passage.kind === 'caution' ? 1 : 0);
    const all = new Set([...(terms[index] ?? []), ...implied]);
    return {
      passage,
      rank,
      unit,
      text,
      terms: all,
      ownTerms,
      shared: new Set(query.filter((term) => all.has(term))),
      quantity,
      torque: quantity === true && fasteners.length > 0,
      score,
    };
  });
}

/** Tells whether a unit gives the kind of value the question asks for; null when it asks for none. */
function askedValue(question: string): ((unit: SourceUnit, ownTerms: ReadonlySet<string>) => boolean) | null {
  if (PART_NUMBER.test(question) && extractIdentifiers(question).length === 0) {
    return (unit) => extractIdentifiers(unit.text).length > 0;
  }
  const units = unitsAskedFor(question);
  const fasteners = fastenersAskedFor(question);
  return units && ((unit, ownTerms) => givesQuantity(factsOf(unit), units) && isAbout(fasteners, ownTerms));
}

function isAbout(fasteners: readonly string[], terms: ReadonlySet<string>): boolean {
  return fasteners.length === 0 || fasteners.some((fastener) => terms.has(fastener));
}

/** What is known of every unit of a passage: where it comes from. */
export function sourceText({ title, document_type, aircraft_type, section }: EvidencePassage): string {
  return [title, document_type, aircraft_type, section].join('\n');
}

/** Facts of a unit, those of a table row with the units of its columns. */
export function factsOf(unit: SourceUnit): Set<string> {
  return new Set([...factsIn(unit.text), ...(unit.header ? columnFacts(unit.text, unit.header) : [])]);
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
): { passage: EvidencePassage; rank: number; unit: SourceUnit; text: string }[] {
  let heading = '';
  return unitsOf(passage).flatMap((unit) => {
    // A title answers nothing, also where only the section path shows that it is one.
    if (unit.kind === 'heading' || passage.section.includes(unit.text)) {
      heading = unit.text;
      return [];
    }
    if (isUnfinished(unit)) return [];
    const above = heading === unit.header ? '' : heading;
    return [{ passage, rank, unit, text: [passage.section, above, unit.leadIn, unit.text].filter(Boolean).join('\n') }];
  });
}

const vectorsKnown = new WeakMap<Pick<Embeddings, 'embed'>, Map<string, Float32Array>>();

/** Cosine of the question and each text; null without a model. Vectors of texts are kept by the model that made them. */
async function cosines(
  question: string,
  texts: string[],
  embeddings: Pick<Embeddings, 'embed'> | null,
): Promise<number[] | null> {
  if (!embeddings || texts.length === 0) return null;
  const known = vectorsKnown.get(embeddings) ?? new Map<string, Float32Array>();
  vectorsKnown.set(embeddings, known);
  const wanted = [...new Set([question, ...texts])].filter((text) => !known.has(text));
  // A model that fails costs precision, not the answer: words and identifiers still decide, more strictly.
  const made = wanted.length > 0 ? await embeddings.embed(wanted).catch(() => null) : [];
  if (!made) return null;
  wanted.forEach((text, index) => {
    const vector = made[index];
    if (vector) known.set(text, vector);
  });
  const asked = known.get(question);
  const cosine = (vector: Float32Array | undefined): number =>
    vector && asked ? vector.reduce((sum, value, i) => sum + value * (asked[i] ?? 0), 0) : 0;
  const found = texts.map((text) => cosine(known.get(text)));
  for (const text of known.keys()) {
    if (known.size <= MAX_KNOWN) break;
    known.delete(text);
  }
  return asked ? found : null;
}
