import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Principal } from '../../common/principal/principal.js';
import { AuditTrail } from '../audit/audit.service.js';
import { OrganizationContents } from '../organizations/contents/organization-contents.service.js';
import { SandboxClockRepository } from './clock/sandbox-clock.repository.js';
import { contentLock, SandboxLibrary } from './library/sandbox-library.service.js';
import type { Sandbox } from './sandbox.entity.js';
import { SandboxRepository } from './sandbox.repository.js';

/** What tests do with a sandbox as a whole. */
@Injectable()
export class SandboxService {
  constructor(
    private readonly sandboxes: SandboxRepository,
    private readonly library: SandboxLibrary,
    private readonly contents: OrganizationContents,
    private readonly clock: SandboxClockRepository,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** @throws AppError NOT_FOUND when it was deleted meanwhile */
  async get({ organizationId }: Pick<Principal, 'organizationId'>): Promise<Sandbox> {
    const sandbox = await this.sandboxes.find(organizationId);
    if (!sandbox) throw AppError.notFound('sandbox');
    return sandbox;
  }

  /**
   * Deletes all content, and files the sample library again. People, API keys, webhooks and settings stay.
   * @returns with `library_state` filling when the library must be read first
   * @throws AppError CONFLICT (reset_in_progress)
   */
  async reset(principal: Principal): Promise<Sandbox> {
    const { organizationId } = principal;
    const target = { type: 'sandbox', id: organizationId };
    const isDone = await this.db.withLock(contentLock(organizationId), async () => {
      await this.db.transaction(async () => {
        await this.sandboxes.noteReset(organizationId);
        await this.audit.record({ action: 'sandbox.reset', target });
      });
      await this.contents.clear(organizationId);
      await this.sandboxes.deleteFormerTeams(organizationId);
      if (!(await this.library.fill({ organization_id: organizationId }))) await this.library.want();
      return true;
    });
    if (isDone === null) throw AppError.conflict('reset_in_progress', 'The sandbox is being filled or reset');
    return this.get(principal);
  }

  /** Makes everything that expires do so earlier. */
  async advanceClock(principal: Principal, seconds: number): Promise<Sandbox> {
    const { organizationId } = principal;
    await this.db.transaction(async () => {
      await this.sandboxes.noteAdvance(organizationId, seconds);
      await this.clock.advance(organizationId, seconds);
      const target = { type: 'sandbox', id: organizationId };
      await this.audit.record({ action: 'sandbox.clock_advanced', target, details: { seconds } });
    });
    return this.get(principal);
  }
}
