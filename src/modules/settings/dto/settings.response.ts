import { ApiProperty } from '@nestjs/swagger';
import type { Role } from '../../../common/auth/permissions.js';
import type { Plan } from '../../../common/auth/principal.js';
import { COPILOT_TYPES, type CopilotType } from '../../../common/copilot-types.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../../common/document-types.js';
import { withEtag } from '../../../common/http/envelope.js';
import type { MfaPolicy, Organization } from '../settings.repository.js';
import { MFA_POLICIES, MFA_ROLES } from './settings-values.js';

export class RetentionResponse {
  /** Days that events of the audit trail are kept. */
  @ApiProperty({ type: 'integer' })
  audit_days: number;
  /** Days that a conversation is kept after it was last used; null for ever. */
  @ApiProperty({ type: 'integer', nullable: true })
  chat_days: number | null;
}

/** Settings of the organization. */
export class SettingsResponse {
  /** Seconds that an access token lives. */
  @ApiProperty({ type: 'integer' })
  session_timeout: number;
  /** Seconds from login to the end of a session. */
  @ApiProperty({ type: 'integer' })
  refresh_token_expiry: number;
  /** Open sessions a user. */
  @ApiProperty({ type: 'integer' })
  max_concurrent_sessions: number;
  /** Seconds without a request after which a session is over. */
  @ApiProperty({ type: 'integer' })
  idle_timeout: number;
  /** Days that a new or renewed API key works at most. */
  @ApiProperty({ type: 'integer' })
  api_key_max_days: number;
  @ApiProperty({ enum: MFA_POLICIES, enumName: 'MfaPolicy' })
  mfa_policy: MfaPolicy;
  /** Whom the policy `required` means; empty is everybody. */
  @ApiProperty({ enum: MFA_ROLES, isArray: true })
  mfa_required_roles: Role[];
  /** What words of the organization's are also searched for as. */
  @ApiProperty({ type: 'string', isArray: true })
  search_synonyms: string[];
  retention: RetentionResponse;
  /** The copilots that may be asked. */
  @ApiProperty({ enum: COPILOT_TYPES, enumName: 'CopilotType', isArray: true })
  copilots_enabled: CopilotType[];
  /** What new documents may be. */
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType', isArray: true })
  document_types: DocumentType[];
  /** Not changed here. */
  @ApiProperty({ enum: ['standard', 'professional', 'enterprise'], enumName: 'Plan' })
  plan: Plan;

  static from(organization: Organization): SettingsResponse {
    const { session_timeout, refresh_token_expiry, max_concurrent_sessions, idle_timeout } = organization;
    const { api_key_max_days } = organization;
    const { mfa_policy, mfa_required_roles, search_synonyms, copilots_enabled, document_types, plan } = organization;
    const { audit_retention_days: audit_days, chat_retention_days: chat_days, row_version } = organization;
    const settings = {
      session_timeout,
      refresh_token_expiry,
      max_concurrent_sessions,
      idle_timeout,
      api_key_max_days,
      mfa_policy,
      mfa_required_roles,
      search_synonyms,
      retention: { audit_days, chat_days },
      copilots_enabled,
      document_types,
      plan,
    };
    return withEtag(settings, row_version);
  }
}
