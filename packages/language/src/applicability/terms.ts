import { modificationKey, type Term } from './expression.js';
import { AIRCRAFT, END, type Scanner } from './scanner.js';

const REGISTRATION = String.raw`(?:[A-Z]-[A-Z]{4}|[A-Z]{2}-[A-Z]{3}|N[1-9]\d{0,4}[A-Z]{0,2})(?![A-Z0-9-])`;
const REGISTRATIONS = new RegExp(String.raw`(?:REG(?:ISTRATIONS?|ISTERED|N)?\.?(?: (?:MARKS?|AS|NOS?\.?))?:? )?(${REGISTRATION}(?:(?:,? (?:AND|OR|&) |, ?|\/| )${REGISTRATION})*)`, 'y'); // prettier-ignore

export function takeRegistrations(scanner: Scanner): Term | null {
  const match = scanner.take(REGISTRATIONS);
  const names = match?.[1]!.match(new RegExp(REGISTRATION, 'gu'));
  return match && { kind: 'registration', names: [...names!], text: match[0] };
}

const MAKER = String.raw`AIRBUS|BOEING|EMBRAER|BOMBARDIER|CESSNA|DE HAVILLAND|ATR|DASH|KING AIR|FALCON`;
const DESIGNATOR = String.raw`(?:(?:${MAKER}) )?(?=[A-Z0-9-]*\d)(?:[A-Z]{1,5}-?\d{1,4}|7[0-8]7)[A-Z]{0,3}(?:-\d{1,4}[A-Z]{0,3}|-[A-Z]{1,3}\d{0,2})?(?![A-Z0-9-])`;
const KIND_OF = String.raw` (?:SERIES|MODELS?|${AIRCRAFT})(?![A-Z])`;
/** `-200` and `/B` repeat the start of the designator before. */
const MODELS = new RegExp(String.raw`(?:(?:(?!NO[TN]?${END}|EXCEPT|EXCLUD|WITH|OTHER|UNLESS|ON${END}|IN${END}|FOR${END})[A-Z&.]+ ){0,3}(?:TYPE|MODEL)S?:? )?(${DESIGNATOR}(?:${KIND_OF})?(?:(?:,? (?:AND|OR|&) |, ?| ?\/ ?)(?:${DESIGNATOR}|-\d{2,4}[A-Z]{0,2}(?![A-Z0-9-])|(?<=\/)[A-Z](?![A-Z0-9]))(?:${KIND_OF})?)*)`, 'y'); // prettier-ignore
const NO_MODEL = /(?:SB|MOD|AD|EO|STC|MSN|SN|REV|CONF|CONFIG|GROUP|PAGE|FIG|ITEM|PART|STEP)-?\d|PN/y;

export function takeModels(scanner: Scanner): Term | null {
  if (scanner.sees(NO_MODEL)) return null;
  const match = scanner.take(MODELS);
  if (!match) return null;
  const names: string[] = [];
  for (const written of match[1]!.replace(new RegExp(KIND_OF, 'gu'), '').split(/,? (?:AND|OR|&) |, ?| ?\/ ?/u)) {
    const before = names.at(-1) ?? '';
    if (written.startsWith('-')) names.push(before.replace(/-[^-]*$/u, '') + written);
    else names.push(written.length === 1 ? before.replace(/[A-Z]$/u, '') + written : written);
  }
  return { kind: 'model', names, text: match[0] };
}

const ENGINE_MAKERS = /(?<![A-Z])(?:PRATT & WHITNEY(?: CANADA)?|GENERAL ELECTRIC|ROLLS[- ]ROYCE|CFM|IAE|P&W|GE) /gu;
const ENGINE = String.raw`(?:(?:PRATT & WHITNEY(?: CANADA)?|GENERAL ELECTRIC|ROLLS[- ]ROYCE|CFM|IAE|P&W|GE) )?(?=[A-Z]{1,5}-?\d)[A-Z0-9-]{2,24}(?![A-Z0-9-])(?:\/(?:\d[A-Z0-9]{0,2}|[A-Z]{1,2})(?![A-Z0-9-]))?(?: SERIES)?`;
const ENGINES = String.raw`(?<names>${ENGINE}(?:(?:,? (?:OR|AND) |, ?| ?\/ ?)${ENGINE})*)`;
const FITTED = String.raw`(?:(?:THAT (?:ARE|IS|HAVE) |WHICH (?:ARE|IS|HAVE) )?(?<not>NOT )?(?:EQUIPPED|FITTED|POWERED|CONFIGURED|PROVIDED)(?: WITH| BY)|(?:WITH|HAVING)(?<without>OUT)?)`;
const ENGINE_FORMS = [
  String.raw`${FITTED} (?:THE )?ENGINES? (?:TYPE |MODEL )?${ENGINES}(?: INSTALLED| FITTED)?`,
  String.raw`${FITTED} (?:THE )?${ENGINES}[ -](?:TYPE )?ENGINES?(?: INSTALLED| FITTED)?`,
  String.raw`(?<not>NOT )?POWERED BY (?:THE )?${ENGINES}`,
  String.raw`${ENGINES} ENGINES?(?: INSTALLED)?`,
  String.raw`ENGINES?(?: TYPE| MODEL)?:? ${ENGINES}`,
].map((form) => new RegExp(form + END, 'y'));

/** An engine list that is joined by `and` is not understood: both on one aircraft, or aircraft with either. */
export function takeEngines(scanner: Scanner): { term: Term; negated: boolean } | null {
  return scanner.attempt(() => {
    for (const form of ENGINE_FORMS) {
      const match = scanner.take(form);
      if (!match) continue;
      const { names, not, without } = match.groups!;
      const found = names!.replace(ENGINE_MAKERS, '').replace(/ SERIES/gu, '');
      if (/ AND /u.test(found)) return null;
      const list = found.split(/ OR |, ?(?:OR )?| ?\/ ?(?=[A-Z]{2,}\d)/u).filter((name) => name !== '');
      return { term: { kind: 'engine', names: list, text: match[0] }, negated: Boolean(not ?? without) };
    }
    return null;
  });
}

const CODES = String.raw`((?!SB|MOD|AD|EO|PRE)[A-Z]?\d{0,3}[A-Z]?(?:(?:,? (?:AND|OR|&) |, ?|\/)(?!SB|MOD|AD|EO|PRE)[A-Z]?\d{0,3}[A-Z]?(?![A-Z0-9-]))*)(?![A-Z0-9-])`;
const CONFIGURATION = new RegExp(String.raw`(?:(?:WITH|IN|HAVING) )?(?:CONFIGURATIONS?|CONFIGS?|CONF)\.?(?: CODES?)?[ :]{0,2}${CODES}`, 'y'); // prettier-ignore

export function takeConfiguration(scanner: Scanner): Term | null {
  return scanner.attempt(() => {
    const match = scanner.take(CONFIGURATION);
    const codes = match?.[1]!.split(/,? (?:AND|OR|&) |, ?|\//u) ?? [];
    if (!match || codes.some((code) => code === '')) return null;
    return { kind: 'configuration', codes, text: match[0] };
  });
}

const KIND = String.raw`(?:(?:ALERT )?SERVICE BULLETINS?|A?SBS?|S\.B\.|MOD(?:IFICATION)?S?\.?|AIRWORTHINESS DIRECTIVE|ADS?|ENGINEERING ORDER|EO|STC)`;
const REFERENCE = String.raw`(?:THE )?(?:ACTIONS? (?:OF|IN|SPECIFIED IN) )?(?:(?:${MAKER}|MANUFACTURER'?S?) )?${KIND}(?: NO\.?| NUMBER| NR\.?)?[ :#.-]{0,2}(?<number>(?=[A-Z0-9-]*\d)[A-Z0-9]+(?:-[A-Z0-9]+)*)(?<revision>,? (?:REV(?:ISION)?|ISSUE)\.? ?[A-Z0-9]{1,3}(?: OR LATER)?)?${END}`;
const DONE = String.raw`(?:EMBODIED|INCORPORATED|ACCOMPLISHED|INSTALLED|IMPLEMENTED|PERFORMED|APPLIED|DONE|CARRIED OUT|COMPLIED WITH|COMPLETED)`;
const HOW = String.raw`(?<how>,? (?:IN (?:PRODUCTION|SERVICE)|DURING PRODUCTION|BEFORE DELIVERY|AT DELIVERY))?`;
const HAS_BEEN = String.raw`(?:HAS|HAVE|HAD|WAS|WERE|IS|ARE)`;
const STATES: readonly ['embodied' | 'not_embodied' | 'stated', RegExp][] = [
  ['not_embodied', new RegExp(String.raw`(?:(?:IN )?PRE[- ]?|BEFORE (?:EMBODIMENT OF |INCORPORATION OF )?)${REFERENCE}(?: (?:STANDARD|CONFIGURATION|STATUS|${AIRCRAFT}))?`, 'y')],
  ['embodied', new RegExp(String.raw`(?:(?:IN )?POST[- ]?|AFTER (?:EMBODIMENT OF |INCORPORATION OF )?)${REFERENCE}(?: (?:STANDARD|CONFIGURATION|STATUS|${AIRCRAFT}))?`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:THOSE )?(?:ON|IN|TO|FOR) WHICH )${REFERENCE} (?:${HAS_BEEN} )?(?<not>NOT )?(?:YET )?(?:BEEN )?(?:${DONE})${HOW}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:WITH|HAVING) )?${REFERENCE} (?:${HAS_BEEN} )?(?<not>NOT )?(?:YET )?(?:BEEN )?${DONE}${HOW}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:THOSE )?(?:THAT|WHICH) (?:HAVE|HAS) (?<not>NOT )?(?:YET )?|(?:THOSE )?(?:HAVING )(?<not2>NOT )?)${DONE} ${REFERENCE}${HOW}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?<not>NOT )?(?:INCORPORATING|EMBODYING) ${REFERENCE}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:MODIFIED|REWORKED)(?: (?:PER|BY|IN ACCORDANCE WITH|TO))|WITH) ${REFERENCE}${END}`, 'y')],
  ['stated', new RegExp(String.raw`(?:(?:IN COMPLIANCE|COMPLYING|(?:THAT|WHICH) COMPLY|(?:THAT|WHICH) COMPLIES) WITH) ${REFERENCE}${END}`, 'y')],
  ['not_embodied', new RegExp(String.raw`WITHOUT ${REFERENCE}(?: ${DONE})?${END}`, 'y')],
]; // prettier-ignore
const EITHER_WAY = new RegExp(String.raw`(?:(?:WITH (?:OR|AND) WITHOUT|PRE (?:OR|AND|&) POST|PRE\/POST|REGARDLESS OF (?:THE )?(?:EMBODIMENT|INCORPORATION|ACCOMPLISHMENT) OF)[ -]?)${REFERENCE}(?: ${DONE})?${END}`, 'y'); // prettier-ignore

export function takeModification(scanner: Scanner): Term | null {
  const eitherWay = scanner.take(EITHER_WAY);
  if (eitherWay) return { kind: 'all', text: eitherWay[0] };
  for (const [stated, pattern] of STATES) {
    const match = scanner.take(pattern);
    if (!match) continue;
    const { number, revision, how, not, not2 } = match.groups!;
    const state = stated !== 'stated' ? stated : (not ?? not2) ? 'not_embodied' : 'embodied';
    const qualified = revision !== undefined || how !== undefined;
    return { kind: 'modification', number: modificationKey(number!), state, qualified, text: match[0] };
  }
  return null;
}
