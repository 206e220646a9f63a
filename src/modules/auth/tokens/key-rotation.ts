import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { KeyStore } from './key-store.js';
import { SigningKeyRepository } from './signing-key.repository.js';

/** Injection token: maximum age of a signing key, in days. */
export const SIGNING_KEY_DAYS = Symbol('days of a signing key');

/** Seconds from publication to first signature. Consumers cache the JWKS for ten minutes; nodes reload keys every minute. */
export const ANNOUNCED_SECONDS = 3600;

export interface Rotation {
  kid: string;
  /** When it starts to sign; null if it already signs. */
  signsFrom: Date | null;
  /** Whether this rotation created it. */
  made: boolean;
}

/** A new key is published before it signs. Its predecessor verifies until its last token has expired. Every node can rotate. */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly keys: KeyStore,
    private readonly repository: SigningKeyRepository,
    private readonly sessions: SessionRepository,
    private readonly audit: AuditTrail,
    private readonly db: Database,
    @Inject(SIGNING_KEY_DAYS) private readonly days: number,
  ) {}

  /** Publishes the next key regardless of the current one's age. Returns an already published key that does not sign yet. */
  rotate(): Promise<Rotation> {
    return this.announce(0);
  }

  /**
   * For compromised keys: deletes all, signs with a new one, and ends all sessions, because sessions, OAuth refresh tokens and browsers may
   * have been obtained with forged tokens. Issued tokens stop working immediately; nodes and consumers that verify signatures alone reject
   * them within a minute.
   */
  async replaceAll(): Promise<Rotation> {
    const key = await this.keys.make();
    await this.db.transaction(async () => {
      await this.repository.lock();
      for (const id of await this.repository.deleteAll()) await this.record('signing_key.removed', id, 'compromised');
      await this.sessions.endAll('keys_replaced');
      await this.repository.insert(key);
      await this.record('signing_key.created', key.id, 'compromised');
    });
    return { kid: key.id, signsFrom: null, made: true };
  }

  async run(): Promise<void> {
    // Checked before taking the lock and generating a key, which is rarely necessary.
    const newest = await this.repository.findNewest();
    if (newest && newest.age_days >= this.days) await this.announce(this.days);
    await this.db.transaction(async () => {
      await this.repository.lock();
      for (const id of await this.repository.deleteSpent()) await this.record('signing_key.removed', id, 'spent');
    });
  }

  private async announce(minimumAgeDays: number): Promise<Rotation> {
    const key = await this.keys.make();
    return this.db.transaction(async () => {
      await this.repository.lock();
      const newest = await this.repository.findNewest();
      if (newest && (newest.signs_from !== null || newest.age_days < minimumAgeDays)) {
        return { kid: newest.id, signsFrom: newest.signs_from, made: false };
      }
      const signsFrom = await this.repository.retireAll(ANNOUNCED_SECONDS);
      await this.repository.insert(key);
      await this.record('signing_key.created', key.id, 'rotation');
      return { kid: key.id, signsFrom, made: true };
    });
  }

  private record(action: string, id: string, reason: string): Promise<void> {
    return this.audit.record({ action, target: { type: 'signing_key', id }, reason, organization_id: null });
  }
}
