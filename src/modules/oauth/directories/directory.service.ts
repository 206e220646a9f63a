import { Inject, Injectable } from '@nestjs/common';
import { SCIM_BASE } from '../../../common/http/scim-error.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { OrganizationChanges } from '../../users/organization-changes.service.js';
import { UserReactivated, UserRemoved } from '../../users/user.events.js';
import { UserService } from '../../users/user.service.js';
import { IdentityProviderService, type IdentityProviderView } from '../identity-providers/identity-provider.service.js';
import { DirectoryRepository, type Directory } from './directory.repository.js';

export type ProviderOfDirectory = IdentityProviderView['provider'];

/** Connects the directory of an identity provider by the service account whose API keys provision its users. */
@Injectable()
export class DirectoryService {
  /** Base URL of SCIM. */
  readonly baseUrl: string;

  constructor(
    private readonly directories: DirectoryRepository,
    private readonly providers: IdentityProviderService,
    private readonly users: UserService,
    private readonly changes: OrganizationChanges,
    private readonly audit: AuditTrail,
    @Inject(TOKEN_ISSUER) issuer: string,
    events: DomainEvents,
  ) {
    this.baseUrl = `${issuer.replace(/\/+$/, '')}/${SCIM_BASE}`;
    events.on(UserRemoved, ({ user }) => this.directories.forgetUser(user.id));
    events.on(UserReactivated, ({ user }) => this.directories.forgetSuspension(user.id));
  }

  /** @throws AppError NOT_FOUND */
  async get({ organizationId }: Principal, providerId: string): Promise<Directory> {
    return required(await this.directories.find(providerId, organizationId));
  }

  /**
   * Replaces the service account of a directory that is connected already.
   * @throws AppError NOT_FOUND, INVALID_REQUEST unless it is an active service account with the grant, CONFLICT (already_exists) if another
   * identity provider has it
   */
  connect(principal: Principal, providerId: string, serviceAccountId: string): Promise<Directory> {
    return this.changes.run(principal, 'system.settings', async ({ organizationId }) => {
      await this.providers.get(principal, providerId);
      const account = await this.users.find(serviceAccountId);
      const isOwn = account?.organization_id === organizationId && account.status === 'active';
      if (!isOwn || !account.grants.includes('directory.manage')) {
        const issue = 'is not an active service account of your organization with the grant directory.manage';
        throw AppError.invalid([{ field: 'service_account_id', issue }]);
      }
      await this.directories.set(providerId, serviceAccountId);
      await this.record('connected', providerId, { service_account_id: serviceAccountId });
      return required(await this.directories.find(providerId, organizationId));
    });
  }

  /** Users keep their accounts, roles and teams. @throws AppError NOT_FOUND */
  disconnect(principal: Principal, providerId: string): Promise<void> {
    return this.changes.run(principal, 'system.settings', async () => {
      const { user_count, group_count } = await this.get(principal, providerId);
      await this.directories.delete(providerId);
      await this.record('disconnected', providerId, { users: user_count, groups: group_count });
    });
  }

  /** The provider whose directory the caller's API key provisions. @throws AppError FORBIDDEN (no_directory) */
  async providerOf({ userId }: Principal): Promise<ProviderOfDirectory> {
    const id = await this.directories.findProviderOf(userId);
    if (id === null) throw noDirectory();
    const { provider } = await this.providers.getEnabled(id).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'NOT_FOUND' ? noDirectory() : error;
    });
    return provider;
  }

  private record(act: string, id: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ action: `directory.${act}`, target: { type: 'identity_provider', id }, details });
  }
}

function noDirectory(): AppError {
  return new AppError('FORBIDDEN', 'No enabled identity provider names the service account of this API key', {
    reason: 'no_directory',
  });
}

function required(directory: Directory | null): Directory {
  if (!directory) throw AppError.notFound('directory');
  return directory;
}
