import { splitQuery } from '@amks/language/identifiers/identifiers.js';
import type { EvidencePassage } from '../answer.types.js';
import type { Candidate } from './candidates.js';
import type { Copilot } from '../copilots.js';
import { qualifiersIn } from './branches.js';
import { contradicts, qualifiersOf } from '../question/qualifiers.js';
import { asksForTorque, fastenersAskedFor } from '../question/asked-quantities.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';
import { isGeneric } from '@amks/language/terms/stop-words.js';
import { coverageOf } from '../question/term-weights.js';

/** The documents that the copilot may use. Preferred types come first among equal ranks. */
export function readBy(copilot: Copilot | null, evidence: readonly EvidencePassage[]): EvidencePassage[] {
  const types = copilot?.preferred_document_types ?? [];
  const allowed = copilot?.allowed_document_types ?? null;
  return evidence
    .map((passage, rank) => ({ passage, order: rank - (types.includes(passage.document_type) ? 1.5 : 0) }))
    .filter(({ passage }) => allowed === null || allowed.includes(passage.document_type))
    .sort((a, b) => a.order - b.order)
    .map(({ passage }) => passage);
}

/** Whether a unit is about another part, such as the main gear's bolt. */
export function isOfAnother(question: string, isProcedure: boolean): (candidate: Candidate) => boolean {
  const asked = qualifiersOf(question);
  return (candidate) => contradicts(asked, qualifiersIn(candidate, isProcedure));
}

/** Share of the other words of a question about a torque that the unit must have. */
export const TORQUE_COVERAGE = 0.5;

/** Whether a unit has the torque of another part. */
export function isOtherTorque(question: string): (candidate: Candidate) => boolean {
  const coverage = coverageOf(question);
  return ({ torque, terms }) => torque && coverage(terms) < TORQUE_COVERAGE;
}

/** Whether units have the torque that a question asks for. No confidence compensates for it: the torque of a similar fastener is dangerous. */
export function haveTorqueAsked(question: string, quoted: readonly Candidate[]): boolean {
  const coverage = coverageOf(question);
  return (
    !asksForTorque(question) || quoted.some(({ quantity, terms }) => quantity && coverage(terms) >= TORQUE_COVERAGE)
  );
}

/** Whether a question is only the number of a part, task or fault, with at most one more word, which the best unit has. */
export function isNamedAlone(question: string, candidates: readonly Candidate[]): boolean {
  const { identifiers, words } = splitQuery(question);
  const besides = [...new Set(contentTerms(words))].filter((term) => !isGeneric(term));
  const best = candidates[0];
  if (!best || identifiers.length === 0 || besides.length > 1) return false;
  return besides.every((term) => best.terms.has(term)) && (fastenersAskedFor(question).length === 0 || best.torque);
}

/** Whether directives and bulletins are requested, not the content of one. */
export function asksForDirectives(question: string): boolean {
  return /\b(?:ads?|sbs?|directives?|bulletins?|compl(?:y|iance|ied)|applicable|appl(?:y|ies)|mandatory|concern\w*)\b/iu.test(
    question,
  );
}

const PLACE = /\b(paragraph|figure|table)s? \(?(\d{1,4}[A-Za-z]?)\)?(?![\w-]|\.\d)/giu;

const MAX_PLACES = 20;

/** Paragraphs, figures and tables in the question that the evidence does not have. */
export function placesMissing(question: string, evidence: readonly EvidencePassage[]): string[] {
  return [...question.matchAll(PLACE)].slice(0, MAX_PLACES).flatMap(([place, kind, number]) => {
    const printed = new RegExp(String.raw`\b${kind}s? \(?${number}\)?(?![\w-]|\.\d)`, 'iu');
    return evidence.some(({ section, text }) => printed.test(`${section}\n${text}`)) ? [] : [place];
  });
}
