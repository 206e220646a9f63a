import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type, type TransformFnParams } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsObject,
  IsString,
  Length,
  Matches,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { NeedsAField } from '../../../../common/openapi/needs-a-field.decorator.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { oneLine, trimmed } from '../../../../common/validation/trimmed.js';
import { passwordText } from '../../passwords/password-text.js';
import { MFA_TYPES, type MfaType } from '../methods/mfa-method.entity.js';
import { AssertionCredentialRequest, RegistrationCredentialRequest } from '../webauthn/dto/webauthn.request.js';

/** Apps show `123 456`, and that is how people copy it. */
const unspaced = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? value.replaceAll(/\s/g, '') : value;

const SIX_DIGITS = /^[0-9]{6}$/;
/** A code of six digits; it may be left out. */
const OptionalCode = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, pattern: SIX_DIGITS.source }),
    IfPresent(),
    Transform(unspaced),
    Matches(SIX_DIGITS, { message: 'must be six digits' }),
  );

/** An id in a body: an ill-formed one is simply nobody's. */
const OptionalId = (): PropertyDecorator => applyDecorators(IfPresent(), IsString(), MaxLength(100));

export class CreateMfaMethodRequest {
  @IsIn(MFA_TYPES)
  type: MfaType;

  /** The owner's name for it, such as `Blue key`. */
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  label?: string;

  /** For type sms: the number, as E.164 writes it. */
  @IfPresent()
  @Transform(trimmed)
  @Matches(/^\+[1-9][0-9]{6,14}$/, { message: 'must be a number like +4915112345678' })
  phone?: string;

  /** For type webauthn: makes a passkey, which remembers the account and signs in without a password. */
  @IfPresent()
  @IsBoolean()
  passwordless?: boolean;
}

/** Exactly one of the two. */
@NeedsAField()
export class ActivateMfaMethodRequest {
  /** What the app shows, or what was sent. */
  @OptionalCode()
  code?: string;

  /** What the new security key answered. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => RegistrationCredentialRequest)
  credential?: RegistrationCredentialRequest;
}

/** What belongs to a login whose password was right. */
class MfaTokenRequest {
  /** The `mfa_token` that the login answered. */
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  mfa_token: string;
}

export class MfaChallengeRequest extends MfaTokenRequest {
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  method_id: string;
}

/** Exactly one of code, recovery_code and credential. */
export class MfaVerifyRequest extends MfaTokenRequest {
  /** The method that it proves; without it a code is tried with the authenticator apps, then with what was sent last. */
  @OptionalId()
  method_id?: string;

  @OptionalCode()
  code?: string;

  /** One of the ten recovery codes, instead of a method. */
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(50)
  recovery_code?: string;

  /** What the security key answered. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => AssertionCredentialRequest)
  credential?: AssertionCredentialRequest;
}

/** Exactly one of password, code and credential; or `method_id` alone, which asks for a challenge. */
@NeedsAField()
export class StepUpRequest {
  @IfPresent()
  @Transform(passwordText)
  @IsString()
  @MinLength(1)
  @MaxLength(128)
  password?: string;

  /** The method that it proves. Alone: the one to send a code by, or whose security key to ask. */
  @OptionalId()
  method_id?: string;

  @OptionalCode()
  code?: string;

  /** What the security key answered. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => AssertionCredentialRequest)
  credential?: AssertionCredentialRequest;
}
