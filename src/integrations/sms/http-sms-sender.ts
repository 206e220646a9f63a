import { AppError } from '../../common/errors/app-error.js';
import type { SmsGateway } from './sms-gateway.js';
import { SmsSender, type SmsMessage } from './sms-sender.js';

/** From the request to the provider's answer. Milliseconds. */
const TIMEOUT_MS = 10_000;

export interface HttpSmsSenderOptions {
  gateway: SmsGateway;
  /** Sender's number (E.164) or name. */
  from: string;
  /** Milliseconds; for tests. */
  timeoutMs?: number;
}

/**
 * Sends by the HTTP API that Twilio made common: a form `To, From, Body` under Basic authentication, answered by 2xx when
 * accepted. Redirects are not followed: they would carry the message to a host that nobody chose.
 */
export class HttpSmsSender extends SmsSender {
  constructor(private readonly options: HttpSmsSenderOptions) {
    super();
  }

  async send({ to, text }: SmsMessage): Promise<void> {
    const { gateway, from, timeoutMs = TIMEOUT_MS } = this.options;
    const response = await fetch(gateway.endpoint, {
      method: 'POST',
      headers: gateway.authorization === undefined ? {} : { authorization: gateway.authorization },
      body: new URLSearchParams({ To: to, From: from, Body: text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw asAppError(error);
    });
    // The answer repeats the message and its receiver: of no use here, and nothing for a log.
    await response.body?.cancel();
    if (!response.ok) throw asAppError(new Error(`the SMS provider answered ${response.status}`));
  }
}

function asAppError(error: unknown): AppError {
  if ((error as Error).name === 'TimeoutError') {
    const message = 'The SMS provider did not answer in time';
    return new AppError('UPSTREAM_TIMEOUT', message, { reason: 'sms' }, { cause: error });
  }
  return new AppError('UPSTREAM_ERROR', 'The text message could not be sent', { reason: 'sms' }, { cause: error });
}
