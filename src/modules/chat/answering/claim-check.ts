import type { EvidencePassage } from './answer.types.js';
import { columnFacts, factsIn } from './facts.js';
import { splitUnits } from './sentences.js';
import { contentTerms, isGeneric } from './terms.js';

/**
 * Why a sentence may not be said: a fact that its passages do not state, a value that they state of something else, or a
 * prohibition turned into an instruction (or the reverse).
 */
export type ClaimFault = 'unsupported_fact' | 'misplaced_value' | 'negation';

interface Source {
  facts: Set<string>;
  terms: Set<string>;
  negated: boolean;
}

const NEGATION = /\b(?:not|never|cannot|without|prohibited|forbidden|n't|no(?! ?\.? ?\d))\b|n't\b/iu;
const CLAUSE_BREAK = /[;:]\s|,\s|\s(?:and|but|then|while|whereas)\s/iu;
/** Share of a sentence's words a source unit must have before its polarity says anything about the sentence. */
const SAME_STATEMENT = 0.6;

/** The first fault of a sentence measured against the passages it cites, or null. Whoever wrote the sentence, the rules are the same. */
export function findClaimFault(sentence: string, passages: readonly EvidencePassage[]): ClaimFault | null {
  const sources = passages.flatMap((passage) => sourcesOf(passage.text));
  const stated = new Set(passages.flatMap((passage) => [...factsIn(passage.text)]));
  for (const source of sources) for (const fact of source.facts) stated.add(fact);
  const facts = [...factsIn(sentence)];
  if (facts.some((fact) => !stated.has(fact))) return 'unsupported_fact';
  if (facts.some((fact) => isMisplaced(fact, sentence, sources))) return 'misplaced_value';
  return contradictsPolarity(sentence, sources) ? 'negation' : null;
}

function sourcesOf(text: string): Source[] {
  return splitUnits(text).map((unit) => ({
    facts: new Set([...factsIn(unit.text), ...(unit.leadIn ? columnFacts(unit.text, unit.leadIn) : [])]),
    terms: subjectTerms(unit.leadIn ? `${unit.leadIn}\n${unit.text}` : unit.text),
    negated: NEGATION.test(unit.text),
  }));
}

function subjectTerms(text: string): Set<string> {
  return new Set(contentTerms(text).filter((term) => !/\p{N}/u.test(term) && !isGeneric(term)));
}

function overlap(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += 1;
  return shared;
}

/**
 * Whether the words around the value fit another source unit, with another value of the same unit, better than any unit that
 * states this one: `torque the axle nut to 40 N·m` from `axle nut: 27 N·m` and `brake bolts: 40 N·m`.
 */
function isMisplaced(fact: string, sentence: string, sources: readonly Source[]): boolean {
  const sort = sortOf(fact);
  if (!sort) return false;
  const clause = sentence.split(CLAUSE_BREAK).find((part) => factsIn(part).has(fact)) ?? sentence;
  const words = subjectTerms(clause);
  let own = 0;
  let other = 0;
  for (const source of sources) {
    const shared = overlap(words, source.terms);
    if (source.facts.has(fact)) own = Math.max(own, shared);
    else if ([...source.facts].some((known) => sortOf(known) === sort)) other = Math.max(other, shared);
  }
  return other > own;
}

/** What a fact can be confused with: values of the same unit, identifiers; null for step numbers and number words. */
function sortOf(fact: string): string | null {
  const [value = '', unit] = fact.split('|');
  if (unit) return unit;
  return value.length >= 5 && /\d/u.test(value) ? 'identifier' : null;
}

function contradictsPolarity(sentence: string, sources: readonly Source[]): boolean {
  const words = subjectTerms(sentence);
  const ranked = sources.map((source) => ({ shared: overlap(words, source.terms), negated: source.negated }));
  const best = Math.max(0, ...ranked.map(({ shared }) => shared));
  if (best === 0 || best < SAME_STATEMENT * words.size) return false;
  const negated = NEGATION.test(sentence);
  return ranked.every((source) => source.shared < best || source.negated !== negated);
}
