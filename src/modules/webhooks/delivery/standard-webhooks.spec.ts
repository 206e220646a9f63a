import { randomBytes } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { signatureHeaders } from './standard-webhooks.js';

const newSecret = (bytes = 32): string => `whsec_${randomBytes(bytes).toString('base64')}`;
const BODY = JSON.stringify({ event: 'document.commented', data: { n: 1, text: 'Tür ✓' } });

describe('signatureHeaders', () => {
  it('signs the test vector of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const at = new Date(1_614_265_330_000);
    expect(signatureHeaders([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}')).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it.each([24, 32, 64])('is verified by the library of Standard Webhooks, with a secret of %s bytes', (bytes) => {
    const secret = newSecret(bytes);
    const headers = { ...signatureHeaders([secret], 'event_1', new Date(), BODY) };
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  });

  it('is verified with either secret while two sign, and with no other', () => {
    const secrets = [newSecret(), newSecret()];
    const headers = { ...signatureHeaders(secrets, 'event_1', new Date(), BODY) };
    for (const secret of secrets) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(newSecret()).verify(BODY, headers)).toThrow(WebhookVerificationError);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'body'] as const)('covers the %s', (part) => {
    const secret = newSecret();
    const headers = { ...signatureHeaders([secret], 'event_1', new Date(), BODY) };
    const body = part === 'body' ? `${BODY} ` : BODY;
    if (part === 'webhook-id') headers['webhook-id'] = 'event_2';
    if (part === 'webhook-timestamp') headers['webhook-timestamp'] = String(Number(headers[part]) + 1);
    expect(() => new Webhook(secret).verify(body, headers)).toThrow(WebhookVerificationError);
  });

  it('is refused when somebody sends it again later', () => {
    const secret = newSecret();
    const headers = { ...signatureHeaders([secret], 'event_1', new Date(Date.now() - 301_000), BODY) };
    expect(() => new Webhook(secret).verify(BODY, headers)).toThrow('too old');
  });
});
