import { Injectable } from '@nestjs/common';
import type { Role } from '../../../common/principal/permissions.js';
import { Database } from '../../../common/database/database.js';
import { MFA_DEMANDED } from '../../auth/mfa-demand.js';
import { IDLE_TIMEOUT, SESSION_END, SESSIONS } from '../../auth/sessions/session.repository.js';

export interface SignedInAccount {
  session_id: string;
  user_id: string;
  organization_id: string;
  role: Role;
  name: string;
  email: string;
  updated_at: Date;
  authentication_methods: string[];
  authenticated_at: Date;
  /** Maximum lifetime of access tokens in seconds: the organization's `session_timeout`. */
  access_lifetime: number;
  idle: boolean;
  /** The organization requires a second factor that the user does not have. */
  mfa_missing: boolean;
}

@Injectable()
export class AccountRepository {
  constructor(private readonly db: Database) {}

  /** Null when the session has ended or the user cannot act interactively. */
  async find(sessionId: string): Promise<SignedInAccount | null> {
    const [row] = await this.db.query<SignedInAccount>(
      `SELECT s.id AS session_id, u.id AS user_id, u.organization_id, u.role, u.name, u.email, u.updated_at,
              s.authentication_methods, s.authenticated_at, o.session_timeout AS access_lifetime,
              s.last_seen_at <= now() - ${IDLE_TIMEOUT} AS idle, NOT u.mfa_enabled AND ${MFA_DEMANDED} AS mfa_missing
       FROM ${SESSIONS}
       WHERE s.id = $1 AND s.ended_at IS NULL AND ${SESSION_END} > now()
         AND u.status = 'active' AND u.removed_at IS NULL AND u.role <> 'api_user'`,
      [sessionId],
    );
    return row ?? null;
  }
}
