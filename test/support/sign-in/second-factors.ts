import { totpCode } from '../../../src/modules/auth/mfa/factors/totp.js';
import type { ApiClient, ApiResponse, Json } from '../api/api-client.js';
import { outbox } from '../service/outbox.js';
import { SoftwareAuthenticator } from './software-authenticator.js';
import { TEST_ISSUER } from '../service/running-process.js';
import type { SignedIn, TestWorld } from '../service/test-world.js';

/** An authenticator app that was set up. */
export interface EnrolledApp {
  id: string;
  secret: Buffer;
  recoveryCodes: string[];
}

const SIX_DIGITS = /\b\d{6}\b/;

/** Enrolls second factors over the API and answers for them, as their owner would. One per test file. */
export class SecondFactors {
  readonly messages: ReturnType<typeof outbox>;

  constructor(private readonly world: TestWorld) {
    this.messages = outbox(world.service.dataDir);
  }

  async app(api: ApiClient, label?: string): Promise<EnrolledApp> {
    const created = succeeded(await api.post('/auth/mfa/methods', { type: 'totp', label }), 201);
    const secret = fromBase32(created.secret as string);
    const activated = await this.activate(api, created.id as string, { code: totpCode(secret, unixTime()) });
    return { id: created.id as string, secret, recoveryCodes: (activated.recovery_codes ?? []) as string[] };
  }

  async phone(api: ApiClient, phone: string): Promise<string> {
    const { id } = succeeded(await api.post('/auth/mfa/methods', { type: 'sms', phone }), 201);
    await this.activate(api, id as string, { code: await this.sentBySms(phone) });
    return id as string;
  }

  async email(api: ApiClient, address: string): Promise<string> {
    const { id } = succeeded(await api.post('/auth/mfa/methods', { type: 'email' }), 201);
    await this.activate(api, id as string, { code: await this.sentByMail(address) });
    return id as string;
  }

  async key(api: ApiClient, authenticator = newKey(), label?: string): Promise<string> {
    const { id, public_key: options } = succeeded(
      await api.post('/auth/mfa/methods', { type: 'webauthn', label }),
      201,
    );
    await this.activate(api, id as string, { credential: authenticator.register(options as never) });
    return id as string;
  }

  /** A new user with an app, signed in by password and app. */
  async userWithApp(options: Parameters<TestWorld['signIn']>[0] = {}): Promise<SignedIn & { app: EnrolledApp }> {
    const signedIn = await this.world.signIn(options);
    return { ...signedIn, app: await this.app(signedIn.api) };
  }

  /** The code that the app shows; what was accepted before is forgotten, so that tests need not wait for half a minute. */
  async codeOf({ id, secret }: { id: string; secret: Buffer }): Promise<string> {
    await this.world.sql.query(`UPDATE mfa_methods SET last_used_step = NULL WHERE id = $1`, [id]);
    return totpCode(secret, unixTime());
  }

  async sentBySms(phone: string): Promise<string> {
    return codeIn((await this.messages.waitForSms(phone)).text);
  }

  async sentByMail(address: string): Promise<string> {
    return codeIn((await this.messages.waitForMail(address, /code$/)).text);
  }

  /** Gives the right password; the answer's `data`, with `mfa_token`. */
  async passwordOnly(user: { email: string; password: string }): Promise<Json> {
    const data = succeeded(await this.world.login(user), 200);
    if (data.mfa_required !== true) throw new Error('no second factor was asked for');
    return data;
  }

  private async activate(api: ApiClient, id: string, answer: object): Promise<Json> {
    return succeeded(await api.post(`/auth/mfa/methods/${id}/activate`, answer), 200);
  }
}

/** A security key that the test's service is registered with. */
export const newKey = (): SoftwareAuthenticator => new SoftwareAuthenticator({ origin: TEST_ISSUER });

/** A code that is not the right one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const unixTime = (): number => Math.floor(Date.now() / 1000);

function succeeded({ status, body, text }: ApiResponse, expected: number): Json {
  if (status !== expected) throw new Error(`answered ${status}: ${text}`);
  return body.data;
}

function codeIn(text: string): string {
  const code = SIX_DIGITS.exec(text)?.[0];
  if (code === undefined) throw new Error(`no code in: ${text}`);
  return code;
}

/** RFC 4648, as in the `secret` that people type into their app. */
export function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
