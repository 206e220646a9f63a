import type { Term } from './expression.js';
import { END, type Scanner } from './scanner.js';

/** Excludes `T-TAIL`, `C-DUCT`, `ON-OFF`, and `N1`. */
const REGISTRATION = String.raw`(?:[BCDFGIMP]-(?!BAND|BEAM|BOLT|CLIP|CODE|DUCT|NOSE|RING|SEAL|TAIL|TYPE)[A-Z]{4}|(?!(?:BY|IN|NO|OF|ON|OR|PN|RE|TO|UP)-)[A-Z]{2}-[A-Z]{3}|[A-Z]\d-[A-Z]{3}|\d[A-Z]-[A-Z]{3}|N(?=[A-Z0-9]{3})[1-9]\d{0,4}[A-Z]{0,2}|JA\d{2}(?:\d{2}|\d[A-Z]|[A-Z]{2})|HL\d{4}|B-\d{4,5}|(?:RA|UR)-\d{5})(?![A-Z0-9-])`;
const REGISTRATIONS = new RegExp(String.raw`(?:(?:(?:WITH|HAVING) (?:THE )?)?REG(?:ISTRATIONS?|ISTERED|N)?\.?(?: (?:MARKS?|AS|NOS?\.?))?:? )?(${REGISTRATION}(?:(?:,? (?:AND|OR|&) |, ?|\/| )${REGISTRATION})*)`, 'y'); // prettier-ignore

export function takeRegistrations(scanner: Scanner): Term | null {
  const match = scanner.take(REGISTRATIONS);
  const names = match?.[1]!.match(new RegExp(REGISTRATION, 'gu'));
  return match && { kind: 'registration', names: [...names!], text: match[0] };
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
].map(
  (form) => new RegExp(String.raw`${form}${END}(?! (?:S\/N|SERIAL|ESN|P\/N|PART|NO|NUMBER|POSITION)S?${END})`, 'y'),
);

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
      const isSeries = / SERIES/u.test(names!);
      return { term: { kind: 'engine', names: list, isSeries, text: match[0] }, negated: Boolean(not ?? without) };
    }
    return null;
  });
}

const CODE = String.raw`(?!(?:SB|MOD|AD|EO|PRE|AS|AT|BY|IF|IN|IS|NO|OF|ON|OR|TO)(?![A-Z]))(?=[A-Z0-9])[A-Z]?\d{0,2}[A-Z]?(?![A-Z0-9-])`;
const CODES = String.raw`(${CODE}(?:(?:,? (?:AND|OR|&) |, ?|\/(?=[A-Z]))${CODE})*)`;
const CONFIGURATION = new RegExp(String.raw`(?:(?:WITH|IN|HAVING) )?(?:CONFIGURATIONS?|CONFIGS?|CONF)(?![A-Z])\.?(?: CODES?)?[ :]{0,2}${CODES}`, 'y'); // prettier-ignore

export function takeConfiguration(scanner: Scanner): Term | null {
  return scanner.attempt(() => {
    const match = scanner.take(CONFIGURATION);
    const codes = match?.[1]!.split(/,? (?:AND|OR|&) |, ?|\//u) ?? [];
    if (!match || codes.some((code) => code === '')) return null;
    return { kind: 'configuration', codes, text: match[0] };
  });
}
