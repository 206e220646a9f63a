import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { RefreshReuseDetected } from '../auth.events.js';
import { SessionActivity } from './session-activity.js';
import { endOf, REFRESH_RACE_SECONDS, type SessionPolicy } from './session-policy.js';
import type { Session } from './session.entity.js';
import { SessionRepository } from './session.repository.js';
import type { Proof } from './session.service.js';

/** Renews the tokens of an open session after a refresh or a step-up. */
@Injectable()
export class SessionRenewal {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly activity: SessionActivity,
    private readonly audit: AuditTrail,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  /**
   * Advances the session to its next generation. The previous generation's token is accepted for {@link REFRESH_RACE_SECONDS} and returns
   * the current one. An older token was stolen or replayed and ends the session.
   * @throws AppError UNAUTHORIZED (token_type refresh)
   */
  async refresh(sessionId: string, generation: number): Promise<Session> {
    await this.activity.write();
    const refreshed = await this.db.transaction(async () => {
      const { session, policy, now } = await this.lockOpen(sessionId, 'refresh');
      if (generation === session.refresh_generation) {
        return this.renew({ ...session, refresh_generation: generation + 1, rotated_at: now }, policy, now);
      }
      const sinceRotation = now.getTime() - session.rotated_at.getTime();
      if (generation === session.refresh_generation - 1 && sinceRotation <= REFRESH_RACE_SECONDS * 1000) return session;
      await this.endReused(session);
      return null;
    });
    // Thrown outside the transaction, which must commit the end of the session.
    if (!refreshed) throw AppError.unauthorized('refresh', 'reuse_detected');
    return refreshed;
  }

  /** Keeps the generation, so other tabs can refresh. Call {@link SessionService.writeActivity} first. @throws AppError UNAUTHORIZED */
  async stepUp(sessionId: string, proof: Proof): Promise<Session> {
    return this.db.transaction(async () => {
      const { session, policy, now } = await this.lockOpen(sessionId, 'jwt');
      session.authenticated_at = now;
      if (proof.secondFactor) session.second_factor_at = now;
      session.authentication_methods = [...new Set([...session.authentication_methods, ...proof.methods])];
      return this.renew(session, policy, now);
    });
  }

  /** Recorded without an actor: either the user or a thief reused the token. */
  private async endReused({ id, user_id }: Session): Promise<void> {
    for (const { organization_id } of await this.sessions.end(user_id, id, 'reuse_detected')) {
      await this.audit.record({
        action: 'security.refresh_reuse_detected',
        target: { type: 'session', id },
        result: 'failure',
        details: { user_id },
        organization_id,
      });
      await this.events.emit(new RefreshReuseDetected({ id: user_id, organization_id }, id));
    }
  }

  /** Locks the session until the end of the transaction. @throws AppError UNAUTHORIZED when it has ended */
  private async lockOpen(
    sessionId: string,
    token: 'jwt' | 'refresh',
  ): Promise<{ session: Session; policy: SessionPolicy; now: Date }> {
    const session = await this.sessions.lock(sessionId);
    const policy = session && (await this.sessions.findPolicy(session.user_id));
    if (!policy || session.ended_at !== null) throw AppError.unauthorized(token, 'revoked');
    const now = new Date();
    const end = endOf(session, policy);
    if (end <= now) throw AppError.unauthorized(token, 'expired', { expired_at: end.toISOString() });
    const idleSince = now.getTime() - session.last_seen_at.getTime();
    if (idleSince >= policy.idle_timeout * 1000) throw AppError.unauthorized(token, 'idle_timeout');
    return { session, policy, now };
  }

  /** Requires the session's lock. */
  private async renew(session: Session, policy: SessionPolicy, now: Date): Promise<Session> {
    const renewed: Session = {
      ...session,
      last_seen_at: now,
      access_lifetime: policy.session_timeout,
      expires_at: endOf(session, policy),
    };
    await this.sessions.renew(renewed);
    return renewed;
  }
}
