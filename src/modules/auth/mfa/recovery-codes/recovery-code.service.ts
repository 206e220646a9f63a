import { createHash, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RecoveryCodeRepository } from './recovery-code.repository.js';

const CODES = 10;
/** Crockford's base 32, without letters that resemble digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits, infeasible to search for; in groups for copying by hand. */
const GROUPS = 4;
const GROUP_CHARS = 4;

/** Ten single-use codes that replace a second factor. */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly codes: RecoveryCodeRepository) {}

  /** Returns the codes, such as `7k2m-…`, which are not stored. Earlier codes stop working. */
  async renew(userId: string): Promise<string[]> {
    const codes = Array.from({ length: CODES }, newCode);
    await this.codes.replaceAll(
      userId,
      codes.map((code) => hashOf(userId, code)),
    );
    return codes;
  }

  /** Consumes the code and returns the number left; null for an unknown or used code. */
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

/** Accepts any case, with or without hyphens, `O` for zero, `I` or `L` for one. */
function hashOf(userId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(`${userId}:${plain}`).digest();
}
