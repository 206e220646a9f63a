import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../../../common/errors/app-error.js';
import { OutboundHttpError } from '../../../../integrations/outbound-http/outbound-http.errors.js';
import { AuditTrail } from '../../../audit/audit.service.js';
import type { IdentityProviderView } from '../identity-provider.service.js';
import { ProviderProblem } from '../provider-problem.js';

/** Logs and audits logins that fail. */
@Injectable()
export class ProviderFailures {
  private readonly logger = new Logger(ProviderFailures.name);

  constructor(private readonly audit: AuditTrail) {}

  /** Maps provider errors to a generic error for the user, and logs the details. */
  async reporting<T>(view: IdentityProviderView, uid: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutboundHttpError || error instanceof ProviderProblem)) throw error;
      const isLate = error instanceof OutboundHttpError && error.failure === 'timeout';
      this.logger.warn({ err: error, identity_provider: view.provider.id }, 'an identity provider failed');
      await this.record(view, 'identity_provider_failed', error.message);
      if (!isLate) throw providerFailed(view, uid, error);
      const details = { reason: 'identity_provider', interaction: uid };
      throw new AppError('UPSTREAM_TIMEOUT', `${view.provider.name} did not respond in time`, details, {
        cause: error,
      });
    }
  }

  record({ provider }: IdentityProviderView, reason: string, problem?: string): Promise<void> {
    return this.audit.record({
      action: 'auth.login',
      result: 'failure',
      reason,
      target: { type: 'identity_provider', id: provider.id },
      organization_id: provider.organization_id,
      details: problem === undefined ? {} : { problem },
    });
  }
}

export function providerFailed({ provider }: IdentityProviderView, uid: string, cause?: Error): AppError {
  const details = { reason: 'identity_provider', interaction: uid };
  return new AppError('UPSTREAM_ERROR', `Signing in through ${provider.name} failed`, details, { cause });
}
