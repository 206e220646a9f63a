import { splitQuery } from '../../../integrations/search-index/identifiers.js';
import type { EvidencePassage } from './answer.types.js';
import type { Candidate } from './candidates.js';
import type { Copilot } from './copilots.js';
import { contradicts, qualifiersOf } from './qualifiers.js';
import { fastenersAskedFor } from './quantities.js';
import { contentTerms, isGeneric } from './terms.js';
import { coverageOf } from './word-weights.js';

/** Documents the copilot answers from, its own types first among equals: the order within a type is that of retrieval. */
export function readBy(copilot: Copilot | null, evidence: readonly EvidencePassage[]): EvidencePassage[] {
  const types = copilot?.preferred_document_types ?? [];
  const allowed = copilot?.allowed_document_types ?? null;
  return evidence
    .map((passage, rank) => ({ passage, order: rank - (types.includes(passage.document_type) ? 1.5 : 0) }))
    .filter(({ passage }) => allowed === null || allowed.includes(passage.document_type))
    .sort((a, b) => a.order - b.order)
    .map(({ passage }) => passage);
}

/**
 * Whether a unit is about the opposite of what was asked: the main gear's bolt for the nose gear's. Of a step only its section
 * counts, for one step names the parts around it.
 */
export function isOfAnother(question: string, isProcedure: boolean): (candidate: Candidate) => boolean {
  const asked = qualifiersOf(question);
  return ({ unit, passage }) => {
    const own = isProcedure || unit.kind === 'step' ? '' : [unit.leadIn ?? '', unit.text].join('\n');
    return contradicts(asked, qualifiersOf(own, [passage.section, passage.title]));
  };
}

/** Share of the other words of a question for a torque that a unit with a torque must have. */
export const TORQUE_COVERAGE = 0.5;

/** Whether a unit gives the torque of something else than was asked: `clamp` alone is not the clamp of the pump. */
export function isOtherTorque(question: string): (candidate: Candidate) => boolean {
  const coverage = coverageOf(question);
  return ({ torque, terms }) => torque && coverage(terms) < TORQUE_COVERAGE;
}

/**
 * Whether a question is a number (of a part, task, fault) that the evidence has, with at most one word besides, and that one in
 * what would be quoted. That the evidence has the number was decided before.
 */
export function isNamedAlone(question: string, candidates: readonly Candidate[]): boolean {
  const { identifiers, words } = splitQuery(question);
  const besides = [...new Set(contentTerms(words))].filter((term) => !isGeneric(term));
  const best = candidates[0];
  if (!best || identifiers.length === 0 || besides.length > 1) return false;
  return besides.every((term) => best.terms.has(term)) && (fastenersAskedFor(question).length === 0 || best.torque);
}

/** Whether directives and bulletins are asked for, not what a named one of them says. */
export function asksForDirectives(question: string): boolean {
  return /\b(?:ads?|sbs?|directives?|bulletins?|compl(?:y|iance|ied)|applicable|appl(?:y|ies)|mandatory|concern\w*)\b/iu.test(
    question,
  );
}

const PLACE = /\b(paragraph|figure|table)s? \(?(\d{1,4}[A-Za-z]?)\)?(?![\w-]|\.\d)/giu;

/** Places of one question that are looked for, each in all of the evidence. */
const MAX_PLACES = 20;

/** Paragraphs, figures and tables that the question names and the evidence does not: another one is no answer. */
export function placesMissing(question: string, evidence: readonly EvidencePassage[]): string[] {
  return [...question.matchAll(PLACE)].slice(0, MAX_PLACES).flatMap(([place, kind, number]) => {
    const printed = new RegExp(String.raw`\b${kind}s? \(?${number}\)?(?![\w-]|\.\d)`, 'iu');
    return evidence.some(({ section, text }) => printed.test(`${section}\n${text}`)) ? [] : [place];
  });
}
