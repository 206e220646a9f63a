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
import { NeedsAField } from '../../../../common/openapi/api-response.decorator.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { oneLine, trimmed } from '../../../../common/validation/transforms.js';
import { passwordText } from '../../passwords/password-text.js';
import { MFA_TYPES, type MfaType } from '../methods/mfa-method.entity.js';
import { AssertionCredentialRequest, RegistrationCredentialRequest } from '../webauthn/dto/webauthn.request.js';

/** Users copy codes as apps display them: `123 456`. */
const unspaced = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? value.replaceAll(/\s/g, '') : value;

const SIX_DIGITS = /^[0-9]{6}$/;
const OptionalCode = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, pattern: SIX_DIGITS.source }),
    IfPresent(),
    Transform(unspaced),
    Matches(SIX_DIGITS, { message: 'must be six digits' }),
  );

/** Any string: an id with a wrong format matches no record. */
const OptionalId = (): PropertyDecorator => applyDecorators(IfPresent(), IsString(), MaxLength(100));

export class CreateMfaMethodRequest {
  @IsIn(MFA_TYPES)
  type: MfaType;

  /** Name chosen by the owner, such as `Blue key`. */
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  label?: string;

  /** For type sms: the phone number in E.164 format. */
  @IfPresent()
  @Transform(trimmed)
  @Matches(/^\+[1-9][0-9]{6,14}$/, { message: 'must be a number like +4915112345678' })
  phone?: string;

  /** For type webauthn: create a passkey, which signs in without a password. */
  @IfPresent()
  @IsBoolean()
  passwordless?: boolean;
}

/** Exactly one of code and credential. */
@NeedsAField()
export class ActivateMfaMethodRequest {
  /** Code shown by the app or sent to the user. */
  @OptionalCode()
  code?: string;

  /** Response of the new security key. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => RegistrationCredentialRequest)
  credential?: RegistrationCredentialRequest;
}

class MfaTokenRequest {
  /** The `mfa_token` of the login response. */
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
  /**
   * The method that the proof belongs to. Without it, a code is checked against the authenticator apps, then against the last sent code.
   */
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

  /** Response of the security key. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => AssertionCredentialRequest)
  credential?: AssertionCredentialRequest;
}

/** Exactly one of password, code and credential; or `method_id` alone, which requests a challenge. */
@NeedsAField()
export class StepUpRequest {
  @IfPresent()
  @Transform(passwordText)
  @IsString()
  @MinLength(1)
  @MaxLength(128)
  password?: string;

  /** The method that the proof belongs to. Alone: the method to send a code to or to create a security key challenge for. */
  @OptionalId()
  method_id?: string;

  @OptionalCode()
  code?: string;

  /** Response of the security key. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => AssertionCredentialRequest)
  credential?: AssertionCredentialRequest;
}
