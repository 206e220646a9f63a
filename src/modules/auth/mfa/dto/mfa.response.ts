import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { IssuedChallenge } from '../factors/second-factor.service.js';
import { MFA_TYPES, type MfaMethod, type MfaType } from '../methods/mfa-method.entity.js';
import type { ActivatedMethod, BegunMethod } from '../methods/mfa-method.service.js';
import type { MfaDemand } from '../mfa-login.service.js';

/** A second factor as shown before the login is complete. */
export class MfaMethodSummaryResponse {
  id: string;
  @ApiProperty({ enum: MFA_TYPES, enumName: 'MfaType' })
  type: MfaType;
  /** The owner's name for the method or the end of the phone number. */
  hint: string;

  static from({ id, type, label, hint }: MfaMethod): MfaMethodSummaryResponse {
    return { id, type, hint: hint === null ? label : `${label}, ${hint}` };
  }
}

/** The password is correct and a second factor is required. */
export class MfaRequiredResponse {
  @ApiProperty({ enum: [true] })
  mfa_required: true;
  /** Represents the correct password in `POST /auth/mfa/challenge` and `/verify` until a verification succeeds. */
  mfa_token: string;
  /** Seconds. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;
  methods: MfaMethodSummaryResponse[];

  static from({ mfa_token, expires_in, methods }: MfaDemand): MfaRequiredResponse {
    const shown = methods.map((method) => MfaMethodSummaryResponse.from(method));
    return { mfa_required: true, mfa_token, expires_in, methods: shown };
  }
}

/** A pending challenge: a code was sent, or a security key must sign. */
export class MfaChallengeResponse {
  challenge_id: string;
  /** Seconds. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;
  /** For a security key: PublicKeyCredentialRequestOptionsJSON for `navigator.credentials.get()`. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  public_key?: object;

  static from({ challenge_id, expires_in, public_key }: IssuedChallenge): MfaChallengeResponse {
    return { challenge_id, expires_in, ...(public_key && { public_key }) };
  }
}

/** One of the caller's second factors. */
export class MfaMethodResponse {
  id: string;
  @ApiProperty({ enum: MFA_TYPES, enumName: 'MfaType' })
  type: MfaType;
  label: string;
  /** sms and email: the masked destination, such as the end of the phone number. */
  @ApiProperty({ type: String, nullable: true })
  hint: string | null;
  /** webauthn: whether it is a passkey, which signs in without a password. */
  passwordless: boolean;
  /** Null while pending. A pending method must be activated within an hour. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  activated_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(method: MfaMethod): MfaMethodResponse {
    return {
      id: method.id,
      type: method.type,
      label: method.label,
      hint: method.hint,
      passwordless: method.passwordless,
      activated_at: method.activated_at?.toISOString() ?? null,
      last_used_at: method.last_used_at?.toISOString() ?? null,
      created_at: method.created_at.toISOString(),
    };
  }
}

/** A pending method with the data that its owner needs to activate it. Only this response contains the data. */
export class CreatedMfaMethodResponse extends MfaMethodResponse {
  /** totp: the secret in base32, for manual entry. */
  secret?: string;
  /** totp: secret and account name as an otpauth URI. */
  otpauth_uri?: string;
  /** totp: the otpauth URI as a QR code, an SVG document. */
  qr_svg?: string;
  /** sms, email, webauthn. */
  challenge_id?: string;
  /** sms, email, webauthn: seconds. */
  @ApiProperty({ type: 'integer', required: false })
  expires_in?: number;
  /** webauthn: PublicKeyCredentialCreationOptionsJSON for `navigator.credentials.create()`. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  public_key?: object;

  static begun({ method, setup, challenge }: BegunMethod): CreatedMfaMethodResponse {
    return { ...MfaMethodResponse.from(method), ...setup, ...challenge };
  }
}

export class ActivatedMfaMethodResponse extends MfaMethodResponse {
  /** With the account's first method: ten single-use recovery codes. Only this response contains them. */
  recovery_codes?: string[];

  static activated({ method, recoveryCodes }: ActivatedMethod): ActivatedMfaMethodResponse {
    return { ...MfaMethodResponse.from(method), ...(recoveryCodes && { recovery_codes: recoveryCodes }) };
  }
}

export class RecoveryCodesResponse {
  /** Ten single-use codes that replace a second factor. Only this response contains them; earlier codes stop working. */
  recovery_codes: string[];
}
