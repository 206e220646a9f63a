import { createHash, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RecoveryCodeRepository } from './recovery-code.repository.js';

const CODES = 10;
/** Crockford's base 32: no letter that is taken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits, which no search through the hashes will find; in groups that can be copied by hand. */
const GROUPS = 4;
const GROUP_CHARS = 4;

/** Ten codes that stand in for a second factor, each once. */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly codes: RecoveryCodeRepository) {}

  /** New codes for the user, such as `7k2m-…`: the only time that they are seen. Earlier ones are void. */
  async renew(userId: string): Promise<string[]> {
    const codes = Array.from({ length: CODES }, newCode);
    await this.codes.replaceAll(
      userId,
      codes.map((code) => hashOf(userId, code)),
    );
    return codes;
  }

  /** How many are left after this one was used up; null when it is none of the user's, or was used before. */
  async use(userId: string, code: string): Promise<number | null> {
    return (await this.codes.use(userId, hashOf(userId, code))) ? this.codes.countLeft(userId) : null;
  }

  deleteAll(userId: string): Promise<void> {
    return this.codes.deleteAll(userId);
  }
}

function newCode(): string {
  const group = (): string => Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Of the code as a person may type it: any case, with or without hyphens, `O` for zero and `I` or `L` for one. */
function hashOf(userId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(`${userId}:${plain}`).digest();
}
