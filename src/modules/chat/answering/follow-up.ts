import { extractIdentifiers } from '../../../integrations/search-index/identifiers.js';
import { contentTerms, isGeneric, wordsOf } from './terms.js';

/** What a word of a question is there for; what a follow-up leaves out of one sort is taken from before. */
type Sort = 'asked' | 'action' | 'aircraft' | 'identifier' | 'side' | 'subject';

interface Word {
  text: string;
  sort: Sort;
}

const ANAPHORA =
  /\b(?:it|its|that|this|those|these|them|they|there|then|same|one|ones|above|previous|instead|else|too|also|again)\b/iu;
/** What can only stand for something named before; `that` and `one` often do not. */
const PRONOUN = /\b(?:it|its|this|them|they|these|those)\b/iu;
const CONTINUATION = /^\W*(?:and|but|or|so|also|what about|how about|ok|okay|then|same for|for)\b/iu;
/** What is asked of the subject: a quantity, a number to order, an interval. */
const ASKED =
  /^(?:torques?|pressures?|temperatures?|precharge|voltage|resistance|capacity|volume|quantity|clearance|gap|play|wear|diameter|length|depth|thickness|interval|limits?|weight|mass|angle|force|speed|part|number|p\/n|pn|effectivity|category|tolerance|tight|tighten|life|time|often|long|much|many|condition|conditions|status|figure|item|cause|causes|checks?)$/iu;
const ACTION =
  /^(?:remov(?:e|al|ing)|install(?:ation|ing)?|replac(?:e|ing|ement)|bleed(?:ing)?|servic(?:e|ing)|adjust(?:ment|ing)?|rig(?:ging)?|inspect(?:ion|ing)?|test(?:ing)?|check(?:ing)?|clean(?:ing)?|charg(?:e|ing)|fill(?:ing)?|drain(?:ing)?|lubricat(?:e|ion|ing)|jack(?:ing)?|tow(?:ing)?|dispatch|troubleshoot(?:ing)?|isolat(?:e|ion)|disassemble|assemble|apply|measure|deploy|lock|unlock)$/iu;
const AIRCRAFT = /^(?:[A-Z]{1,4}\d{2,3}-\d{1,2}00[A-Z]?|[A-Z]{2,5}-?\d{2}|[A-Z]\d{3}(?:-\d{3})?|7[0-8]7-\d{3}|MSN)$/u;
const SERIAL = /^\d{4,5}$/u;
/** `-200` of the `TR46-100` that was spoken of. */
const VARIANT = /(?<![\w-])-(\d{1,2}00[A-Z]?)(?!\w)/u;
const SIDES: readonly (readonly string[])[] = [
  ['nose', 'nlg', 'main', 'mlg'],
  ['left', 'lh', 'right', 'rh'],
  ['upper', 'lower', 'top', 'bottom'],
  ['inner', 'outer', 'inboard', 'outboard'],
  ['forward', 'fwd', 'aft', 'front', 'rear'],
  ['inlet', 'outlet'],
];
/** Parts of which one takes the place of the other: `and the bolt?` asks no more of the nut. */
const FASTENERS = /^(?:nuts?|bolts?|screws?|plugs?|unions?|clamps?|pins?|studs?|fittings?|caps?|valves?|washers?)$/iu;
const QUESTION_NUMBER = /^(?:1|2|3|4|no\.?)$/iu;
/** Words from which on a question stands by itself. */
const STANDS_ALONE = 3;
/** Words of a question that are sorted. A longer question names its subject within them. */
const MAX_WORDS = 100;

/**
 * The question as it is meant after what was asked before: a follow-up (`and for the -200?`, `what about the nose gear?`,
 * `torque?`) takes over what it does not say itself: aircraft, identifiers, subject, and what is asked of it. A question that
 * names its own subject is left alone; what was spoken of before it is over.
 *
 * @param before the questions asked before, oldest first
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

/** Whether a question says itself what it is about: enough words, and no sign that some are left out. */
function standsAlone(question: string, own: readonly Word[]): boolean {
  const about = own.filter(({ sort }) => sort !== 'aircraft');
  if (about.length < STANDS_ALONE)
    return own.some(({ sort }) => sort === 'identifier') && !CONTINUATION.test(question) && !ANAPHORA.test(question);
  const subjects = own.filter(({ sort }) => sort === 'subject' || sort === 'identifier').length;
  if (subjects === 0) return false;
  const isAsked = own.some(({ sort }) => sort === 'asked' || sort === 'action');
  if (!CONTINUATION.test(question))
    return isAsked || !PRONOUN.test(question) ? subjects > 1 || !ANAPHORA.test(question) : false;
  // "And for the axle nut of the nose wheel?" does not say what of it.
  return subjects > 1 && isAsked;
}

function withVariant(question: string, earlier: readonly Word[]): string {
  const type = earlier.findLast(({ sort, text }) => sort === 'aircraft' && /\d-\d/u.test(text))?.text;
  return type
    ? question.replace(VARIANT, (_, variant: string) => `${type.replace(/-\d+[A-Z]?$/u, '')}-${variant}`)
    : question;
}

function wordsIn(text: string): Word[] {
  return wordsOf(text)
    .slice(0, MAX_WORDS)
    .flatMap((word, index, all) => {
      const sort = sortOf(word, all[index - 1] ?? '');
      return sort ? [{ text: word, sort }] : [];
    });
}

function sortOf(word: string, before: string): Sort | null {
  if (AIRCRAFT.test(word) || (before === 'MSN' && SERIAL.test(word))) return 'aircraft';
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
