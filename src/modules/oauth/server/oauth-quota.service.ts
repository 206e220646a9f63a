import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Client, Context } from 'oidc-provider';
import { AppError } from '../../../common/errors/app-error.js';
import { rateLimitHeaders, RateLimiter } from '../../../common/http/rate-limiter.js';
import { ClientRepository } from '../clients/client.repository.js';

/**
 * Charges calls of the token, introspection, revocation and userinfo endpoints. What succeeded counts for the organization of
 * the client that it was done for; what failed counts for the address it came from: whoever only knows a client's id cannot use
 * up its organization's plan.
 */
@Injectable()
export class OAuthQuota {
  /** Requests under way, by what oidc-provider has of them. */
  private readonly admitted = new WeakMap<IncomingMessage, FastifyRequest>();

  constructor(
    private readonly rateLimiter: RateLimiter,
    private readonly clients: ClientRepository,
  ) {}

  /**
   * @param copy the request as oidc-provider sees it
   * @param clientId as the caller says
   * @throws AppError RATE_LIMIT_EXCEEDED when nothing is left for the client's organization
   */
  async admit(request: FastifyRequest, copy: IncomingMessage, clientId: string | null): Promise<void> {
    const client = clientId === null ? null : await this.clients.findRegistration(clientId);
    if (client) {
      const subscriber = { organizationId: client.organization_id, plan: client.plan };
      await this.rateLimiter.requireOrganization(request, subscriber);
    }
    this.admitted.set(copy, request);
  }

  /** Counts an answered request, once, and says in the answer what is left. */
  async charge(context: Context): Promise<void> {
    const request = this.admitted.get(context.req);
    if (!request) return;
    const client = servedClient(context);
    const counting = client
      ? this.rateLimiter.countOrganization(request, { organizationId: client.organization_id, plan: client.plan })
      : this.rateLimiter.countAddress(request);
    // It has been served: the next one will be refused.
    await counting.catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
    const state = this.rateLimiter.stateOf(request);
    if (state) context.set(rateLimitHeaders(state));
  }
}

/** The client that was served and proved that it is the one: by its secret, a code or a token. Null when none did. */
function servedClient(context: Context): Client | null {
  // Undefined for what no route of oidc-provider answered.
  const oidc = context.oidc as Context['oidc'] | undefined;
  if (context.status >= 400 || !oidc?.client) return null;
  const isProven = oidc.client.clientAuthMethod !== 'none' || oidc.route === 'token' || oidc.route === 'userinfo';
  return isProven ? oidc.client : null;
}
