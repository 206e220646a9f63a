import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Client, Context } from 'oidc-provider';
import { AppError } from '../../../common/errors/app-error.js';
import { rateLimitHeaders, RateLimiter, type Subscriber } from '../../../common/rate-limits/rate-limiter.js';
import { ClientRepository } from '../clients/client.repository.js';

/** Successful calls count for the client's organization, failed ones for the address: a known client id must not use up a plan. */
@Injectable()
export class OAuthQuota {
  private readonly admitted = new WeakMap<IncomingMessage, FastifyRequest>();

  constructor(
    private readonly rateLimiter: RateLimiter,
    private readonly clients: ClientRepository,
  ) {}

  /**
   * @param copy the request for oidc-provider
   * @param clientId as claimed
   * @throws AppError RATE_LIMIT_EXCEEDED when the client's organization has reached its limit
   */
  async admit(request: FastifyRequest, copy: IncomingMessage, clientId: string | null): Promise<void> {
    const client = clientId === null ? null : await this.clients.findRegistration(clientId);
    const subscriber = client && subscriberOf(client);
    if (subscriber) await this.rateLimiter.requireOrganization(request, subscriber);
    this.admitted.set(copy, request);
  }

  async charge(context: Context): Promise<void> {
    const request = this.admitted.get(context.req);
    if (!request) return;
    const client = servedClient(context);
    const subscriber = client && subscriberOf(client);
    const counting = subscriber
      ? this.rateLimiter.countOrganization(request, subscriber)
      : this.rateLimiter.countAddress(request);
    // Already served: the next request is rejected.
    await counting.catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
    const state = this.rateLimiter.stateOf(request);
    if (state) context.set(rateLimitHeaders(state));
  }
}

/** Null for a built-in client, whose calls count for the address. */
function subscriberOf({ organization_id, plan }: Pick<Client, 'organization_id' | 'plan'>): Subscriber | null {
  return organization_id === null || plan === null ? null : { organizationId: organization_id, plan };
}

/** The client that authenticated by secret, code or token; null if none. */
function servedClient(context: Context): Client | null {
  // Undefined if no route of oidc-provider matched.
  const oidc = context.oidc as Context['oidc'] | undefined;
  if (context.status >= 400 || !oidc?.client) return null;
  const isProven = oidc.client.clientAuthMethod !== 'none' || oidc.route === 'token' || oidc.route === 'userinfo';
  return isProven ? oidc.client : null;
}
