import { modificationKey, typeOfModification, type Expression, type Term } from './expression.js';
import { MAKER } from './models.js';
import { AIRCRAFT, END, type Scanner } from './scanner.js';

const KIND = String.raw`(?<type>(?:ALERT )?SERVICE BULLETINS?|A?SBS?|S\.B\.|MOD(?:IFICATION)?S?\.?|AIRWORTHINESS DIRECTIVE|ADS?|ENGINEERING ORDER|EO|STC)`;
const REFERENCE = String.raw`(?:THE )?(?:ACTIONS? (?:OF|IN|SPECIFIED IN) )?(?:(?:${MAKER}|MANUFACTURER'?S?) )?${KIND}(?: \((?:MOD|SB|AD|STC|EO)\))?(?: NO\.?| NUMBER| NR\.?)?[ :#.-]{0,2}(?<number>(?=[A-Z0-9-]*\d)[A-Z0-9]+(?:-[A-Z0-9]+)*)(?<revision>,? (?:REV(?:ISION)?|ISSUE)\.? ?[A-Z0-9]{1,3}(?: OR LATER)?)?${END}`;
const DONE = String.raw`(?:EMBODIED|INCORPORATED|ACCOMPLISHED|INSTALLED|IMPLEMENTED|PERFORMED|APPLIED|DONE|CARRIED OUT|COMPLIED WITH|COMPLETED)`;
const HOW = String.raw`(?<how>,? (?:IN (?:PRODUCTION|SERVICE)|DURING PRODUCTION|BEFORE DELIVERY|AT DELIVERY))?`;
const HAS_BEEN = String.raw`(?:HAS|HAVE|HAD|WAS|WERE|IS|ARE)`;
const STATES: readonly ['embodied' | 'not_embodied' | 'stated', RegExp][] = [
  ['not_embodied', new RegExp(String.raw`(?:(?:IN )?PRE[- ]?|BEFORE (?:EMBODIMENT OF |INCORPORATION OF )?)${REFERENCE}(?: (?:STANDARD|CONFIGURATION|STATUS|${AIRCRAFT}))?`, 'y')],
  ['embodied', new RegExp(String.raw`(?:(?:IN )?POST[- ]?|AFTER (?:EMBODIMENT OF |INCORPORATION OF )?)${REFERENCE}(?: (?:STANDARD|CONFIGURATION|STATUS|${AIRCRAFT}))?`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:THOSE )?(?:ON|IN|TO|FOR) WHICH )${REFERENCE} (?:${HAS_BEEN} )?(?<not>NOT )?(?:YET )?(?:BEEN )?(?:${DONE})${HOW}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:(?:THOSE )?(?:WITH|HAVING)|(?:THOSE )?(?:THAT|WHICH) (?:HAVE|HAS)) )?${REFERENCE} (?:${HAS_BEEN} )?(?<not>NOT )?(?:YET )?(?:BEEN )?${DONE}${HOW}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:THOSE )?(?:THAT|WHICH) (?:HAVE|HAS) (?<not>NOT )?(?:YET )?|(?:THOSE )?(?:HAVING )(?<not2>NOT )?)${DONE} ${REFERENCE}${HOW}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?<not>NOT )?(?:INCORPORATING|EMBODYING)|(?:THAT|WHICH) (?:INCORPORATE|EMBODY)) ${REFERENCE}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:MODIFIED|REWORKED)(?: (?:PER|BY|IN ACCORDANCE WITH|TO))|WITH) ${REFERENCE}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:IN COMPLIANCE|COMPLYING|(?:THAT|WHICH) COMPLY|(?:THAT|WHICH) COMPLIES) WITH) ${REFERENCE}${END}`, 'y')],
  ['not_embodied', new RegExp(String.raw`WITHOUT ${REFERENCE}(?: ${DONE})?${END}`, 'y')],
]; // prettier-ignore
const EITHER_WAY = new RegExp(String.raw`(?:(?:WITH (?:OR|AND) WITHOUT|PRE (?:OR|AND|&) POST|PRE\/POST|REGARDLESS OF (?:THE )?(?:EMBODIMENT|INCORPORATION|ACCOMPLISHMENT) OF)[ -]?)${REFERENCE}(?: ${DONE})?${END}`, 'y'); // prettier-ignore

/** Without names for its groups, which a list repeats. */
const MEMBER = REFERENCE.replace(/\?<\w+>/gu, '?:');
const LIST = String.raw`(?<list>${MEMBER}(?: (?:AND|OR) ${MEMBER})+)`;
const NO_STATE = String.raw`(?! (?:${HAS_BEEN}|NOT|YET|BEEN|AND|OR|${DONE})${END})`;
const LISTS: readonly ['embodied' | 'not_embodied', RegExp][] = [
  ['not_embodied', new RegExp(String.raw`PRE[- ]?${LIST}${NO_STATE}`, 'y')],
  ['embodied', new RegExp(String.raw`POST[- ]?${LIST}${NO_STATE}`, 'y')],
  ['embodied', new RegExp(String.raw`(?:(?:THOSE )?(?:(?:ON|IN|TO|FOR) WHICH|WITH|HAVING) )?(?:BOTH )?${LIST} (?:BOTH )?(?:${HAS_BEEN} )?(?<not>NOT )?(?:YET )?(?:BEEN )?${DONE}${END}`, 'y')],
  ['not_embodied', new RegExp(String.raw`NEITHER ${LIST.replace('AND|OR', 'NOR|OR')} (?:${HAS_BEEN} )?(?:BEEN )?${DONE}${END}`, 'y')],
]; // prettier-ignore

export function takeModification(scanner: Scanner): Expression | null {
  const eitherWay = scanner.take(EITHER_WAY);
  if (eitherWay) return { kind: 'all', text: eitherWay[0] };
  const list = takeList(scanner);
  if (list) return list;
  for (const [stated, pattern] of STATES) {
    const match = scanner.take(pattern);
    if (!match) continue;
    const state = stated !== 'stated' ? stated : (match.groups!.not ?? match.groups!.not2) ? 'not_embodied' : 'embodied'; // prettier-ignore
    return termOf(match, state);
  }
  return null;
}

/** `MOD 1 or MOD 2 not embodied` leaves open whether both or one of them is not; `neither` does not. */
function takeList(scanner: Scanner): Expression | null {
  return scanner.attempt(() => {
    const found = LISTS.map(([state, pattern]) => ({ state, match: scanner.take(pattern) })).find(({ match }) => match);
    if (!found) return null;
    const { list, not } = found.match!.groups!;
    const state = not ? 'not_embodied' : found.state;
    const of = [...list!.matchAll(new RegExp(REFERENCE, 'gu'))].map((match) => termOf(match, state));
    const joints = new Set(list!.match(/ (?:AND|OR|NOR) /gu));
    if (joints.size > 1) return null;
    const [all, any]: Expression[] = [
      { kind: 'all_of', of },
      { kind: 'any_of', of },
    ];
    if (found.match![0].startsWith('NEITHER')) return all!;
    if (state === 'not_embodied') return { kind: 'either', of: [all!, any!] };
    return joints.has(' AND ') ? all! : any!;
  });
}

function termOf({ 0: text, groups }: RegExpExecArray, state: 'embodied' | 'not_embodied'): Term {
  const { type, number, revision, how } = groups!;
  const qualified = revision !== undefined || how !== undefined;
  return { kind: 'modification', type: typeOfModification(type!) ?? 'MOD', number: modificationKey(number!), state, qualified, text }; // prettier-ignore
}
