import { Inject, Injectable } from '@nestjs/common';
import { OutboundHttpError, type OutboundFailure } from '../../../integrations/outbound-http/outbound-http.errors.js';
import { OutboundHttp } from '../../../integrations/outbound-http/outbound-http.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { LOGGED_BYTES, loggedHeaders, loggedText } from './attempt-log.js';
import type { AttemptResult, PendingDelivery, ServedEndpoint } from './delivery.types.js';
import { formatEvent } from './event-formats.js';
import { retryAfterMs } from './retry-schedule.js';
import { SECRET_PREFIX, signatureHeaders } from './standard-webhooks.js';

/** Milliseconds from the request to the end of the response. */
export const REQUEST_MS = 15_000;

/** Statuses whose `Retry-After` says when the receiver is available. */
const COME_LATER = new Set([429, 503]);

/** Logged reasons. Unresolvable and internal names look the same, so that the log does not reveal names of the internal network. */
const CODES: Partial<Record<OutboundFailure, string>> = { dns: 'address', url: 'address' };

/** Sends one event and returns the attempt to log. */
@Injectable()
export class DeliverySender {
  constructor(
    private readonly http: OutboundHttp,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {}

  /** @param secrets `whsec_…`, the current one first @throws the reason of `signal`: the event may have arrived */
  async send(
    delivery: PendingDelivery,
    { url, format, livemode, organization_id: organizationId }: ServedEndpoint,
    secrets: readonly string[],
    signal: AbortSignal,
  ): Promise<AttemptResult> {
    const { contentType, body } = formatEvent(format, delivery, { issuer: this.issuer, organizationId, livemode });
    const startedAt = new Date();
    const begun = performance.now();
    const signature = signatureHeaders(secrets, delivery.event_id, startedAt, body);
    const headers = { 'content-type': contentType, ...signature };
    const hidden = secrets.flatMap((secret) => [secret, secret.slice(SECRET_PREFIX.length)]);
    const request = {
      started_at: startedAt,
      request_headers: loggedHeaders(Object.entries(headers), hidden),
      request_body: loggedText(body, hidden),
    };
    const duration = (): number => Math.round(performance.now() - begun);
    try {
      // Reads past the logged part, so that a secret at its end is found whole.
      const maxBytes = 2 * LOGGED_BYTES;
      const options = {
        method: 'POST',
        headers,
        body,
        timeoutMs: REQUEST_MS,
        maxBytes,
        lenient: true,
        signal,
      } as const;
      const answer = await this.http.request(url, options);
      const attempt = {
        ...request,
        duration_ms: duration(),
        status: answer.status,
        error: errorOf(answer.status),
        response_headers: loggedHeaders(answer.headers, hidden),
        response_body: loggedText(answer.body, hidden),
      };
      const isLater = COME_LATER.has(answer.status);
      return { attempt, retryAfterMs: isLater ? retryAfterMs(answer.headers.get('retry-after'), Date.now()) : null };
    } catch (error) {
      if (!(error instanceof OutboundHttpError)) throw error;
      const attempt = {
        ...request,
        duration_ms: duration(),
        status: null,
        error: CODES[error.failure] ?? error.failure,
        response_headers: null,
        response_body: null,
      };
      return { attempt, retryAfterMs: null };
    }
  }
}

/** Null for success. */
function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}
