import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../../common/principal/principal.js';
import { Database } from '../../../../common/database/database.js';
import { requireMatch } from '../../../../common/http/if-match.js';
import { DigestRepository } from '../digest/digest.repository.js';
import { CHOICES, PreferencesRepository, type Choices, type ShownPreferences } from './preferences.repository.js';

@Injectable()
export class PreferencesService {
  constructor(
    private readonly preferences: PreferencesRepository,
    private readonly digests: DigestRepository,
    private readonly db: Database,
  ) {}

  get(principal: Principal): Promise<ShownPreferences> {
    return this.preferences.get(principal.userId);
  }

  /** @throws AppError PRECONDITION_FAILED if `ifMatch` is stale */
  update(principal: Principal, changes: Partial<Choices>, ifMatch: string | null): Promise<ShownPreferences> {
    return this.db.transaction(async () => {
      const before = await this.preferences.lock(principal.userId);
      requireMatch(ifMatch, before.row_version);
      return this.change(principal.userId, before, changes);
    });
  }

  /** Stops mails; notifications in the app continue. */
  async endDigests(userId: string): Promise<void> {
    await this.db.transaction(async () => this.change(userId, await this.preferences.lock(userId), { digest: 'off' }));
  }

  private async change(userId: string, before: ShownPreferences, changes: Partial<Choices>): Promise<ShownPreferences> {
    const changed = CHOICES.filter((choice) => changes[choice] !== undefined && changes[choice] !== before[choice]);
    if (changed.length === 0) return before;
    const chosen = Object.fromEntries(changed.map((choice) => [choice, changes[choice]]));
    const saved = await this.preferences.save(userId, { ...before, ...chosen });
    await this.digests.schedule(userId);
    return saved;
  }
}
