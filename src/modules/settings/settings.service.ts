import { Injectable } from '@nestjs/common';
import { ROLES } from '../../common/principal/permissions.js';
import type { Plan, Principal } from '../../common/principal/principal.js';
import { COPILOT_TYPES } from '../../common/copilot-types.js';
import { Database } from '../../common/database/database.js';
import { DOCUMENT_TYPES } from '../../common/document-types.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { readSynonymEntry } from '@amks/language/synonyms/synonym-entry.js';
import { AuditTrail } from '../audit/audit.service.js';
import { OrganizationChanges } from '../users/organization-changes.service.js';
import { SettingsChanged } from './settings.events.js';
import { SettingsRepository, type Organization } from './settings.repository.js';

const CHANGEABLE = [
  'session_timeout',
  'refresh_token_expiry',
  'max_concurrent_sessions',
  'idle_timeout',
  'api_key_max_days',
  'mfa_policy',
  'mfa_required_roles',
  'search_synonyms',
  'audit_retention_days',
  'chat_retention_days',
  'copilots_enabled',
  'document_types',
  'answer_min_confidence',
] as const;

/** Maximum invalid synonyms named in an error. */
const MAX_ISSUES = 20;

type Columns = Partial<Pick<Organization, (typeof CHANGEABLE)[number]>>;

/** Times in seconds, retention in days. Omitted fields do not change. */
export type SettingsChanges = Omit<Columns, 'audit_retention_days' | 'chat_retention_days'> & {
  retention?: { audit_days?: number; chat_days?: number | null };
};

/** Settings for sessions, second factors, searches, features and retention. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly organizationChanges: OrganizationChanges,
    private readonly db: Database,
  ) {}

  async get(principal: Principal): Promise<Organization> {
    return required(await this.settings.find(principal.organizationId));
  }

  /**
   * Takes effect with the next request on every node.
   * @throws AppError PRECONDITION_FAILED; INVALID_REQUEST for access tokens that outlive their sessions, or an invalid synonym;
   * UNAUTHORIZED and FORBIDDEN as {@link OrganizationChanges.run}
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

  /** For the operator, not for administrators. Takes effect with the next request. @returns the previous plan @throws AppError NOT_FOUND */
  changePlan(organizationId: string, plan: Plan): Promise<Plan> {
    return this.db.transaction(async () => {
      const before = required(await this.settings.lock(organizationId));
      if (before.plan === plan) return plan;
      const saved = await this.settings.save({ ...before, plan });
      await this.audit.record({
        action: 'organization.plan_changed',
        target: { type: 'organization', id: organizationId },
        details: { plan: { from: before.plan, to: plan } },
        organization_id: organizationId,
      });
      await this.events.emit(new SettingsChanged(before, saved, ['plan']));
      return before.plan;
    });
  }
}

/** The fields sent. Sets are in the order of their catalog, so that equal sets are equal settings. */
function given({ retention, ...changes }: SettingsChanges): Columns {
  const columns: Columns = {
    ...changes,
    mfa_required_roles: inOrder(ROLES, changes.mfa_required_roles),
    copilots_enabled: inOrder(COPILOT_TYPES, changes.copilots_enabled),
    document_types: inOrder(DOCUMENT_TYPES, changes.document_types),
    audit_retention_days: retention?.audit_days,
    chat_retention_days: retention?.chat_days,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function inOrder<T>(catalogue: readonly T[], chosen: readonly T[] | undefined): T[] | undefined {
  return chosen && catalogue.filter((one) => chosen.includes(one));
}

/** Old and new value; for synonyms only those added and removed. */
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
