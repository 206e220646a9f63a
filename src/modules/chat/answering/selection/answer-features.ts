import { contentTerms } from '@amks/language/terms/content-terms.js';
import { titlesOf } from '@amks/language/text/section-path.js';
import { taskOf } from '../evidence/passages.js';
import { textOf } from '../evidence/source-units.js';
import type { AskedQuestion } from '../question/asked-question.js';
import { asksForTorque } from '../question/asked-quantities.js';
import { coverageOf, totalOf, weighTerms } from '../question/term-weights.js';
import type { Candidate } from './candidates.js';
import { heaviest, lackingIn, readPassage, shareOf } from './unit-features.js';

/** What the confidence in an answer is computed from, by name. Shares are 0 to 1, of the weight of the subject's words. */
export type AnswerFeatures = Record<string, number>;

/** 0-based rank of the section that the best one is compared with. */
const RIVAL = 3;
/** Words between two that still count as adjacent, and one more. */
const NEAR = 2;
/** Of units that were not compared: between those of right and of wrong answers. */
const UNKNOWN_COSINE = 0.5;
/** Lead of an answer without a rival: about that of a right one. */
const ALONE = 2;
/** Weight of a word of the property that the subject does not weigh. */
const PROPERTY_WEIGHT = 0.4;

/**
 * @param quoted the units of the answer, not empty
 * @param candidates all units, best first
 * @param isNamed whether the question is the name of what is quoted
 */
export function answerFeatures(
  question: AskedQuestion,
  quoted: readonly Candidate[],
  candidates: readonly Candidate[],
  isNamed = false,
): AnswerFeatures {
  const { words, pairs, property } = question.subject;
  const best = quoted.reduce((most, one) => (one.score > most.score ? one : most));
  const passages = [...new Set(candidates.map(({ passage }) => passage))];
  const read = new Map(passages.map((passage) => [passage, readPassage(question, passage)]));
  const contextOf = ({ passage, unit, terms }: Candidate): Set<string> =>
    union([terms, question.withSimilar([...read.get(passage)!.places, ...contentTerms(textOf(unit))])]);
  const tasks = new Set(quoted.map(({ passage }) => taskOf(passage)));
  const isOfTask = (passage: Candidate['passage']): boolean => tasks.has(taskOf(passage));
  const wholes = (some: Candidate['passage'][]): Set<string> => union(some.map((passage) => read.get(passage)!.whole));
  const inBest = contextOf(best);
  const inQuoted = union(quoted.map(contextOf));
  const inPassages = wholes([...new Set(quoted.map(({ passage }) => passage))]);
  const inTask = wholes(passages.filter(isOfTask));
  const elsewhere = wholes(passages.filter((passage) => !isOfTask(passage)));
  const anywhere = union([inTask, elsewhere]);
  const [title] = titlesOf(best.passage.section).slice(-1);
  const inUnits = question.withSimilar(contentTerms([title, ...quoted.map(({ unit }) => textOf(unit))].join('\n')));
  const lacking = lackingIn(words, inPassages);
  const isValueAsked = candidates.some(({ quantity }) => quantity !== null);
  const isValueGiven = quoted.some(({ quantity }) => quantity);
  const rival = candidates.find(({ passage }) => taskOf(passage) !== taskOf(best.passage));
  const flag = (holds: boolean): number => (holds ? 1 : 0);
  return {
    share_best: shareOf(words, inBest),
    share_quoted: shareOf(words, inQuoted),
    share_task: shareOf(words, inTask),
    share_title: shareOf(words, question.withSimilar(contentTerms(best.passage.section))),
    share_own: shareOf(words, question.withSimilar(contentTerms(quoted.map(({ unit }) => textOf(unit)).join('\n')))),
    coverage: coverageOf(question.text)(inQuoted),
    lacking_best: heaviest(lackingIn(words, inBest)),
    lacking_quoted: heaviest(lackingIn(words, inQuoted)),
    lacking_task: heaviest(lackingIn(words, inTask)),
    lacking_noun: heaviest(lackingIn(words, inQuoted, 'noun').filter(([term]) => !/\d/u.test(term))),
    lacking_noun_task: heaviest(lackingIn(words, inTask, 'noun')),
    lacking_adjective: heaviest(lackingIn(words, inPassages, 'adjective')),
    lacking_verb: heaviest(lackingIn(words, inPassages, 'verb')),
    lacking_number: heaviest(lackingIn(words, inQuoted).filter(([term]) => /^[\d.,+-]+$/u.test(term))),
    lacking_identifier: heaviest(
      lackingIn(words, inQuoted).filter(([term]) => /\d/u.test(term) && /\p{L}/u.test(term)),
    ),
    lacking_elsewhere: heaviest(lacking.filter(([term]) => elsewhere.has(term))),
    lacking_anywhere: heaviest(lacking.filter(([term]) => !anywhere.has(term))),
    pairs_best: adjacent(pairs, contextText(best)),
    pairs_quoted: Math.max(...quoted.map((one) => adjacent(pairs, contextText(one)))),
    property_named: flag(property.length > 0),
    property_lacking: Math.max(
      0,
      ...property.filter((term) => !inUnits.has(term)).map((term) => words.get(term)?.weight ?? PROPERTY_WEIGHT),
    ),
    unit_cosine: best.cosine ?? UNKNOWN_COSINE,
    lead: leadOf(passages),
    rank: 1 / (1 + best.rank - Math.min(...candidates.map(({ rank }) => rank))),
    score: best.score,
    margin: rival ? best.score - rival.score : ALONE,
    value_asked: flag(isValueAsked),
    value_missing: flag(isValueAsked && !isValueGiven),
    torque: flag(asksForTorque(question.text)),
    procedure: flag(question.isProcedure),
    named: flag(isNamed),
    words: Math.log(1 + words.size),
    length: Math.log(totalOf(weighTerms(question.text)) || 1),
    rows: flag(quoted.every(({ unit }) => unit.kind === 'row')),
    steps: flag(quoted.every(({ unit }) => unit.kind === 'step')),
  };
}

function contextText(candidate: Candidate): string {
  return `${candidate.passage.section}\n${textOf(candidate.unit)}`;
}

/** Share of the pairs that a text has next to each other. */
function adjacent(pairs: AskedQuestion['subject']['pairs'], text: string): number {
  const terms = contentTerms(text);
  const found = pairs.filter(([one, other]) =>
    terms.some((term, at) => term === one && terms.slice(Math.max(0, at - NEAR), at + NEAR + 1).includes(other)),
  );
  return pairs.length > 0 ? found.length / pairs.length : 1;
}

/** Logarithm of the keyword score of the best section divided by that of the fourth. */
function leadOf(passages: readonly Candidate['passage'][]): number {
  const bySection = new Map<string, number>();
  for (const { section, keyword_score: score } of passages)
    bySection.set(section, Math.max(bySection.get(section) ?? 0, score ?? 0));
  const scores = [...bySection.values()].filter((score) => score > 0).sort((a, b) => b - a);
  const rival = scores[RIVAL] ?? scores.at(-1);
  return rival ? Math.log((scores[0] ?? rival) / rival) : 0;
}

function union(sets: readonly ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
