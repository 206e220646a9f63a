import { LRUCache } from 'lru-cache';
import type { Embeddings } from '../../../../integrations/embeddings/embeddings.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { scoreByBm25 } from '@amks/language/terms/bm25.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';
import { isGeneric } from '@amks/language/terms/stop-words.js';
import type { EvidencePassage } from '../answer.types.js';
import { equivalentsOf } from '../question/equivalents.js';
import { quantityKindsOf } from '../evidence/stated-facts.js';
import { fastenersAskedFor, kindsAskedFor } from '../question/asked-quantities.js';
import { sourceText, unitsOf } from '../evidence/passages.js';
import { isUnfinished, type SourceUnit } from '../evidence/source-units.js';

/** A sentence, step or row that may answer, with its scores. */
export interface Candidate {
  passage: EvidencePassage;
  /** 0-based rank of the passage. */
  rank: number;
  unit: SourceUnit;
  /** Terms of the unit and its context: title, section, caption, lead-in. */
  terms: Set<string>;
  /** Terms of the unit and its lead-in only. */
  ownTerms: Set<string>;
  /** Terms shared with the question. */
  shared: Set<string>;
  /** Cosine of the question and the unit in its context; null without embeddings. */
  similarity: number | null;
  /** Whether it has the requested kind of value (quantity, part number); null if none is requested. */
  quantity: boolean | null;
  /** Whether it has a torque of the requested fastener. */
  torque: boolean;
  /** Relevance, comparable within one question. */
  score: number;
}

/** Weights of the relevance (docs/adr/0007). */
const WEIGHTS = { similarity: 0.6, words: 0.3, ownWords: 0.2, rank: 0.2, quantity: 0.4, notice: -0.1 };

const PART_NUMBER = /\b(?:part numbers?|part no|p\/?n)\b/iu;

/** Passages whose units are rated. More passages do not improve answers. */
const MAX_PASSAGES = 12;

/** Units that are embedded, about 7 ms of CPU each. */
const MAX_EMBEDDED = 12;
/** Cached vectors, 384 numbers each. */
const MAX_KNOWN = 4_000;

export interface RatingOptions {
  /** See {@link Embeddings.embed}. */
  owner?: string;
  /** Adds to the terms of a text those of the question that they stand for. */
  withEquivalents?: (terms: readonly string[]) => Set<string>;
}

/**
 * Rates the units of the evidence, best first. The best by words and rank are also compared by vectors. Without
 * embeddings, words and rank decide.
 */
export async function rateCandidates(
  question: string,
  passages: readonly EvidencePassage[],
  embeddings: Pick<Embeddings, 'embed'> | null,
  { owner = '', withEquivalents = equivalentsOf(question) }: RatingOptions = {},
): Promise<Candidate[]> {
  const rated = rateByWords(question, passages, withEquivalents).sort((a, b) => b.score - a.score);
  const likely = rated.slice(0, MAX_EMBEDDED);
  const similarities = await cosines(
    question,
    likely.map(({ text }) => text),
    embeddings,
    owner,
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
  withEquivalents: (terms: readonly string[]) => Set<string>,
): Unembedded[] {
  const found = passages.slice(0, MAX_PASSAGES).flatMap((passage, rank) => candidatesOf(passage, rank));
  const terms = found.map(({ passage, text }) => [...withEquivalents(contentTerms(`${sourceText(passage)}\n${text}`))]);
  const query = contentTerms(question);
  const words = scoreByBm25(query, terms);
  const mostWords = Math.max(...words, Number.EPSILON);
  const isAsked = askedValue(question);
  const fasteners = fastenersAskedFor(question);
  return found.map(({ passage, rank, unit, text }, index) => {
    const ownTerms = withEquivalents(contentTerms(`${unit.leadIn ?? ''}\n${unit.text}`));
    const quantity = isAsked?.(unit, passage, ownTerms) ?? null;
    // A row with N·m in its header is about torque.
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

/** Returns whether a unit has the requested kind of value; null if none is requested. */
function askedValue(
  question: string,
): ((unit: SourceUnit, passage: EvidencePassage, ownTerms: ReadonlySet<string>) => boolean) | null {
  if (PART_NUMBER.test(question) && extractIdentifiers(question).length === 0) {
    return (unit) => extractIdentifiers(unit.text).length > 0;
  }
  const kinds = kindsAskedFor(question);
  const fasteners = fastenersAskedFor(question);
  if (kinds === null) return null;
  return (unit, passage, ownTerms) => {
    const given = quantityKindsOf(unit, passage);
    return kinds.some((kind) => given.has(kind)) && isAbout(fasteners, ownTerms);
  };
}

function isAbout(fasteners: readonly string[], terms: ReadonlySet<string>): boolean {
  return fasteners.length === 0 || fasteners.some((fastener) => terms.has(fastener));
}

/** Share of the question's terms. */
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
    // A title does not answer, also if only the section path shows that it is one.
    if (unit.kind === 'heading' || passage.section.includes(unit.text)) {
      heading = unit.text;
      return [];
    }
    if (isUnfinished(unit)) return [];
    const above = heading === unit.header ? '' : heading;
    return [{ passage, rank, unit, text: [passage.section, above, unit.leadIn, unit.text].filter(Boolean).join('\n') }];
  });
}

/** Vectors by owner and text, for each model. */
const vectorsKnown = new WeakMap<Pick<Embeddings, 'embed'>, LRUCache<string, Float32Array>>();

/** Cosine of the question and each text; null without a model. Vectors are cached by model and owner. */
async function cosines(
  question: string,
  texts: string[],
  embeddings: Pick<Embeddings, 'embed'> | null,
  owner: string,
): Promise<number[] | null> {
  if (!embeddings || texts.length === 0) return null;
  const known = vectorsKnown.get(embeddings) ?? new LRUCache<string, Float32Array>({ max: MAX_KNOWN });
  vectorsKnown.set(embeddings, known);
  const all = [...new Set([question, ...texts])];
  const vectors = new Map(all.map((text) => [text, known.get(`${owner}\n${text}`)]));
  const wanted = all.filter((text) => !vectors.get(text));
  // Without a model, words and identifiers decide, with a stricter gate.
  const made = wanted.length > 0 ? await embeddings.embed(wanted, owner).catch(() => null) : [];
  if (!made) return null;
  wanted.forEach((text, index) => {
    const vector = made[index];
    if (vector) known.set(`${owner}\n${text}`, vector);
    vectors.set(text, vector);
  });
  const asked = vectors.get(question);
  const cosine = (vector: Float32Array | undefined): number =>
    vector && asked ? vector.reduce((sum, value, i) => sum + value * (asked[i] ?? 0), 0) : 0;
  return asked ? texts.map((text) => cosine(vectors.get(text))) : null;
}
