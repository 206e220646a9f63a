import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../../common/crypto/secrets.js';
import { AppError } from '../../../../common/errors/app-error.js';
import type { UpstreamLoginState } from './upstream-login.entity.js';
import { UpstreamLoginRepository } from './upstream-login.repository.js';

/** What a pending login must be completed with. */
export type LoginProof =
  | { verifier: string; nonce: string }
  /** SAML: the request, and then the claims of the response, or that it was refused. */
  | { requestId: string }
  | { claims: Record<string, unknown> }
  | { refused: true };

/** Time limit for the user at the provider, in seconds. */
const LOGIN_SECONDS = 600;
/** Between a SAML response and the redirect that follows it. */
const ANSWERED_SECONDS = 60;
const PURPOSE = 'upstream logins';

/** Pending logins at providers: single-use, bound to a browser. */
@Injectable()
export class LoginStates {
  constructor(
    private readonly logins: UpstreamLoginRepository,
    private readonly secrets: Secrets,
  ) {}

  /** Returns the state. */
  async keep(
    providerId: string,
    { uid, browser }: { uid: string; browser: string },
    proof: LoginProof,
  ): Promise<string> {
    const state = randomText();
    const row = {
      state_hash: keyOf(state),
      provider_id: providerId,
      interaction_uid: uid,
      browser_hash: hashOf(browser),
      sealed_proof: this.seal(proof),
    };
    await this.logins.insert(row, LOGIN_SECONDS);
    return state;
  }

  /** Consumes it. @throws AppError INVALID_REQUEST (login_state) */
  async take(
    providerId: string,
    state: string | undefined,
    browser: string,
  ): Promise<{ uid: string; proof: LoginProof }> {
    // Without a cookie the state cannot be bound to a browser.
    const isBound = state !== undefined && browser !== '';
    const login = isBound ? await this.logins.take(keyOf(state), hashOf(browser)) : null;
    // A response at another provider's redirect URI indicates a mix-up attack.
    if (login?.provider_id !== providerId) throw invalidState();
    return { uid: login.interaction_uid, proof: this.open(login.sealed_proof) };
  }

  /** The pending SAML request, from any browser: cookies do not arrive with forms of other sites. */
  async findRequest(providerId: string, state: string | undefined): Promise<PendingRequest | null> {
    const login = state === undefined ? null : await this.logins.find(keyOf(state), providerId);
    const proof = login && this.open(login.sealed_proof);
    return login && proof && 'requestId' in proof ? { login, requestId: proof.requestId } : null;
  }

  /** False when it was answered meanwhile. */
  answer({ login }: PendingRequest, proof: LoginProof): Promise<boolean> {
    return this.logins.answer(login, this.seal(proof), ANSWERED_SECONDS);
  }

  private seal(proof: LoginProof): Buffer {
    return this.secrets.encrypt(Buffer.from(JSON.stringify(proof)), PURPOSE);
  }

  private open(sealed: Buffer): LoginProof {
    return JSON.parse(this.secrets.decrypt(sealed, PURPOSE).toString('utf8')) as LoginProof;
  }
}

export interface PendingRequest {
  login: UpstreamLoginState;
  requestId: string;
}

export function invalidState(): AppError {
  return new AppError('INVALID_REQUEST', 'This sign-in is complete, has expired, or started in another browser', {
    field: 'state',
    issue: 'is invalid or has expired',
    reason: 'login_state',
  });
}

export const randomText = (): string => randomBytes(32).toString('base64url');
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const keyOf = (state: string): string => hashOf(state).toString('base64url');
