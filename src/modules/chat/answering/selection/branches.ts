import { designatorsOf, isAnyAircraft, isSameAircraft, relationOf } from '@amks/language/aircraft/designators.js';
import { cutText } from '@amks/language/text/cut-text.js';
import { titlesOf } from '@amks/language/text/section-path.js';
import { askInOwnWords, askToChoose, type Choice } from '../answer-replies.js';
import type { Answer, EvidencePassage } from '../answer.types.js';
import { factsOf } from '../evidence/stated-facts.js';
import { contradicts, qualifiersOf, qualifyingWords, type Qualifiers } from '../question/qualifiers.js';
import type { Candidate } from './candidates.js';
import { excludeEachOther, statementApart } from './effectivity-branches.js';

/** Log-odds that a unit of another branch may have less: wide, because asking back is safe. */
const OTHER_BRANCH = 4;
/** Share of the words of the best unit that one for other aircraft has. */
const OF_OTHER_AIRCRAFT = 0.5;
const MAX_BRANCHES = 8;
const ASK_AIRCRAFT = 'The answer depends on the aircraft. Name it by its registration or serial number.';
/** Characters of a title. */
const MAX_NAME = 120;

/** Aircraft types with an equally good unit that states other facts. */
export function differingAircraft(candidates: readonly Candidate[]): string[] {
  const [top] = candidates;
  if (!top || isAnyAircraft(top.passage.aircraft_type)) return [];
  const facts = factsKey(top);
  const differing = candidates
    .filter(({ score }) => score >= top.score - OTHER_BRANCH)
    .filter(({ passage }) => !isAnyAircraft(passage.aircraft_type))
    .filter(
      (candidate) =>
        isSameAircraft(candidate.passage.aircraft_type, top.passage.aircraft_type) || factsKey(candidate) !== facts,
    )
    .map(({ passage }) => passage.aircraft_type);
  return differing.filter((type, index) => differing.findIndex((other) => isSameAircraft(other, type)) === index);
}

/** The same type as the named aircraft, or its most specific parent. All types if none or several were named, or only variants differ. */
export function aircraftToAnswerFor(named: readonly string[], differing: readonly string[]): readonly string[] {
  const [asked] = named;
  if (asked === undefined || named.some((other) => !isSameAircraft(other, asked))) return differing;
  const closest = differing.find((type) => isSameAircraft(type, asked)) ?? mostParticular(differing, asked);
  return differing.length > 1 && closest !== null ? [closest] : differing;
}

/** Null unless the asked aircraft is a variant of all types. */
function mostParticular(types: readonly string[], asked: string): string | null {
  const [variant] = designatorsOf(asked);
  const parents = types.map((type) => designatorsOf(type)[0] ?? []);
  if (!variant || !parents.every((parent) => relationOf(parent, variant) === 'contains')) return null;
  const most = Math.max(...parents.map(({ length }) => length));
  return types[parents.findIndex(({ length }) => length === most)] ?? null;
}

export function askForAircraft(aircraft: readonly string[], passages: readonly EvidencePassage[]): Answer {
  const choices = passages.flatMap((passage) =>
    aircraft.includes(passage.aircraft_type) ? { text: passage.aircraft_type, passage } : [],
  );
  return askToChoose(`The answer depends on the aircraft: ${aircraft.join(', ')}. Which one do you mean?`, choices);
}

/**
 * Parts, modification states or aircraft between which the question leaves the choice open: the best unit, and the best of each task that has the
 * same words of the question and the requested kind of value, states other facts, and is about the nose gear instead of
 * the main gear, or the aircraft after instead of before a bulletin. Without such, units whose effectivity statements exclude each other.
 * Fewer than two if the question is unambiguous. @param quoted what would be quoted
 */
export function differingBranches(candidates: readonly Candidate[], quoted: readonly Candidate[]): Candidate[] {
  const [top] = candidates;
  if (!top) return [];
  const facts = factsKey(top);
  const likely = candidates.filter(
    (one) => one.score >= top.score - OTHER_BRANCH && one.quantity === top.quantity && factsKey(one) !== facts,
  );
  const sharedBy = (one: Candidate): number => [...top.shared].filter((term) => one.shared.has(term)).length;
  const branches = [{ candidate: top, qualifiers: qualifiersIn(top) }];
  for (const candidate of likely.filter((one) => sharedBy(one) === top.shared.size)) {
    const qualifiers = qualifiersIn(candidate);
    if (branches.every((branch) => contradicts(branch.qualifiers, qualifiers)))
      branches.push({ candidate, qualifiers });
    if (branches.length === MAX_BRANCHES) break;
  }
  if (branches.length > 1) return branches.map(({ candidate }) => candidate);
  // For other aircraft, other words can say the same.
  const others = likely.filter((one) => sharedBy(one) >= OF_OTHER_AIRCRAFT * top.shared.size);
  const apart = ofOtherAircraft([top, ...others]);
  return apart.length > 1 ? apart : ofOtherAircraft(quoted.filter(({ unit }) => unit.kind === 'step'));
}

/** The first unit, and the first of each other group of aircraft; of a procedure, the first two that exclude each other. */
function ofOtherAircraft(candidates: readonly Candidate[]): Candidate[] {
  for (const [index, first] of candidates.entries()) {
    const branches = [first];
    for (const candidate of candidates.slice(index + 1)) {
      if (branches.every((branch) => excludeEachOther(branch, candidate))) branches.push(candidate);
      if (branches.length === MAX_BRANCHES) break;
    }
    if (branches.length > 1) return branches;
  }
  return [];
}

/** Null if no words tell the branches apart, and all aircraft may be meant. The words of an option complete the question when it is sent. */
export function askForBranch(branches: readonly Candidate[]): Answer | null {
  const choices = branches.flatMap((one): Choice | [] => {
    const text = distinctionOf(one, branches);
    return text === null ? [] : { text, passage: one.passage };
  });
  if (choices.length < 2 || choices.length < branches.length) {
    const [first, ...others] = branches;
    const areApart = first !== undefined && others.some((other) => excludeEachOther(first, other));
    return areApart ? askInOwnWords(ASK_AIRCRAFT, branches.map(({ passage }) => passage)) : null; // prettier-ignore
  }
  const named = choices.map(({ text, passage }) => `${text} (${titleOf(passage, text)})`);
  return askToChoose(`The answer depends on what you mean: ${named.join('; ')}. Which one?`, choices);
}

/** Of a step only the section counts: steps name parts around them. */
export function qualifiersIn({ unit, heading, passage }: Candidate, isProcedure = false): Qualifiers {
  const own = isProcedure || unit.kind === 'step' ? '' : [unit.leadIn ?? '', unit.text].join('\n');
  return qualifiersOf(own, [heading, passage.section, passage.title]);
}

/** The words of the unit and its titles, the nearest first, that contradict all other branches: `nose`, `left main wheel`; else its aircraft. */
function distinctionOf(candidate: Candidate, branches: readonly Candidate[]): string | null {
  const { unit, heading, passage } = candidate;
  const own = unit.kind === 'step' ? [] : [unit.text, unit.leadIn ?? ''];
  const words = [...own, heading, ...titlesOf(passage.section).reverse(), passage.title].flatMap(qualifyingWords);
  const others = branches.filter((one) => one !== candidate).map((one) => qualifiersIn(one));
  const excluded = (text: string): number => others.filter((other) => contradicts(qualifiersOf(text), other)).length;
  const chosen: string[] = [];
  for (const word of words) {
    if (excluded([...chosen, word].join(' ')) > excluded(chosen.join(' '))) chosen.push(word);
    if (excluded(chosen.join(' ')) === others.length) return chosen.join(' ');
  }
  return statementApart(
    candidate,
    branches.filter((one) => one !== candidate),
  );
}

/** The last title with the words, else the last one. */
function titleOf({ section, title }: EvidencePassage, words: string): string {
  const titles = titlesOf(section);
  const name = titles.findLast((one) => one.includes(words)) ?? titles.at(-1) ?? title;
  return cutText(name.replace(/\s+/gu, ' '), MAX_NAME);
}

function factsKey(candidate: Candidate): string {
  return [...factsOf(candidate.unit, candidate.passage)]
    .filter((fact) => !/^\d+$/u.test(fact))
    .sort()
    .join('\n');
}
