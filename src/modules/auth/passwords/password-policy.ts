import { isCommonPassword } from './common-passwords.js';
import { normalizePassword } from './password-text.js';

export const PASSWORD_MIN_CHARS = 12;
export const PASSWORD_MAX_CHARS = 128;
/** Shorter parts of names occur in good passwords by chance. */
const OWN_PART_MIN_CHARS = 4;
/** Letters and digits that a password needs beside parts of its owner's name and address. */
const OTHER_MIN_CHARS = 8;

/** Whose password it is to be. */
export interface PasswordOwner {
  name: string;
  email: string;
}

/**
 * What is wrong with a new password, to be read after the name of its field; null when nothing is. As NIST SP 800-63B-4,
 * 3.1.1.2 has it: length and a list of what is guessed first, no rules of composition.
 *
 * Characters are code points of the normal form. A password is made of its owner's name or address when fewer than 8 letters
 * and digits remain after all of these were taken out, whatever the case and accents, if they have 4 characters or more:
 * the whole address, its local part, the words of both and of the name, and the name without spaces.
 */
export function passwordIssue(password: string, owner: PasswordOwner): string | null {
  const normal = normalizePassword(password);
  const characters = [...normal].length;
  if (characters < PASSWORD_MIN_CHARS) return `must have at least ${PASSWORD_MIN_CHARS} characters`;
  if (characters > PASSWORD_MAX_CHARS) return `must not have more than ${PASSWORD_MAX_CHARS} characters`;
  if (isCommonPassword(normal.toLowerCase())) return 'is one of the passwords that are guessed first';
  return isMadeOf(normal, owner) ? 'must not be made of your name or e-mail address' : null;
}

function isMadeOf(password: string, owner: PasswordOwner): boolean {
  const folded = fold(password);
  const rest = ownParts(owner).reduce((left, part) => left.replaceAll(part, ' '), folded);
  return rest !== folded && (rest.match(/[\p{L}\p{N}]/gu) ?? []).length < OTHER_MIN_CHARS;
}

/** The longest first: what is left of a whole must not hide it. */
function ownParts({ name, email }: PasswordOwner): string[] {
  const [ownName, address] = [fold(name), fold(email)];
  const words = [ownName, address].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const wholes = [address, address.split('@', 1)[0] ?? '', ownName.replaceAll(' ', '')];
  return [...new Set([...wholes, ...words])]
    .filter((part) => part.length >= OWN_PART_MIN_CHARS)
    .sort((a, b) => b.length - a.length);
}

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
