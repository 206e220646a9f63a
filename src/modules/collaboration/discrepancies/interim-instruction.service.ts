import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DiscrepancyRepository, type Discrepancy, type DiscrepancyRow } from './discrepancy.repository.js';
import { DiscrepancyService, requireOpen } from './discrepancy.service.js';

/** What to do until the data is corrected. One manager of the document proposes it, another approves it. */
@Injectable()
export class InterimInstructions {
  constructor(
    private readonly reports: DiscrepancyRepository,
    private readonly seen: DiscrepancyService,
    private readonly db: Database,
  ) {}

  /** Replaces the instruction, which needs another approval. @throws AppError NOT_FOUND, FORBIDDEN (other_team, people_only), CONFLICT (not_open) */
  propose(principal: Principal, id: string, text: string): Promise<DiscrepancyRow> {
    return this.locked(principal, id, async (row) => {
      const changed = await this.reports.update(row, {
        instruction: text,
        instruction_version: row.instruction_version + 1,
        instruction_proposed_by: principal.userId,
        instruction_proposed_at: new Date(),
        ...UNAPPROVED,
      });
      await this.seen.announce(changed, 'instruction_proposed', principal.userId);
      return changed;
    });
  }

  /**
   * @param version that the approver read
   * @throws AppError NOT_FOUND, FORBIDDEN (other_team, people_only, same_person), CONFLICT (not_open, no_instruction, instruction_changed,
   * already_approved)
   */
  approve(principal: Principal, id: string, version: number): Promise<DiscrepancyRow> {
    return this.locked(principal, id, async (row) => {
      if (row.instruction === null) throw AppError.conflict('no_instruction', 'Nothing is proposed');
      if (row.instruction_version !== version) {
        throw AppError.conflict('instruction_changed', 'The instruction has changed since it was read', {
          version: row.instruction_version,
        });
      }
      if (row.instruction_approved_at !== null) {
        throw AppError.conflict('already_approved', 'The instruction is approved already');
      }
      if (row.instruction_proposed_by === principal.userId) {
        const message = 'Another manager of the document must approve the instruction';
        throw new AppError('FORBIDDEN', message, { reason: 'same_person' });
      }
      const changes = { instruction_approved_by: principal.userId, instruction_approved_at: new Date() };
      const changed = await this.reports.update(row, changes);
      await this.seen.announce(changed, 'instruction_approved', principal.userId);
      return changed;
    });
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN (other_team, people_only), CONFLICT (not_open, no_instruction) */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.locked(principal, id, async (row) => {
      if (row.instruction === null) throw AppError.conflict('no_instruction', 'Nothing is proposed');
      const nothing = { instruction: null, instruction_proposed_by: null, instruction_proposed_at: null };
      const changed = await this.reports.update(row, { ...nothing, ...UNAPPROVED });
      await this.seen.record('discrepancy.instruction_removed', row, { version: row.instruction_version });
      return changed;
    });
  }

  private locked(
    principal: Principal,
    id: string,
    act: (row: DiscrepancyRow) => Promise<DiscrepancyRow>,
  ): Promise<DiscrepancyRow> {
    return this.db.transaction(async () => {
      const row = await this.seen.lock(principal, id);
      this.seen.requireManager(principal, row);
      // A user with the key of a service account could approve their own proposal.
      if (principal.role === 'api_user') {
        throw new AppError('FORBIDDEN', 'Instructions are for people, not service accounts', { reason: 'people_only' });
      }
      requireOpen(row);
      return act(row);
    });
  }
}

const UNAPPROVED: Partial<Discrepancy> = { instruction_approved_by: null, instruction_approved_at: null };
