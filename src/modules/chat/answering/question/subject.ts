import { contentTerms, contentWords } from '@amks/language/terms/content-terms.js';
import { partsOfSpeech, type PartOfSpeech } from '@amks/language/terms/parts-of-speech.js';
import { isGeneric } from '@amks/language/terms/stop-words.js';
import { weighTerms } from './term-weights.js';

/** Words for what is wanted of a thing. The kind of the answer covers them; manuals often use others. */
const ASKING = new Set(
  contentTerms(
    'torque interval maximum minimum allowed permitted limit value report tool tools applies applicable part number p/n item ' +
      'figure order procedure step steps task check checks inspect test tested possible cause causes fault isolation message ' +
      'troubleshoot shows dispatch inoperative inop fly conditions category mel quantity need needed used size first next',
  ),
);

/** `What is the mass of …`, `Price of …`, `Which color …`, `… shelf life?` */
const PROPERTY =
  /^\W*(?:(?:what(?:'s| is| are)?|max(?:imum)?|min(?:imum)?)\s+)?(?:the\s+|an?\s+)?(\p{L}[\p{L}/ -]{1,39}?)\s+(?:of|for|to|on|in)\s/iu;
const SORT =
  /\b(?:what|which) (colou?r|brand|make|size|grade|type|class|form|tool|oil|grease|fluid|material|licen[cs]e|figure|zone|panel|page)\b/iu;
const PROPERTY_AT_END =
  /\b(price|cost|colou?r|supplier|vendor|maker|manufacturer|weight|mass|shelf life|life|viscosity|tension|hardness|voltage|current|resistance|capacity|diameter|length|thickness|width|category|interval|limits?|speed|temperature|pressure|gap|clearance)\W*$/iu;

/** Characters of a question that are searched for a property. */
const MAX_PROPERTY = 300;
/** Not part of a property's name: the question is a sentence. */
const SENTENCE =
  /\b(?:do|does|did|is|are|was|were|can|could|may|must|should|will|get|gets|has|have|need|needs|how|when|why|i|we|you)\b/iu;

export interface SubjectWord {
  /** 0.1 to 1, see {@link weighTerms}. */
  weight: number;
  speech: PartOfSpeech;
}

/** The thing that a question is about. */
export interface Subject {
  /** By term, without words that only ask. */
  words: ReadonlyMap<string, SubjectWord>;
  /** Adjacent words. A manual about the same thing prints them next to each other. */
  pairs: readonly (readonly [string, string])[];
  /** Terms of the property in question: `price` of the brake unit. */
  property: readonly string[];
}

/** @param besides terms that are not of the subject */
export async function subjectOf(question: string, besides: ReadonlySet<string> = new Set()): Promise<Subject> {
  const speech = await partsOfSpeech(question);
  const isOfSubject = (term: string): boolean => !ASKING.has(term) && !isGeneric(term) && !besides.has(term);
  const words = [...weighTerms(question)]
    .filter(([term]) => isOfSubject(term))
    .map(([term, weight]) => [term, { weight, speech: speech.get(term) ?? 'noun' }] as const);
  const terms = contentWords(question).map(({ term }) => term);
  const pairs = terms.slice(1).map((term, before) => [terms[before]!, term] as const);
  return {
    words: new Map(words),
    pairs: pairs.filter((pair) => pair.every(isOfSubject)),
    property: contentTerms(propertyIn(question)),
  };
}

function propertyIn(text: string): string {
  // The patterns take time in proportion only for single spaces.
  const question = text
    .trimStart()
    .slice(0, MAX_PROPERTY)
    .replace(/[^\p{L}\p{N}]*\s[^\p{L}\p{N}]*/gu, ' ')
    .trimStart();
  const named = PROPERTY.exec(question)?.[1] ?? '';
  const property = named !== '' && !SENTENCE.test(named) ? named : PROPERTY_AT_END.exec(question)?.[1];
  return SORT.exec(question)?.[1] ?? property ?? '';
}
