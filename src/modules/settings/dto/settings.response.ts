import { ApiProperty } from '@nestjs/swagger';
import type { Role } from '../../../common/auth/permissions.js';
import type { Plan } from '../../../common/auth/principal.js';
import { withEtag } from '../../../common/http/envelope.js';
import type { MfaPolicy, Organization } from '../settings.repository.js';
import { MFA_POLICIES, MFA_ROLES } from './settings-values.js';

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
  @ApiProperty({ enum: MFA_POLICIES })
  mfa_policy: MfaPolicy;
  /** Whom the policy `required` means; empty is everybody. */
  @ApiProperty({ enum: MFA_ROLES, isArray: true })
  mfa_required_roles: Role[];
  /** What words of the organization's are also searched for as. */
  @ApiProperty({ type: 'string', isArray: true })
  search_synonyms: string[];
  /** Not changed here. */
  @ApiProperty({ enum: ['standard', 'professional', 'enterprise'] })
  plan: Plan;

  static from(organization: Organization): SettingsResponse {
    const { session_timeout, refresh_token_expiry, max_concurrent_sessions, idle_timeout } = organization;
    const { mfa_policy, mfa_required_roles, search_synonyms, plan, row_version } = organization;
    const sessions = { session_timeout, refresh_token_expiry, max_concurrent_sessions, idle_timeout };
    return withEtag({ ...sessions, mfa_policy, mfa_required_roles, search_synonyms, plan }, row_version);
  }
}
