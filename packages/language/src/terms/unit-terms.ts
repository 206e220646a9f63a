import { stemmer } from 'stemmer';
import { isSpelledInAnyCase, unitSpellings } from '../quantities/units.js';

/** Symbols that are a unit only after a number: `m` in `27 m`. */
const AFTER_NUMBER = new Set('h m l ltr w g n sec secs min mins deg'.split(' '));
/** Symbols that are a unit only next to a number without a space: `5A`, `27in`. */
const TOUCHING = new Set('a in'.split(' '));
/** Other letters that are a unit there. */
const ALSO_TOUCHING = new Set('v c f k'.split(' '));
/** Searches do not distinguish pounds of mass and of force. */
const SAME_TERM = new Map([['lbf', 'lb']]);

const termsOfSymbols = new Map<string, string>();
const termsOfWords = new Map<string, string>();
const termsOfTorques = new Map<string, string>();
const forcesAndArms = new Set<string>();
const symbols = new Set(ALSO_TOUCHING);

for (const [spelling, { name, kind }] of unitSpellings()) {
  const word = spelling.toLowerCase();
  const [first, second, ...others] = word.split('.');
  if (kind === 'torque' && second !== undefined && others.length === 0) {
    termsOfTorques.set(`${first} ${second}`, termOfUnit(name));
    forcesAndArms.add(first!).add(second);
  }
  if (!/^(?:[a-z]+|ω)$/u.test(word) || !/^°?[\p{L}·]+$/u.test(name)) continue;
  if (AFTER_NUMBER.has(word) || TOUCHING.has(word)) termsOfSymbols.set(word, termOfUnit(name));
  else if (word.length > 1 || word === 'ω') {
    symbols.add(word);
    if (isSpelledInAnyCase(spelling) || word === 'ω') termsOfWords.set(word, termOfUnit(name));
  }
}

/** The stem of the unit's name, so that the written-out name has the same term. */
function termOfUnit(name: string): string {
  return stemmer(SAME_TERM.get(name) ?? name.toLowerCase().replace(/[°·]/gu, ''));
}

/** The term of a word that is always a unit, or undefined. Words are lower case. */
export function unitTerm(word: string): string | undefined {
  return termsOfWords.get(word);
}

/** The term of a symbol after a number and a space or hyphen, or undefined. */
export function unitAfterNumber(word: string): string | undefined {
  return AFTER_NUMBER.has(word) ? termsOfSymbols.get(word) : undefined;
}

/** The term of letters directly after a number. Undefined if both are one code (`737ng`). */
export function unitTouchingNumber(letters: string): string | undefined {
  return termsOfSymbols.get(letters) ?? termsOfWords.get(letters) ?? (symbols.has(letters) ? letters : undefined);
}

/** Whether a word can be the force or the arm of a torque. */
export function isForceOrArm(word: string): boolean {
  return forcesAndArms.has(word);
}

/** The term of an adjacent force and arm in either order, or undefined. */
export function torqueTerm(first: string, second: string): string | undefined {
  return termsOfTorques.get(`${first} ${second}`);
}
