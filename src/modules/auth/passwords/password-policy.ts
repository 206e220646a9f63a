import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { normalizePassword } from './password-text.js';

export const PASSWORD_MIN_CHARS = 12;
export const PASSWORD_MAX_CHARS = 128;
/** Shorter parts of names occur in good passwords by chance. */
const OWN_PART_MIN_CHARS = 4;
/** Letters and digits required besides parts of the owner's name, address and organization. */
const OTHER_MIN_CHARS = 8;
/** Score of 4, about 10^8 guesses. */
const MIN_SCORE = 3;
/** UTF-16 units that are scored. Matching is superlinear: 40 units take up to 20 ms, 128 would take 300 ms. */
const JUDGED_UNITS = 40;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Imported on first use: 49,000 common passwords, 18,000 common words and keyboard layouts. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: 4,
    maxLength: JUDGED_UNITS,
  });
}

export interface PasswordOwner {
  name: string;
  email: string;
  organization: string;
}

const OWN = 'must not be derived from your name, your email address or the name of your organization';
const COMMON = 'is too easy to guess: it is similar to a common password';
const REPEATED = 'is too easy to guess: it repeats the same characters';
const SEQUENCE = 'is too easy to guess: it is mostly a sequence, such as abcd or 1234';
const KEYBOARD = 'is too easy to guess: it is mostly a row of neighboring keys';
const DATE = 'is too easy to guess: it is mostly a date or a year';
const WEAK = 'is too easy to guess: add unrelated words or characters';

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
 * What is wrong with a new password, to append to its field's name; null if it is acceptable. As in NIST SP 800-63B-4, 3.1.1.2: a minimum
 * length and an estimated number of guesses (zxcvbn, score 3 of 4), no composition rules. Characters are code points of the normal form.
 * Only the first {@link JUDGED_UNITS} are scored. Rejects passwords with fewer than 8 letters and digits after removing the owner's data
 * (parts of 4 or more characters, ignoring case and accents): the address, its local part, the words of the address, the name and the
 * organization, and the name without spaces.
 */
export async function passwordIssue(password: string, owner: PasswordOwner): Promise<string | null> {
  const normal = normalizePassword(password);
  const characters = [...normal].length;
  if (characters < PASSWORD_MIN_CHARS) return `must have at least ${PASSWORD_MIN_CHARS} characters`;
  if (characters > PASSWORD_MAX_CHARS) return `must not have more than ${PASSWORD_MAX_CHARS} characters`;
  if (isMadeOf(normal, owner)) return OWN;
  estimator ??= loadEstimator();
  const { score, feedback } = (await estimator).check(normal.slice(0, JUDGED_UNITS));
  return score >= MIN_SCORE ? null : (ISSUES[feedback.warning ?? ''] ?? WEAK);
}

function isMadeOf(password: string, owner: PasswordOwner): boolean {
  const folded = fold(password);
  const rest = ownParts(owner).reduce((left, part) => left.replaceAll(part, ' '), folded);
  return rest !== folded && (rest.match(/[\p{L}\p{N}]/gu) ?? []).length < OTHER_MIN_CHARS;
}

/** Longest first: removing a part would prevent the match of the whole. */
function ownParts({ name, email, organization }: PasswordOwner): string[] {
  const [ownName, address, employer] = [fold(name), fold(email), fold(organization)];
  const words = [ownName, address, employer].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const wholes = [address, address.split('@', 1)[0] ?? '', ownName.replaceAll(' ', '')];
  return [...new Set([...wholes, ...words])]
    .filter((part) => part.length >= OWN_PART_MIN_CHARS)
    .sort((a, b) => b.length - a.length);
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
