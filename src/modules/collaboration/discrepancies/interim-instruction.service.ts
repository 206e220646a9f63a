import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DiscrepancyRepository, type DiscrepancyRow } from './discrepancy.repository.js';
import { DiscrepancyService, requireOpen } from './discrepancy.service.js';

/** What to do until the data is corrected. One manager of the document proposes it, another approves it. */
@Injectable()
export class InterimInstructions {
  constructor(
    private readonly reports: DiscrepancyRepository,
    private readonly seen: DiscrepancyService,
    private readonly db: Database,
  ) {}

  /**
   * Replaces an earlier proposal; the approved instruction stays. @param text null proposes to remove the approved instruction
   * @throws AppError NOT_FOUND, FORBIDDEN (other_team, people_only), CONFLICT (not_open, no_instruction)
   */
  propose(principal: Principal, id: string, text: string | null): Promise<DiscrepancyRow> {
    return this.locked(principal, id, async (row) => {
      if (text === null && row.instruction === null) {
        throw AppError.conflict('no_instruction', 'No approved instruction can be removed');
      }
      const changed = await this.reports.update(row, {
        ...{ proposal: text, proposal_by: principal.userId, proposal_at: new Date() },
        proposal_version: row.proposal_version + 1,
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
      requireProposal(row);
      if (row.proposal_version !== version) {
        throw AppError.conflict('instruction_changed', 'The instruction has changed since it was read', {
          version: row.proposal_version,
        });
      }
      if (row.proposal_by === principal.userId) {
        const message = 'Another manager of the document must approve the instruction';
        throw new AppError('FORBIDDEN', message, { reason: 'same_person' });
      }
      const isRemoval = row.proposal === null;
      const changed = await this.reports.update(row, {
        instruction: row.proposal,
        instruction_proposed_by: isRemoval ? null : row.proposal_by,
        instruction_proposed_at: isRemoval ? null : row.proposal_at,
        instruction_approved_by: isRemoval ? null : principal.userId,
        instruction_approved_at: isRemoval ? null : new Date(),
        ...NO_PROPOSAL,
      });
      await this.seen.announce(changed, isRemoval ? 'instruction_removed' : 'instruction_approved', principal.userId);
      return changed;
    });
  }

  /** The approved instruction stays. @throws AppError NOT_FOUND, FORBIDDEN (other_team, people_only), CONFLICT (not_open, no_instruction, already_approved) */
  async withdraw(principal: Principal, id: string): Promise<void> {
    await this.locked(principal, id, async (row) => {
      requireProposal(row);
      await this.seen.record('discrepancy.instruction_withdrawn', row, { version: row.proposal_version });
      return this.reports.update(row, NO_PROPOSAL);
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

const NO_PROPOSAL = { proposal: null, proposal_by: null, proposal_at: null } as const;

/** @throws AppError CONFLICT (no_instruction, already_approved) */
function requireProposal({ proposal_at, instruction }: DiscrepancyRow): void {
  if (proposal_at !== null) return;
  throw instruction === null
    ? AppError.conflict('no_instruction', 'Nothing is proposed')
    : AppError.conflict('already_approved', 'The instruction is approved, and no change of it is proposed');
}
