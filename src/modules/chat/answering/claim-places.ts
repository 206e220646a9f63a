import { cellsOf, factsIn } from './facts.js';
import { contradicts, qualifiersOf, type Qualifiers } from './qualifiers.js';
import { contentTerms, isGeneric } from './terms.js';

/** A sentence, step or row of a source, with what it states. */
export interface StatedUnit {
  facts: ReadonlySet<string>;
  /** Words of the unit and of its header row or step, stemmed. */
  terms: ReadonlySet<string>;
  qualifiers: Qualifiers;
  /** Verbatim, and its header row when it is a row. */
  row: string;
  header: string | null;
}

const CLAUSE_BREAK = /[;:]\s|,\s|\s(?:and|but|then|while|whereas)\s/iu;

/** Whether one of the facts stands in the sources with something else than the sentence says it of. */
export function hasMisplacedFact(sentence: string, facts: readonly string[], sources: readonly StatedUnit[]): boolean {
  const said = qualifiersOf(sentence);
  return facts.some((fact) => {
    const sort = sortOf(fact);
    if (!sort) return false;
    const stating = sources.filter((source) => source.facts.has(fact));
    return (
      fitsAnother(fact, sort, sentence, sources) ||
      standsWithAnother(fact, sort, facts, sources) ||
      stating.every(({ qualifiers }) => contradicts(said, qualifiers)) ||
      stating.every((source) => isOfAnotherColumn(fact, sentence, source))
    );
  });
}

/**
 * Whether the words around the value fit another unit, with another value of the same sort, better than any unit that states
 * this one: `torque the axle nut to 40 N·m` from `axle nut: 27 N·m` and `brake bolts: 40 N·m`.
 */
function fitsAnother(fact: string, sort: string, sentence: string, sources: readonly StatedUnit[]): boolean {
  const clause = sentence.split(CLAUSE_BREAK).find((part) => factsIn(part).has(fact)) ?? sentence;
  const words = termsOf(clause);
  let own = 0;
  let other = 0;
  for (const source of sources) {
    const shared = [...words].filter((term) => source.terms.has(term)).length;
    if (source.facts.has(fact)) own = Math.max(own, shared);
    else if ([...source.facts].some((known) => sortOf(known) === sort)) other = Math.max(other, shared);
  }
  return other > own;
}

/** Whether the sentence puts the value beside a fact that has another value of this sort beside it: of another row. */
function standsWithAnother(
  fact: string,
  sort: string,
  facts: readonly string[],
  sources: readonly StatedUnit[],
): boolean {
  return facts.some((beside) => {
    if (beside === fact || sortOf(beside) === null) return false;
    const having = sources.filter((source) => source.facts.has(beside));
    if (having.some((source) => source.facts.has(fact))) return false;
    return having.some((source) => [...source.facts].some((known) => known !== beside && sortOf(known) === sort));
  });
}

/** Whether the sentence names the title of another column than the one that has the value. */
function isOfAnotherColumn(fact: string, sentence: string, { row, header }: StatedUnit): boolean {
  if (header === null) return false;
  const cells = cellsOf(row, header);
  const words = new Set(contentTerms(sentence));
  const value = fact.split('|')[0] ?? fact;
  const own = cells.filter(({ text }) => [...factsIn(text)].some((known) => known.split('|')[0] === value));
  if (own.length === 0) return false;
  const ownTitles = new Set(own.flatMap(({ title }) => contentTerms(title)));
  const isNamed = (title: string): boolean =>
    contentTerms(title).some((term) => words.has(term) && !ownTitles.has(term));
  const first = cells[0]; // the first column names the row
  const others = cells.filter((cell) => !own.includes(cell) && cell !== first);
  const isOwnNamed = own.some(({ title }) =>
    contentTerms(title).some(
      (term) => words.has(term) && !others.some((other) => contentTerms(other.title).includes(term)),
    ),
  );
  return !isOwnNamed && others.some(({ title, text }) => isNamed(title) && !words.has(contentTerms(text)[0] ?? ''));
}

/** What a fact can be confused with: values of the same unit, identifiers; null for step numbers and number words. */
function sortOf(fact: string): string | null {
  const [value = '', unit] = fact.split('|');
  if (unit) return unit;
  return value.length >= 5 && /\d/u.test(value) ? 'identifier' : null;
}

function termsOf(text: string): Set<string> {
  return new Set(contentTerms(text).filter((term) => !/\p{N}/u.test(term) && !isGeneric(term)));
}
