import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';

/** argon2id with 19 MiB, 2 passes, 1 lane (OWASP Password Storage, first choice for 2024 and later). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

@Injectable()
export class PasswordHasher {
  /** Stands in for the hash of an account that does not exist, so that asking for one costs the same. */
  private readonly decoy = hash('no account has this password', PARAMETERS);

  /** PHC string, `$argon2id$v=19$…`. */
  hash(password: string): Promise<string> {
    return hash(password, PARAMETERS);
  }

  /** `hashed` null stands for an unknown account: the same work, then false. */
  async verify(hashed: string | null, password: string): Promise<boolean> {
    const matches = await verify(hashed ?? (await this.decoy), password);
    return matches && hashed !== null;
  }
}
