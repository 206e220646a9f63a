import { looksLikeDesignator, withTypeOf } from '@amks/language/aircraft/designator-forms.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { contentTerms, contentWords } from '@amks/language/terms/content-terms.js';
import { isGeneric } from '@amks/language/terms/stop-words.js';

/** Role of a word in a question. A follow-up takes the roles that it lacks from earlier questions. */
type Sort = 'asked' | 'action' | 'aircraft' | 'identifier' | 'side' | 'subject';

interface Word {
  text: string;
  sort: Sort;
}

const ANAPHORA =
  /\b(?:it|its|that|this|those|these|them|they|there|then|same|one|ones|above|previous|instead|else|too|also|again)\b/iu;
/** Words that always refer back. `that` and `one` often do not. */
const PRONOUN = /\b(?:it|its|this|them|they|these|those)\b/iu;
const CONTINUATION = /^\W*(?:and|but|or|so|also|what about|how about|ok|okay|then|same for|for)\b/iu;
/** The property in question: a quantity, a number to order, an interval. */
const ASKED =
  /^(?:torques?|pressures?|temperatures?|precharge|voltage|resistance|capacity|volume|quantity|clearance|gap|play|wear|diameter|length|depth|thickness|interval|limits?|weight|mass|angle|force|speed|part|number|p\/n|pn|effectivity|category|tolerance|tight|tighten|life|time|often|long|much|many|condition|conditions|status|figure|item|cause|causes|checks?)$/iu;
const ACTION =
  /^(?:remov(?:e|al|ing)|install(?:ation|ing)?|replac(?:e|ing|ement)|bleed(?:ing)?|servic(?:e|ing)|adjust(?:ment|ing)?|rig(?:ging)?|inspect(?:ion|ing)?|test(?:ing)?|check(?:ing)?|clean(?:ing)?|charg(?:e|ing)|fill(?:ing)?|drain(?:ing)?|lubricat(?:e|ion|ing)|jack(?:ing)?|tow(?:ing)?|dispatch|troubleshoot(?:ing)?|isolat(?:e|ion)|disassemble|assemble|apply|measure|deploy|lock|unlock)$/iu;
const SERIAL = /^\d{4,5}$/u;
const SIDES: readonly (readonly string[])[] = [
  ['nose', 'nlg', 'main', 'mlg'],
  ['left', 'lh', 'right', 'rh'],
  ['upper', 'lower', 'top', 'bottom'],
  ['inner', 'outer', 'inboard', 'outboard'],
  ['forward', 'fwd', 'aft', 'front', 'rear'],
  ['inlet', 'outlet'],
];
/** Parts that replace each other: `and the bolt?` no longer asks about the nut. */
const FASTENERS = /^(?:nuts?|bolts?|screws?|plugs?|unions?|clamps?|pins?|studs?|fittings?|caps?|valves?|washers?)$/iu;
const QUESTION_NUMBER = /^(?:1|2|3|4|no\.?)$/iu;
/** Words that make a question complete. */
const STANDS_ALONE = 3;
/** Words of a question that are classified. */
const MAX_WORDS = 100;

/**
 * Completes a follow-up (`and for the -200?`, `what about the nose gear?`, `torque?`) with the aircraft, identifiers,
 * subject and property of earlier questions. A question with its own subject does not change.
 * @param before earlier questions, oldest first
 */
export function completed(question: string, before: readonly string[]): string {
  const resolved = before.reduce<string | null>(
    (context, earlier) => (wordsIn(earlier).length === 0 ? context : complete(earlier, context)),
    null,
  );
  return complete(question, resolved);
}

function complete(question: string, context: string | null): string {
  if (context === null) return question;
  const earlier = wordsIn(context);
  const asked = withVariant(question, earlier);
  const own = wordsIn(asked);
  if (standsAlone(asked, own)) return asked;
  const has = (sort: Sort): boolean => own.some((word) => word.sort === sort);
  const known = new Set(earlier.flatMap(({ text }) => contentTerms(text)));
  // `Sub-code 04` after `sub-code 03` is another number of the same subject.
  const subjects = own.filter(
    ({ sort, text }) =>
      sort === 'subject' && /\p{L}/u.test(text) && !contentTerms(text).every((term) => known.has(term)),
  ).length;
  const said = new Set(contentTerms(asked));
  const kept = earlier.filter((word) => {
    if (contentTerms(word.text).every((term) => said.has(term))) return false;
    switch (word.sort) {
      case 'aircraft':
        return !has('aircraft');
      case 'identifier':
        return !has('identifier') && (subjects < 2 || PRONOUN.test(asked));
      case 'asked':
        return !has('asked') && !has('action');
      case 'action':
        return !has('action');
      case 'side':
        return subjects < 2 && !own.some(({ text }) => isOtherSide(text, word.text));
      case 'subject':
        return subjects < 2 && !(isFastener(word) && own.some(isFastener));
    }
  });
  return kept.length > 0 ? `${[...new Set(kept.map(({ text }) => text))].join(' ')} ${asked.trim()}` : asked;
}

/** Whether a question has enough words, and none that refer back. */
function standsAlone(question: string, own: readonly Word[]): boolean {
  const about = own.filter(({ sort }) => sort !== 'aircraft');
  if (about.length < STANDS_ALONE)
    return own.some(({ sort }) => sort === 'identifier') && !CONTINUATION.test(question) && !ANAPHORA.test(question);
  const subjects = own.filter(({ sort }) => sort === 'subject' || sort === 'identifier').length;
  if (subjects === 0) return false;
  const isAsked = own.some(({ sort }) => sort === 'asked' || sort === 'action');
  if (!CONTINUATION.test(question))
    return isAsked || !PRONOUN.test(question) ? subjects > 1 || !ANAPHORA.test(question) : false;
  // "And for the axle nut of the nose wheel?" lacks the property.
  return subjects > 1 && isAsked;
}

function withVariant(question: string, earlier: readonly Word[]): string {
  const type = earlier.findLast(({ sort, text }) => sort === 'aircraft' && /\d-\d/u.test(text))?.text;
  return type ? withTypeOf(type, question) : question;
}

function wordsIn(text: string): Word[] {
  return contentWords(text)
    .slice(0, MAX_WORDS)
    .flatMap(({ word }, index, all) => {
      const sort = sortOf(word, all[index - 1]?.word ?? '');
      return sort ? [{ text: word, sort }] : [];
    });
}

function sortOf(word: string, before: string): Sort | null {
  if (word === 'MSN' || looksLikeDesignator(word) || (before === 'MSN' && SERIAL.test(word))) return 'aircraft';
  if (extractIdentifiers(word).length > 0) return 'identifier';
  if (ASKED.test(word)) return 'asked';
  if (ACTION.test(word)) return 'action';
  if (SIDES.some((pair) => pair.includes(word.toLowerCase()))) return 'side';
  if (ANAPHORA.test(word) || /^(?:ok|okay|thanks|thank|hello|hi|yes|sure|great)$/iu.test(word)) return null;
  if (QUESTION_NUMBER.test(word)) return 'subject';
  return contentTerms(word).every(isGeneric) ? null : 'subject';
}

function isOtherSide(one: string, other: string): boolean {
  return SIDES.some((pair) => pair.includes(one.toLowerCase()) && pair.includes(other.toLowerCase()));
}

function isFastener({ text }: Word): boolean {
  return FASTENERS.test(text);
}
