import { Injectable } from '@nestjs/common';
import { ROLES, type Role } from '../../common/auth/permissions.js';
import type { Principal } from '../../common/auth/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { AuditTrail } from '../audit/audit.service.js';
import { OrganizationChanges } from '../users/organization-changes.service.js';
import { SettingsChanged } from './settings.events.js';
import { SettingsRepository, type Organization } from './settings.repository.js';

const CHANGEABLE = [
  'session_timeout',
  'refresh_token_expiry',
  'max_concurrent_sessions',
  'idle_timeout',
  'mfa_policy',
  'mfa_required_roles',
] as const;

/** Times in seconds. What is left out stays as it is. */
export type SettingsChanges = Partial<Pick<Organization, (typeof CHANGEABLE)[number]>>;

/** What an organization decides about the sessions and second factors of its people. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly organizationChanges: OrganizationChanges,
  ) {}

  async get(principal: Principal): Promise<Organization> {
    return required(await this.settings.find(principal.organizationId));
  }

  /**
   * Holds from the next request on, on every node, since no node keeps settings.
   *
   * @throws AppError PRECONDITION_FAILED, INVALID_REQUEST when access tokens would outlive the sessions that issue them,
   * UNAUTHORIZED and FORBIDDEN as {@link OrganizationChanges.run}
   */
  update(principal: Principal, changes: SettingsChanges, ifMatch: string | null): Promise<Organization> {
    return this.organizationChanges.run(principal, 'system.settings', async (caller) => {
      const before = required(await this.settings.lock(caller.organizationId));
      requireMatch(ifMatch, before.row_version);
      const after = { ...before, ...given(changes) };
      requireSessionsOutliveTokens(after, changes);
      const changed = CHANGEABLE.filter((field) => String(before[field]) !== String(after[field]));
      if (changed.length === 0) return before;
      const saved = await this.settings.save(after);
      const details = Object.fromEntries(
        changed.map((field) => [field, { from: before[field], to: after[field] }] as const),
      );
      await this.audit.record({ action: 'settings.updated', target: { type: 'organization', id: before.id }, details });
      await this.events.emit(new SettingsChanged(before, saved, changed));
      return saved;
    });
  }
}

/** Roles in the order of {@link ROLES}: the same set is the same setting. */
function given({ mfa_required_roles: roles, ...others }: SettingsChanges): SettingsChanges {
  const present = Object.entries(others).filter(([, value]) => value !== undefined);
  const sorted: { mfa_required_roles?: Role[] } = roles
    ? { mfa_required_roles: ROLES.filter((role) => roles.includes(role)) }
    : {};
  return { ...(Object.fromEntries(present) as SettingsChanges), ...sorted };
}

function requireSessionsOutliveTokens(settings: Organization, changes: SettingsChanges): void {
  if (settings.refresh_token_expiry >= settings.session_timeout) return;
  throw AppError.invalid([
    changes.refresh_token_expiry === undefined
      ? { field: 'session_timeout', issue: `must not exceed refresh_token_expiry (${settings.refresh_token_expiry})` }
      : { field: 'refresh_token_expiry', issue: `must not be below session_timeout (${settings.session_timeout})` },
  ]);
}

function required(organization: Organization | null): Organization {
  if (!organization) throw AppError.notFound('organization');
  return organization;
}
