import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { normalizePassword } from './password-text.js';

export const PASSWORD_MIN_CHARS = 12;
export const PASSWORD_MAX_CHARS = 128;
/** Shorter parts of names occur in good passwords by chance. */
const OWN_PART_MIN_CHARS = 4;
/** Letters and digits that a password needs beside parts of its owner's name, address and organization. */
const OTHER_MIN_CHARS = 8;
/** Of 4: about 10^8 guesses and more. */
const MIN_SCORE = 3;
/** UTF-16 units that are judged. Matching is superlinear: 40 take at most some 20 ms, 128 would take 300. */
const JUDGED_UNITS = 40;

/** Loaded once: 49,000 common passwords, 18,000 common words and the keyboards. */
const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: 4,
  maxLength: JUDGED_UNITS,
});

/** Whose password it is to be. */
export interface PasswordOwner {
  name: string;
  email: string;
  /** What the organization is called. */
  organization: string;
}

const OWN = 'must not be made of your name, your e-mail address or the name of your organization';
const COMMON = 'is too easy to guess: it is a common password, or close to one';
const REPEATED = 'is too easy to guess: it repeats the same characters';
const SEQUENCE = 'is too easy to guess: it is mostly a sequence, such as abcd or 1234';
const KEYBOARD = 'is too easy to guess: it is mostly a row of neighboring keys';
const DATE = 'is too easy to guess: it is mostly a date or a year';
const WEAK = 'is too easy to guess: add words or characters that do not belong together';

const ISSUES: Readonly<Record<string, string>> = {
  topTen: COMMON,
  topHundred: COMMON,
  common: COMMON,
  similarToCommon: COMMON,
  wordByItself: COMMON,
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: SEQUENCE,
  straightRow: KEYBOARD,
  keyPattern: KEYBOARD,
  dates: DATE,
  recentYears: DATE,
};

/**
 * What is wrong with a new password, to be read after the name of its field; null when it is good. As in NIST SP 800-63B-4,
 * 3.1.1.2: length and an estimate of the guesses that it takes (zxcvbn, score 3 of 4), no rules of composition.
 *
 * Characters are code points of the normal form. The first {@link JUDGED_UNITS} must be strong by themselves. A password is
 * made of its owner's data when fewer than 8 letters and digits remain after all of these were taken out, whatever the case
 * and accents, if they have 4 characters or more: the whole address, its local part, the words of the address, the name and
 * the organization, and the name without spaces.
 */
export function passwordIssue(password: string, owner: PasswordOwner): string | null {
  const normal = normalizePassword(password);
  const characters = [...normal].length;
  if (characters < PASSWORD_MIN_CHARS) return `must have at least ${PASSWORD_MIN_CHARS} characters`;
  if (characters > PASSWORD_MAX_CHARS) return `must not have more than ${PASSWORD_MAX_CHARS} characters`;
  if (isMadeOf(normal, owner)) return OWN;
  const { score, feedback } = estimator.check(normal.slice(0, JUDGED_UNITS));
  return score >= MIN_SCORE ? null : (ISSUES[feedback.warning ?? ''] ?? WEAK);
}

function isMadeOf(password: string, owner: PasswordOwner): boolean {
  const folded = fold(password);
  const rest = ownParts(owner).reduce((left, part) => left.replaceAll(part, ' '), folded);
  return rest !== folded && (rest.match(/[\p{L}\p{N}]/gu) ?? []).length < OTHER_MIN_CHARS;
}

/** The longest first: what is left of a whole must not hide it. */
function ownParts({ name, email, organization }: PasswordOwner): string[] {
  const [ownName, address, employer] = [fold(name), fold(email), fold(organization)];
  const words = [ownName, address, employer].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const wholes = [address, address.split('@', 1)[0] ?? '', ownName.replaceAll(' ', '')];
  return [...new Set([...wholes, ...words])]
    .filter((part) => part.length >= OWN_PART_MIN_CHARS)
    .sort((a, b) => b.length - a.length);
}

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
