import { AppError } from '../../common/errors/app-error.js';
import type { SmsGateway } from './sms-gateway.js';
import { SmsSender, type SmsMessage } from './sms-sender.js';

/** Timeout of the provider's response. Milliseconds. */
const TIMEOUT_MS = 10_000;

export interface HttpSmsSenderOptions {
  gateway: SmsGateway;
  from: string;
  timeoutMs?: number;
}

/** Sends by Twilio's API: a form `To, From, Body` with Basic authentication, answered by 2xx. Redirects are not followed. */
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
    // The response repeats message and recipient, so it is not logged.
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
