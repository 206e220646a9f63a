import { contentTerms } from '@amks/language/terms/content-terms.js';
import type { EvidencePassage } from '../answer.types.js';
import { sourceText } from '../evidence/passages.js';
import { textOf } from '../evidence/source-units.js';
import type { AskedQuestion } from '../question/asked-question.js';
import type { SubjectWord } from '../question/subject.js';
import type { Candidate } from './candidates.js';

type Unrated = Omit<Candidate, 'score' | 'cosine'>;

/** A question about what is safe or allowed, which warnings answer. */
const ASKS_FOR_SAFETY = /\b(?:may|can|allowed|safe\w*|danger\w*|warning|precaution|happens|why|where)\b/iu;

/** What the rating of a unit is computed from. Shares are 0 to 1, of the weight of the subject's words. */
export interface UnitFeatures {
  /** Share in the unit and its lead-in. */
  own: number;
  /** Share in the unit and its context. */
  context: number;
  /** Share in the context, where words count by their rarity among the units. */
  rare: number;
  /** Weight of the heaviest noun that the whole passage lacks. */
  lacking_noun: number;
  /** BM25 of the passage, relative to the best. */
  keyword: number;
  /** Cosine of question and passage, relative to the best; the least one if it was found by words only. */
  cosine: number;
  /** 1 if it states the requested kind of value. */
  value: number;
  /** 1 for a step if a procedure is requested. */
  procedure_step: number;
  /** 1 for a notice if the question is about what is safe or allowed. */
  notice: number;
  /** 1 if the copilot prefers the document type. */
  preferred: number;
  /** Cosine of question and unit, and 1, if they were compared. */
  unit_cosine: number;
  compared: number;
}

export function unitFeatures(question: AskedQuestion, candidates: readonly Unrated[]): UnitFeatures[] {
  const { words } = question.subject;
  const bestKeyword = Math.max(Number.EPSILON, ...candidates.map(({ passage }) => passage.keyword_score ?? 0));
  const cosines = candidates.flatMap(({ passage }) => passage.similarity ?? []);
  const [leastCosine, bestCosine] = [Math.min(1, ...cosines), Math.max(Number.EPSILON, ...cosines)];
  const rarity = rarityOf(words, candidates);
  const weights = new Map([...words].map(([term, { weight }]) => [term, weight]));
  const asksForSafety = ASKS_FOR_SAFETY.test(question.text);
  const passages = new Map(
    [...new Set(candidates.map(({ passage }) => passage))].map((one) => {
      const { places, whole } = readPassage(question, one);
      return [one, { places, lackingNoun: heaviest(lackingIn(words, whole, 'noun')) }];
    }),
  );
  return candidates.map(({ passage, unit, terms, quantity }) => {
    const { places, lackingNoun } = passages.get(passage)!;
    const own = contentTerms(textOf(unit));
    const context = new Set([...terms, ...question.withSimilar([...places, ...own])]);
    const isNotice = passage.kind === 'warning' || passage.kind === 'caution';
    return {
      own: sharedWeight(weights, question.withSimilar(own)),
      context: sharedWeight(weights, context),
      rare: sharedWeight(rarity, context),
      lacking_noun: lackingNoun,
      keyword: (passage.keyword_score ?? 0) / bestKeyword,
      cosine: cosines.length > 0 ? (passage.similarity ?? leastCosine) / bestCosine : 1,
      value: quantity ? 1 : 0,
      procedure_step: question.isProcedure && unit.kind === 'step' ? 1 : 0,
      notice: isNotice && asksForSafety ? 1 : 0,
      preferred: question.preferredTypes.includes(passage.document_type) ? 1 : 0,
      ...{ unit_cosine: 0, compared: 0 },
    };
  });
}

/** The terms of a passage with its title, section, identifiers and effectivity, and of these without the text. */
export function readPassage(
  question: AskedQuestion,
  passage: EvidencePassage,
): { places: string[]; whole: Set<string> } {
  const { identifiers, effectivity, facts, text } = passage;
  const applicability = [effectivity ?? '', ...(facts.effectivity ?? []).map(({ value }) => value)];
  const places = contentTerms([sourceText(passage), ...identifiers, ...applicability].join('\n'));
  return { places, whole: question.withSimilar([...places, ...contentTerms(text)]) };
}

type Words = ReadonlyMap<string, SubjectWord>;

/** Share of the subject's weight. 1 for a question without a subject. */
export function shareOf(words: Words, terms: ReadonlySet<string>): number {
  return sharedWeight(new Map([...words].map(([term, { weight }]) => [term, weight])), terms);
}

function sharedWeight(weights: ReadonlyMap<string, number>, terms: ReadonlySet<string>): number {
  let [shared, total] = [0, 0];
  for (const [term, weight] of weights) {
    total += weight;
    if (terms.has(term)) shared += weight;
  }
  return total > 0 ? shared / total : 1;
}

/** The words of the subject that a text lacks. */
export function lackingIn(
  words: Words,
  terms: ReadonlySet<string>,
  speech?: SubjectWord['speech'],
): [string, SubjectWord][] {
  return [...words].filter(([term, word]) => !terms.has(term) && (speech === undefined || word.speech === speech));
}

export function heaviest(words: readonly (readonly [string, SubjectWord])[]): number {
  return Math.max(0, ...words.map(([, { weight }]) => weight));
}

function rarityOf(words: Words, candidates: readonly Unrated[]): Map<string, number> {
  const having = (term: string): number => candidates.filter(({ terms }) => terms.has(term)).length;
  return new Map([...words.keys()].map((term) => [term, Math.log((1 + candidates.length) / (1 + having(term)))]));
}
