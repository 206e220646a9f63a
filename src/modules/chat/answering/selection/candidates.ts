import type { Embeddings } from '../../../../integrations/embeddings/embeddings.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';
import { titlesOf } from '@amks/language/text/section-path.js';
import type { EvidencePassage } from '../answer.types.js';
import { quantityKindsOf } from '../evidence/stated-facts.js';
import { sourceText, unitsOf } from '../evidence/passages.js';
import { isUnfinished, textOf, type SourceUnit } from '../evidence/source-units.js';
import type { AskedQuestion } from '../question/asked-question.js';
import { withoutObservations } from '../question/symptom.js';
import { fastenersAskedFor, kindsAskedFor } from '../question/asked-quantities.js';
import { ANSWER_MODEL, weighted, type Weights } from './answer-model.js';
import { unitFeatures } from './unit-features.js';

/** A sentence, step or row that may answer. */
export interface Candidate {
  passage: EvidencePassage;
  /** 0-based rank of the passage. */
  rank: number;
  unit: SourceUnit;
  /** The heading above it in its passage; empty without one. */
  heading: string;
  /** Terms of the unit and its context: title, section, caption, lead-in. */
  terms: Set<string>;
  /** Terms of the unit and its lead-in only. */
  ownTerms: Set<string>;
  /** Terms shared with the question. */
  shared: Set<string>;
  /** Whether it has the requested kind of value (quantity, part number); null if none is requested. */
  quantity: boolean | null;
  /** Whether it has a torque of the requested fastener. */
  torque: boolean;
  /** Cosine of the question and the unit; null if it was not compared. */
  cosine: number | null;
  /** Log-odds, comparable within one question. */
  score: number;
}

const PART_NUMBER = /\b(?:part numbers?|part no|p\/?n)\b/iu;

/** Passages whose units are rated. More passages do not improve answers. */
const MAX_PASSAGES = 12;

/** The likeliest units that are compared by vectors, and the characters of each. Short texts are embedded in a few milliseconds. */
const MAX_EMBEDDED = 8;
const MAX_CHARACTERS = 400;

/** Sections named in a text that is embedded: the last ones. */
const NAMED_SECTIONS = 2;

export interface Rating {
  /** Null: the words of the unit and the vectors of passages decide. */
  embeddings: Pick<Embeddings, 'embed'> | null;
  /** See {@link Embeddings.embed}. */
  owner?: string;
  weights?: Weights;
}

/** Rates the units of the evidence, best first. The likeliest are also compared by vectors; failing embeddings do not reject. */
export async function rateCandidates(
  question: AskedQuestion,
  passages: readonly EvidencePassage[],
  { embeddings, owner = '', weights = ANSWER_MODEL.unit }: Rating,
): Promise<Candidate[]> {
  const found = candidatesOf(question, passages);
  const features = unitFeatures(question, found);
  const rated = found
    .map((candidate, index) => ({
      ...candidate,
      features: features[index]!,
      score: weighted(weights, features[index]!),
    }))
    .sort((a, b) => b.score - a.score);
  const cosines = await cosinesOf(question.text, rated.slice(0, MAX_EMBEDDED), embeddings, owner);
  return rated
    .map(({ features: seen, ...candidate }, index) => {
      const cosine = cosines?.[index] ?? null;
      const compared = cosine === null ? {} : { unit_cosine: cosine, compared: 1 };
      return { ...candidate, cosine, score: weighted(weights, { ...seen, ...compared }) };
    })
    .sort((a, b) => b.score - a.score);
}

function candidatesOf(
  question: AskedQuestion,
  passages: readonly EvidencePassage[],
): Omit<Candidate, 'score' | 'cosine'>[] {
  const query = contentTerms(question.text);
  const isAsked = askedValue(question.text);
  const fasteners = fastenersAskedFor(question.text);
  return passages.slice(0, MAX_PASSAGES).flatMap((passage, rank) =>
    unitsWithHeading(passage).map(({ unit, heading }) => {
      const own = contentTerms(textOf(unit));
      const ownTerms = question.withEquivalents(own);
      const quantity = isAsked?.(unit, passage, ownTerms) ?? null;
      const terms = question.withEquivalents([...contentTerms(`${sourceText(passage)}\n${heading}`), ...own]);
      // A row with N·m in its header is about torque.
      if (quantity && fasteners.length > 0) contentTerms('torque').forEach((term) => terms.add(term));
      const shared = new Set(query.filter((term) => terms.has(term)));
      const torque = quantity === true && fasteners.length > 0;
      return { passage, rank, unit, heading, terms, ownTerms, quantity, shared, torque };
    }),
  );
}

/** Returns whether a unit has the requested kind of value; null if none is requested. */
function askedValue(
  question: string,
): ((unit: SourceUnit, passage: EvidencePassage, ownTerms: ReadonlySet<string>) => boolean) | null {
  if (PART_NUMBER.test(question) && extractIdentifiers(question).length === 0) {
    return (unit) => extractIdentifiers(unit.text).length > 0;
  }
  // A question in capitals is not a message.
  const kinds = kindsAskedFor(/\p{Ll}/u.test(question) ? withoutObservations(question) : question);
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

/** The units that can answer, with the heading above them. */
function unitsWithHeading(passage: EvidencePassage): { unit: SourceUnit; heading: string }[] {
  let heading = '';
  return unitsOf(passage).flatMap((unit) => {
    // A title does not answer, also if only the section path shows that it is one.
    if (unit.kind === 'heading' || passage.section.includes(unit.text)) {
      heading = unit.text;
      return [];
    }
    return isUnfinished(unit) ? [] : [{ unit, heading }];
  });
}

async function cosinesOf(
  question: string,
  units: readonly Pick<Candidate, 'passage' | 'unit'>[],
  embeddings: Pick<Embeddings, 'embed'> | null,
  owner: string,
): Promise<number[] | null> {
  if (!embeddings || units.length === 0) return null;
  const texts = units.map(({ passage, unit }) =>
    [...titlesOf(passage.section).slice(-NAMED_SECTIONS), textOf(unit)].join('\n').slice(-MAX_CHARACTERS),
  );
  const vectors = await embeddings.embed([question, ...texts], owner).catch(() => null);
  const [asked, ...others] = vectors ?? [];
  // Vectors have length 1.
  return asked ? others.map((vector) => vector.reduce((sum, value, at) => sum + value * asked[at]!, 0)) : null;
}
