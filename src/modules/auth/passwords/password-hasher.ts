import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Inject, Injectable } from '@nestjs/common';
import { BoundedPool } from '../../../common/bounded-pool.js';
import { clientNetwork } from '../../../common/http/client-network.js';
import { currentContext } from '../../../common/http/request-context.js';
import { normalizePassword } from './password-text.js';

/**
 * Hashes computed at a time: no more than there are cores. libuv has four threads for hashing, files and name look-ups
 * together, of which one stays free for the others.
 */
export const HASHING_SLOTS = Math.min(availableParallelism(), 3);
/** What may wait, in all and of one client address: a few seconds' worth. More would only time out at its client. */
export const MAX_WAITING = { all: HASHING_SLOTS * 128, each: HASHING_SLOTS * 16 };

export const HASHING_PARAMETERS = Symbol('argon2id parameters');

/** Cost of argon2id (RFC 9106): memory in KiB and passes over it; always one lane. */
export interface HashingParameters {
  memoryKib: number;
  passes: number;
}

/** Less does not exist (RFC 9106, 3.1). */
const MIN_MEMORY_KIB = 8;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/;

/** Passwords as argon2id hashes in PHC string format, `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. */
@Injectable()
export class PasswordHasher {
  private readonly pool = new BoundedPool(HASHING_SLOTS, MAX_WAITING.all, MAX_WAITING.each);
  /** Stands in for the hash of an account that does not exist, so that asking for one costs the same. */
  private readonly decoy: Promise<string>;

  constructor(@Inject(HASHING_PARAMETERS) private readonly parameters: HashingParameters) {
    this.decoy = this.hash('no account has this password');
    // Whoever verifies sees the error; it must not be one that nobody handles.
    this.decoy.catch(() => undefined);
  }

  /** @throws AppError SERVICE_UNAVAILABLE when too many wait for their hash already; REQUEST_TIMEOUT when the client has gone */
  hash(password: string): Promise<string> {
    const { memoryKib, passes } = this.parameters;
    const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
    return this.inTurn(() => hash(normalizePassword(password), options));
  }

  /**
   * `hashed` null stands for an unknown account: the same work, then false. So it is for a wrong password against a hash
   * that was made with less: what is missing of the work is done on top. What remains is what memory times passes does not
   * say of the time (caches, lanes); and hashes made with more than now, which take longer as long as they are kept.
   *
   * @throws AppError as {@link hash}
   */
  async verify(hashed: string | null, password: string): Promise<boolean> {
    const against = hashed ?? (await this.decoy);
    const normal = normalizePassword(password);
    const matches = await this.inTurn(async () => (await verify(against, normal)) || this.catchUp(against, normal));
    return matches && hashed !== null;
  }

  /** The client addresses take turns; nothing is computed for a client that has gone meanwhile. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const context = currentContext();
    return this.pool.run(work, context?.closed(), clientNetwork(context?.ip ?? ''));
  }

  /** Spends on a password that was wrong what its hash cost less than one of now. */
  private async catchUp(hashed: string, normal: string): Promise<false> {
    const { memoryKib, passes } = this.parameters;
    const made = costOf(hashed);
    const missingKib = Math.floor(memoryKib - (made.memoryKib * made.passes) / passes);
    if (missingKib >= MIN_MEMORY_KIB) {
      await hash(normal, { memoryCost: missingKib, timeCost: passes, parallelism: 1 });
    }
    return false;
  }

  /** Whether the hash was made with less than what is set now, so that it is to be made anew while the password is at hand. */
  needsRehash(hashed: string): boolean {
    const { memoryKib, passes } = costOf(hashed);
    return memoryKib < this.parameters.memoryKib || passes < this.parameters.passes;
  }
}

/** What the hash was made with; nothing, for one of another algorithm. */
function costOf(hashed: string): HashingParameters {
  const [, memory, passes] = PHC.exec(hashed) ?? [];
  return { memoryKib: Number(memory ?? 0), passes: Number(passes ?? 0) };
}
