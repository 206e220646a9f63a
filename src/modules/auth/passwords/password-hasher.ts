import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Inject, Injectable } from '@nestjs/common';
import { BoundedPool } from '../../../common/limits/bounded-pool.js';
import { clientNetwork } from '../../../common/context/client-network.js';
import { currentContext } from '../../../common/context/request-context.js';
import { normalizePassword } from './password-text.js';

/** Concurrent hash computations, at most one per core. Leaves one of libuv's four threads for files and DNS lookups. */
export const HASHING_SLOTS = Math.min(availableParallelism(), 3);
/** Queued computations, in total and per client address: a few seconds of work. */
export const MAX_WAITING = { all: HASHING_SLOTS * 128, each: HASHING_SLOTS * 16 };

export const HASHING_PARAMETERS = Symbol('argon2id parameters');

/** Cost of argon2id (RFC 9106): memory in KiB and passes; always one lane. */
export interface HashingParameters {
  memoryKib: number;
  passes: number;
}

/** Minimum of RFC 9106, 3.1. */
const MIN_MEMORY_KIB = 8;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/;

/** argon2id hashes in PHC string format, `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. */
@Injectable()
export class PasswordHasher {
  private readonly pool = new BoundedPool(HASHING_SLOTS, MAX_WAITING.all, MAX_WAITING.each);
  /** Hashed for unknown accounts, which then take the same time. */
  private readonly decoy: string;

  constructor(@Inject(HASHING_PARAMETERS) private readonly parameters: HashingParameters) {
    this.decoy = randomHash(parameters);
  }

  /** @throws AppError SERVICE_UNAVAILABLE when too many computations wait; REQUEST_TIMEOUT for a disconnected client */
  hash(password: string): Promise<string> {
    const { memoryKib, passes } = this.parameters;
    const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
    return this.inTurn(() => hash(normalizePassword(password), options));
  }

  /**
   * `hashed` null, for an unknown account, does the same work and returns false. A wrong password for a cheaper hash
   * does the missing work in addition, so timing does not reveal older hashes, except for effects of caches and lanes
   * and for hashes that cost more than the current parameters.
   * @throws AppError as {@link hash}
   */
  async verify(hashed: string | null, password: string): Promise<boolean> {
    const against = hashed ?? this.decoy;
    const normal = normalizePassword(password);
    const matches = await this.inTurn(async () => (await verify(against, normal)) || this.catchUp(against, normal));
    return matches && hashed !== null;
  }

  /** Client addresses take turns; disconnected clients are skipped. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const context = currentContext();
    return this.pool.run(work, context?.closed(), clientNetwork(context?.ip ?? ''));
  }

  /** Adds the work that a cheaper hash saved. */
  private async catchUp(hashed: string, normal: string): Promise<false> {
    const { memoryKib, passes } = this.parameters;
    const made = costOf(hashed);
    const missingKib = Math.floor(memoryKib - (made.memoryKib * made.passes) / passes);
    if (missingKib >= MIN_MEMORY_KIB) {
      await hash(normal, { memoryCost: missingKib, timeCost: passes, parallelism: 1 });
    }
    return false;
  }

  /** Whether the hash is cheaper than the current parameters. */
  needsRehash(hashed: string): boolean {
    const { memoryKib, passes } = costOf(hashed);
    return memoryKib < this.parameters.memoryKib || passes < this.parameters.passes;
  }
}

/** A hash of no known password, generated without hashing. */
function randomHash({ memoryKib, passes }: HashingParameters): string {
  const [salt, tag] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${salt}$${tag}`;
}

/** Parameters of the hash; zero for another algorithm. */
function costOf(hashed: string): HashingParameters {
  const [, memory, passes] = PHC.exec(hashed) ?? [];
  return { memoryKib: Number(memory ?? 0), passes: Number(passes ?? 0) };
}
