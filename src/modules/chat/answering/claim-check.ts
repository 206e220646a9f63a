import type { EvidencePassage } from './answer.types.js';
import { boundsIn, withoutBounds, type Bound } from './claim-bounds.js';
import { hasOrder, isReversed } from './claim-order.js';
import { hasMisplacedFact, type StatedUnit } from './claim-places.js';
import { columnFacts, factsIn } from './facts.js';
import { qualifiersOf } from './qualifiers.js';
import { markerOf, splitUnits, withoutMarker, type SourceUnit } from './sentences.js';
import { contentTerms, isGeneric } from './terms.js';

/**
 * Why a sentence may not be said: a fact that its passages do not state, a value that they state of something else, another
 * bound on it, a prohibition or exception that is turned or lost, another order of actions, the number of another step, or
 * words that the passages do not have.
 */
export type ClaimFault =
  'unsupported_fact' | 'misplaced_value' | 'bound' | 'negation' | 'order' | 'step_number' | 'unsupported_words';

interface Source extends StatedUnit {
  text: string;
  bounds: Map<string, Set<Bound | null>>;
  marker: string | null;
}

const NEGATION = /\b(?:not|never|cannot|without|prohibited|forbidden|n't|avoid|no(?! ?\.? ?\d))\b|n't\b/iu;
const PERMISSION = /\b(?:may|permitted|allowed|acceptable|optional(?:ly)?)\b/iu;
const EXCEPTION = /\b(?:unless|except|excluding|other than|only)\b/iu;
/** Share of a sentence's words a source unit must have before its polarity says anything about the sentence. */
const SAME_STATEMENT = 0.6;
/** Share of a sentence's words that its passages must have. */
const SUPPORTED = 0.6;

const sourcesKnown = new WeakMap<EvidencePassage, Source[]>();

/** The first fault of a sentence measured against the passages it cites, or null. Whoever wrote the sentence, the rules are the same. */
export function findClaimFault(sentence: string, passages: readonly EvidencePassage[]): ClaimFault | null {
  const sources = passages.flatMap(sourcesOf);
  // A whole unit is what its page says; part of one may leave out the word that matters.
  if (sources.some(({ text }) => text === oneLine(sentence))) return null;
  const body = withoutMarker(sentence);
  const stated = new Set(sources.flatMap(({ facts }) => [...facts]));
  const facts = [...factsIn(body)];
  if (facts.some((fact) => !stated.has(fact))) return 'unsupported_fact';
  if (hasMisplacedFact(body, facts, sources)) return 'misplaced_value';
  if (contradictsBounds(body, sources)) return 'bound';
  const closest = closestTo(body, sources);
  if (closest.length > 0 && contradictsPolarity(body, closest)) return 'negation';
  if (contradictsOrder(body, sources, closest)) return 'order';
  if (hasOtherNumber(sentence, sources, closest)) return 'step_number';
  return isSupported(body, passages, sources) ? null : 'unsupported_words';
}

function sourcesOf(passage: EvidencePassage): Source[] {
  const known = sourcesKnown.get(passage);
  if (known) return known;
  const sources = splitUnits(passage.text).flatMap((unit) => {
    const body = withoutMarker(unit.text);
    const inContext = unit.leadIn ? `${unit.leadIn}\n${unit.text}` : unit.text;
    const source: Source = {
      ...{ text: oneLine(unit.text), header: unit.kind === 'row' ? unit.leadIn : null, row: unit.text },
      facts: new Set([...factsIn(body), ...contextFacts(unit)]),
      terms: subjectTerms(inContext),
      bounds: boundsIn(body),
      marker: markerOf(unit.text),
      qualifiers: qualifiersOf(inContext, [passage.section, passage.title]),
    };
    return unit.leadIn ? [source, { ...source, text: oneLine(inContext) }] : [source];
  });
  sourcesKnown.set(passage, sources);
  return sources;
}

/** Facts of the header row or step above a unit, and those that the header's units make of the cells. */
function contextFacts({ text, leadIn }: SourceUnit): string[] {
  return leadIn === null ? [] : [...factsIn(withoutMarker(leadIn)), ...columnFacts(text, leadIn)];
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function subjectTerms(text: string): Set<string> {
  return new Set(contentTerms(text).filter((term) => !/\p{N}/u.test(term) && !isGeneric(term)));
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += 1;
  return shared;
}

/** The units that say most of the sentence, all that share as many words; none when no unit says enough of it. */
function closestTo(sentence: string, sources: readonly Source[]): Source[] {
  const words = subjectTerms(sentence);
  const ranked = sources.map((source) => ({ source, shared: overlap(words, source.terms) }));
  const best = Math.max(0, ...ranked.map(({ shared }) => shared));
  if (best === 0 || best < SAME_STATEMENT * words.size) return [];
  return ranked.filter(({ shared }) => shared === best).map(({ source }) => source);
}

/** Whether a bound of a value (`not less than`) is another one in every unit that states the value. */
function contradictsBounds(sentence: string, sources: readonly Source[]): boolean {
  return [...boundsIn(sentence)].some(([fact, said]) => {
    const stated = sources.flatMap(({ bounds }) => [...(bounds.get(fact) ?? [])]);
    return stated.length > 0 && [...said].some((bound) => !stated.includes(bound));
  });
}

function contradictsPolarity(sentence: string, closest: readonly Source[]): boolean {
  if (PERMISSION.test(sentence) && !closest.some(({ text }) => PERMISSION.test(text))) return true;
  return [NEGATION, EXCEPTION].some((words) => {
    const said = words.test(withoutBounds(sentence));
    return closest.every(({ text }) => words.test(withoutBounds(text)) !== said);
  });
}

/** An order of two actions has to be the one of a unit, or of no unit that has both. */
function contradictsOrder(sentence: string, sources: readonly Source[], closest: readonly Source[]): boolean {
  if (!hasOrder(sentence)) return false;
  const ordered = sources.filter(({ text }) => hasOrder(text));
  const same = closest.filter((source) => ordered.includes(source));
  return same.length === 0 || same.some(({ text }) => isReversed(sentence, text));
}

/** A step keeps its number: `(3)` in front of what the page calls `(2)` is another sequence. */
function hasOtherNumber(sentence: string, sources: readonly Source[], closest: readonly Source[]): boolean {
  const marker = markerOf(sentence);
  if (marker === null || /^\P{L}$/u.test(marker)) return false;
  const numbered = closest.filter((source) => source.marker !== null);
  return numbered.length > 0
    ? numbered.every((source) => source.marker !== marker)
    : !sources.some((source) => source.marker === marker);
}

/** Whether one unit, with the titles above it, has most of the words. */
function isSupported(sentence: string, passages: readonly EvidencePassage[], sources: readonly Source[]): boolean {
  const words = subjectTerms(sentence);
  const titles = subjectTerms(
    passages.flatMap(({ title, section, facts }) => [title, section, ...(facts.columns ?? [])]).join('\n'),
  );
  const unsaid = [...words].filter((term) => !titles.has(term));
  return sources.some(({ terms }) => unsaid.filter((term) => !terms.has(term)).length <= (1 - SUPPORTED) * words.size);
}
