import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { SandboxEntrance } from '../../../common/sandbox/sandbox-entrance.js';
import { OrganizationEnd } from '../../users/organization-end.service.js';
import { UserRemoved, UserUpdated } from '../../users/user.events.js';
import { UserService, type User } from '../../users/user.service.js';
import { SandboxLibrary } from '../library/sandbox-library.service.js';
import { SandboxRepository, type MirroredUser, type SandboxPair } from '../sandbox.repository.js';

/** Rate limits of every sandbox, regardless of the organization's plan. */
const PLAN = 'standard';

/**
 * The people of sandboxes. A sandbox is an organization, so that all data of it are apart like those of two tenants. Each account has a
 * mirrored user in it, which owns what the account does there. Names and teams follow within a minute, rights at once.
 */
@Injectable()
export class SandboxMirror implements OnModuleInit {
  private readonly log = new Logger(SandboxMirror.name);

  constructor(
    private readonly sandboxes: SandboxRepository,
    private readonly accounts: UserService,
    private readonly organizations: OrganizationEnd,
    private readonly library: SandboxLibrary,
    private readonly entrance: SandboxEntrance,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  onModuleInit(): void {
    this.entrance.register((principal) => this.enter(principal));
  }

  /** @throws AppError UNAUTHORIZED (revoked) when the account was removed meanwhile */
  async enter(principal: Principal): Promise<Principal> {
    const mirror =
      (await this.sandboxes.findMirror(principal.userId)) ??
      (await this.mirrorNow(principal.organizationId, principal.userId));
    if (!mirror) {
      const { type } = principal.credential;
      throw AppError.unauthorized(type === 'session' ? 'jwt' : type, 'revoked');
    }
    return {
      ...principal,
      userId: mirror.id,
      organizationId: mirror.organization_id,
      teamId: mirror.team_id,
      plan: mirror.plan,
      organizationVersion: mirror.organization_version,
      sandbox: { accountId: principal.userId },
    };
  }

  /** Brings all sandboxes up to date. One that fails does not delay the others. */
  async synchronizeAll(): Promise<void> {
    for (const pair of await this.sandboxes.listPairs()) {
      await this.db
        .transaction(async () => {
          await this.organizations.lock(pair.live_organization_id);
          await this.synchronize(pair);
        })
        .catch((error: unknown) =>
          this.log.warn(
            { err: error, organization_id: pair.organization_id },
            'the people of a sandbox could not be mirrored',
          ),
        );
    }
  }

  private async mirrorNow(organizationId: string, accountId: string): Promise<MirroredUser | null> {
    await this.db.transaction(async () => {
      // Serializes first requests, and waits for a deletion of the organization.
      await this.organizations.lock(organizationId);
      if (!(await this.accounts.find(accountId))) return;
      await this.synchronize((await this.sandboxes.findOf(organizationId)) ?? (await this.make(organizationId)));
    });
    return this.sandboxes.findMirror(accountId);
  }

  /** Other modules handle the changes as those of accounts: what belongs to a removed user alone is deleted. */
  private async synchronize(pair: SandboxPair): Promise<void> {
    for (const { before, after } of await this.sandboxes.synchronize(pair)) {
      if (after.removed_at !== null && before.removed_at === null) await this.events.emit(new UserRemoved(before));
      else await this.events.emit(new UserUpdated(after, changedFields(before, after)));
    }
  }

  private async make(liveOrganizationId: string): Promise<SandboxPair> {
    const name = (await this.organizations.nameOf(liveOrganizationId)) ?? '';
    const { id } = await this.accounts.createOrganization(`${name} (sandbox)`, PLAN);
    await this.sandboxes.insert(id, liveOrganizationId);
    await this.library.want();
    return { organization_id: id, live_organization_id: liveOrganizationId };
  }
}

const FIELDS = ['name', 'email', 'role', 'team_id', 'grants', 'status'] as const;

function changedFields(before: User, after: User): string[] {
  return FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}
