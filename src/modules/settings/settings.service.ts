import { Injectable } from '@nestjs/common';
import { ROLES, type Role } from '../../common/auth/permissions.js';
import type { Principal } from '../../common/auth/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { readSynonymEntry } from '../../integrations/search-index/query/synonym-entry.js';
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
  'search_synonyms',
] as const;

/** Wrong synonyms named at once: who sends a thousand of them sees by these what is wrong. */
const MAX_ISSUES = 20;

/** Times in seconds. What is left out stays as it is. */
export type SettingsChanges = Partial<Pick<Organization, (typeof CHANGEABLE)[number]>>;

/** What an organization decides about the sessions and second factors of its people, and about its searches. */
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
   * @throws AppError PRECONDITION_FAILED, INVALID_REQUEST when access tokens would outlive the sessions that issue them or
   * a synonym cannot be read, UNAUTHORIZED and FORBIDDEN as {@link OrganizationChanges.run}
   */
  update(principal: Principal, changes: SettingsChanges, ifMatch: string | null): Promise<Organization> {
    return this.organizationChanges.run(principal, 'system.settings', async (caller) => {
      const before = required(await this.settings.lock(caller.organizationId));
      requireMatch(ifMatch, before.row_version);
      requireReadable(changes.search_synonyms ?? []);
      const after = { ...before, ...given(changes) };
      requireSessionsOutliveTokens(after, changes);
      const changed = CHANGEABLE.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
      if (changed.length === 0) return before;
      const saved = await this.settings.save(after);
      const details = Object.fromEntries(changed.map((field) => [field, changeOf(field, before, after)] as const));
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

/** Old and new value; of a thousand synonyms those that came and went. */
function changeOf(field: (typeof CHANGEABLE)[number], before: Organization, after: Organization): object {
  if (field !== 'search_synonyms') return { from: before[field], to: after[field] };
  const [old, now] = [new Set(before[field]), new Set(after[field])];
  return {
    added: after[field].filter((line) => !old.has(line)),
    removed: before[field].filter((line) => !now.has(line)),
  };
}

function requireReadable(synonyms: readonly string[]): void {
  const issues = synonyms.flatMap((line, index) => {
    const entry = readSynonymEntry(line);
    return 'issue' in entry ? [{ field: `search_synonyms[${index}]`, issue: entry.issue }] : [];
  });
  if (issues.length > 0) throw AppError.invalid(issues.slice(0, MAX_ISSUES));
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
