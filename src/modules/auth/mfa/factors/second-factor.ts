import type { User } from '../../../users/user.service.js';
import type { AuthenticationMethod } from '../../sessions/session.entity.js';
import type { Binding } from '../challenges/mfa-challenge.repository.js';
import type { MfaMethod, MfaType } from '../methods/mfa-method.entity.js';
import type { AssertionCredentialRequest, RegistrationCredentialRequest } from '../webauthn/dto/webauthn.request.js';

export type Answer =
  | { code: string; credential?: undefined }
  | { credential: RegistrationCredentialRequest | AssertionCredentialRequest; code?: undefined };

export interface Enrolment {
  /** E.164, for codes by text message. */
  phone?: string;
  passwordless?: boolean;
}

/** The pending method to store, and the setup data shown to its owner once. */
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

export interface Question {
  code_hash: Buffer | null;
  webauthn_challenge: string | null;
  /** Seconds. */
  lifetime: number;
  public_key?: object;
  /** Sends the code after the challenge is stored. @throws AppError UPSTREAM_ERROR, UPSTREAM_TIMEOUT */
  deliver?(): Promise<void>;
}

export interface Asked {
  challengeId: string;
  user: User;
  method: MfaMethod;
  active: readonly MfaMethod[];
  binding: Binding;
}

export type Verdict = 'accepted' | 'refused' | 'cloned_key_suspected';

export const verdictOf = (isAccepted: boolean): Verdict => (isAccepted ? 'accepted' : 'refused');

/** `reason` is for the audit trail. */
export class RefusedAnswer {
  constructor(readonly reason: 'mfa_failed' | 'cloned_key_suspected') {}
}

/** One kind of second factor. Everything that differs between the kinds is behind this interface. */
export interface SecondFactor {
  readonly type: MfaType;
  readonly label: string;
  /** Method reference of a proof (RFC 8176). */
  readonly amr: AuthenticationMethod;

  /** @throws AppError INVALID_REQUEST for missing or unknown fields */
  prepare(user: User, enrolment: Enrolment): Prepared;

  ask(asked: Asked): Promise<Question>;

  /** Verifies and consumes the answer: one of several parallel calls succeeds. Call outside a transaction: failures stay counted. */
  verify(method: MfaMethod, answer: Answer, binding: Binding): Promise<Verdict>;
}
