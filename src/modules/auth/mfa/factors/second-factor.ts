import type { User } from '../../../users/user.service.js';
import type { AuthenticationMethod } from '../../sessions/session.entity.js';
import type { Binding } from '../challenges/mfa-challenge.repository.js';
import type { MfaMethod, MfaType } from '../methods/mfa-method.entity.js';
import type { AssertionCredentialRequest, RegistrationCredentialRequest } from '../webauthn/dto/webauthn.request.js';

/** What proves a factor: a code of six digits, or what a security key answered. */
export type Answer =
  | { code: string; credential?: undefined }
  | { credential: RegistrationCredentialRequest | AssertionCredentialRequest; code?: undefined };

/** What a new method is to be. */
export interface Enrolment {
  /** E.164, for codes by text message. */
  phone?: string;
  /** Of a security key: whether it signs in by itself, as a passkey. */
  passwordless?: boolean;
}

/** A method as it is kept while pending, and what its owner needs to set it up, shown this once. */
export interface Prepared {
  columns: Pick<MfaMethod, 'hint'> & Partial<Pick<MfaMethod, 'sealed_secret' | 'sealed_phone' | 'passwordless'>>;
  shown?: TotpSetup;
}

export interface TotpSetup {
  /** Base32. */
  secret: string;
  otpauth_uri: string;
  qr_svg: string;
}

/** What a challenge is made of. */
export interface Question {
  code_hash: Buffer | null;
  webauthn_challenge: string | null;
  /** Seconds. */
  lifetime: number;
  /** For the browser of the owner of a security key. */
  public_key?: object;
  /** Sends the code, once the challenge is kept. @throws AppError UPSTREAM_ERROR, UPSTREAM_TIMEOUT */
  deliver?(): Promise<void>;
}

export interface Asked {
  challengeId: string;
  user: User;
  method: MfaMethod;
  /** The active methods of the account. */
  active: readonly MfaMethod[];
  binding: Binding;
}

/** Of an answer; why it was refused where that says more than that it was wrong. */
export type Verdict = 'accepted' | 'refused' | 'cloned_key_suspected';

export const verdictOf = (isAccepted: boolean): Verdict => (isAccepted ? 'accepted' : 'refused');

/** An answer that proves none of the methods; `reason` for the audit trail. */
export class RefusedAnswer {
  constructor(readonly reason: 'mfa_failed' | 'cloned_key_suspected') {}
}

/** One kind of second factor. Everything that differs between the kinds is behind this. */
export interface SecondFactor {
  readonly type: MfaType;
  /** Name that a method has until its owner gives it one. */
  readonly label: string;
  /** How a proof by it is called in RFC 8176. */
  readonly amr: AuthenticationMethod;

  /** @throws AppError INVALID_REQUEST when the enrolment lacks what this kind needs, or has what it does not know */
  prepare(user: User, enrolment: Enrolment): Prepared;

  /** What is asked of the owner. */
  ask(asked: Asked): Promise<Question>;

  /**
   * Whether the answer proves the method. An accepted answer is spent: of parallel calls with the same one is accepted. Not
   * for inside a transaction: a guess counts even when all around it fails.
   */
  verify(method: MfaMethod, answer: Answer, binding: Binding): Promise<Verdict>;
}
