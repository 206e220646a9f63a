import { ApiProperty } from '@nestjs/swagger';
import type { Role } from '../../../common/principal/permissions.js';
import type { Plan } from '../../../common/principal/principal.js';
import { COPILOT_TYPES, type CopilotType } from '../../../common/copilot-types.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../../common/document-types.js';
import { withEtag } from '../../../common/http/envelope.js';
import type { MfaPolicy, Organization } from '../settings.repository.js';
import { ANSWER_CONFIDENCE, MFA_POLICIES, MFA_ROLES } from './settings-values.js';

export class RetentionResponse {
  /** Days that audit events are kept. */
  @ApiProperty({ type: 'integer' })
  audit_days: number;
  /** Days that a conversation is kept after its last use; null for no limit. */
  @ApiProperty({ type: 'integer', nullable: true })
  chat_days: number | null;
}

/** Settings of the organization. */
export class SettingsResponse {
  /** Lifetime of access tokens in seconds. */
  @ApiProperty({ type: 'integer' })
  session_timeout: number;
  /** Seconds from login to the end of a session. */
  @ApiProperty({ type: 'integer' })
  refresh_token_expiry: number;
  /** Maximum open sessions of a user. */
  @ApiProperty({ type: 'integer' })
  max_concurrent_sessions: number;
  /** Seconds of inactivity after which a session ends. */
  @ApiProperty({ type: 'integer' })
  idle_timeout: number;
  /** Maximum lifetime of a new or renewed API key in days. */
  @ApiProperty({ type: 'integer' })
  api_key_max_days: number;
  @ApiProperty({ enum: MFA_POLICIES, enumName: 'MfaPolicy' })
  mfa_policy: MfaPolicy;
  /** Roles to which `required` applies; empty for all. */
  @ApiProperty({ enum: MFA_ROLES, isArray: true })
  mfa_required_roles: Role[];
  /** Synonyms for searches. */
  @ApiProperty({ type: 'string', isArray: true })
  search_synonyms: string[];
  retention: RetentionResponse;
  /** Copilots that users can ask. */
  @ApiProperty({ enum: COPILOT_TYPES, enumName: 'CopilotType', isArray: true })
  copilots_enabled: CopilotType[];
  /** Types of new documents. */
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType', isArray: true })
  document_types: DocumentType[];
  /** Confidence from which a quoted answer is given. */
  @ApiProperty({ type: Number, ...ANSWER_CONFIDENCE })
  answer_min_confidence: number;
  /** Read-only here. */
  @ApiProperty({ enum: ['standard', 'professional', 'enterprise'], enumName: 'Plan' })
  plan: Plan;

  static from(organization: Organization): SettingsResponse {
    const { session_timeout, refresh_token_expiry, max_concurrent_sessions, idle_timeout } = organization;
    const { api_key_max_days } = organization;
    const { mfa_policy, mfa_required_roles, search_synonyms, copilots_enabled, document_types, plan } = organization;
    const { answer_min_confidence } = organization;
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
      answer_min_confidence,
      plan,
    };
    return withEtag(settings, row_version);
  }
}
