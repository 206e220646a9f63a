import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { HourlyTask } from '../../../common/hourly-task.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { KeyStore } from './key-store.js';
import { SigningKeyRepository } from './signing-key.repository.js';

/** Injection token: days after which a signing key gets a successor. */
export const SIGNING_KEY_DAYS = Symbol('days of a signing key');

/**
 * Time between the announcement of a key in the JWKS and its first signature. Consumers may keep the JWKS for ten minutes,
 * and nodes look for new keys every minute. Seconds.
 */
export const ANNOUNCED_SECONDS = 3600;

/** What a rotation came to. */
export interface Rotation {
  /** The newest key. */
  kid: string;
  /** When it begins to sign; null when it signs already. */
  signsFrom: Date | null;
  /** Whether it was made by this rotation. */
  made: boolean;
}

/**
 * Exchanges the keys that sign tokens. A new one is announced first and signs later; the one before verifies until the last
 * token that it signed has expired, and then is removed. Every node may try: the one that comes second finds nothing to do.
 */
@Injectable()
export class KeyRotation extends HourlyTask {
  constructor(
    private readonly keys: KeyStore,
    private readonly repository: SigningKeyRepository,
    private readonly sessions: SessionRepository,
    private readonly audit: AuditTrail,
    private readonly db: Database,
    @Inject(SIGNING_KEY_DAYS) private readonly days: number,
  ) {
    super();
  }

  /** Announces the next key, whatever the age of the present one. While an announced one has yet to sign, that is the answer. */
  rotate(): Promise<Rotation> {
    return this.announce(0);
  }

  /**
   * For keys that got into wrong hands: removes all at once, signs with a new one, and ends all sessions: whoever could make
   * tokens may have begun some, and OAuth refresh tokens and browsers go on without a signature. Tokens issued so far are void
   * at once where they name a session, and on the other nodes within a minute for whoever verifies them alone.
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

  protected async run(): Promise<void> {
    // Before the lock and the making of a key, which would be for nothing in almost every hour.
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
