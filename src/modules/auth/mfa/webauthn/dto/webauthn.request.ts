import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IfPresent, IfPresentOrNull } from '../../../../../common/validation/if-present.decorator.js';

/*
 * The two shapes of a browser's `credential.toJSON()` (WebAuthn §5.1). Binary values are base64url without padding.
 * Fields that the service derives from signed data (authenticatorData, publicKey) are accepted and ignored.
 */

const BASE64URL = /^[A-Za-z0-9_-]+$/;
const OPTIONAL = { required: false } as const;
const OPTIONAL_OR_NULL = { required: false, nullable: true } as const;

/** base64url of at most `bytes` bytes; `schema` is merged into the OpenAPI schema. */
function IsBase64url(bytes: number, schema: { required?: false; nullable?: true } = {}): PropertyDecorator {
  const maxLength = Math.ceil((bytes * 4) / 3);
  return applyDecorators(
    ApiProperty({ type: String, pattern: BASE64URL.source, maxLength, ...schema }),
    Matches(BASE64URL, { message: 'must be base64url without padding' }),
    MaxLength(maxLength),
  );
}

/** Maximum length of a credential id (§7.1). */
const CREDENTIAL_ID_BYTES = 1023;
const CLIENT_DATA_BYTES = 4096;
const AUTHENTICATOR_DATA_BYTES = 4096;
/** Several times the size without attestation. */
const ATTESTATION_OBJECT_BYTES = 8192;
/** RSA of 8192 bits; ECDSA and EdDSA need a tenth of it. */
const SIGNATURE_BYTES = 1024;
/** §5.4.3. */
const USER_HANDLE_BYTES = 64;
const ATTACHMENTS = ['platform', 'cross-platform'] as const;

export class AttestationResponse {
  @IsBase64url(CLIENT_DATA_BYTES)
  clientDataJSON: string;

  @IsBase64url(ATTESTATION_OBJECT_BYTES)
  attestationObject: string;

  @IfPresent()
  @IsBase64url(AUTHENTICATOR_DATA_BYTES, OPTIONAL)
  authenticatorData?: string;

  /** How the browser reaches the key, such as usb or nfc. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(16)
  @IsString({ each: true })
  @MaxLength(32, { each: true })
  transports?: string[];

  @IfPresentOrNull()
  @IsBase64url(AUTHENTICATOR_DATA_BYTES, OPTIONAL_OR_NULL)
  publicKey?: string | null;

  /** COSE number of the algorithm. */
  @ApiProperty({ type: 'integer', required: false })
  @IfPresent()
  @IsInt()
  publicKeyAlgorithm?: number;
}

export class AssertionResponse {
  @IsBase64url(CLIENT_DATA_BYTES)
  clientDataJSON: string;

  @IsBase64url(AUTHENTICATOR_DATA_BYTES)
  authenticatorData: string;

  @IsBase64url(SIGNATURE_BYTES)
  signature: string;

  @IfPresentOrNull()
  @IsBase64url(USER_HANDLE_BYTES, OPTIONAL_OR_NULL)
  userHandle?: string | null;
}

class CredentialRequest {
  @IsBase64url(CREDENTIAL_ID_BYTES)
  id: string;

  /** Equal to `id`. */
  @IsBase64url(CREDENTIAL_ID_BYTES)
  rawId: string;

  @ApiProperty({ enum: ['public-key'] })
  @IsIn(['public-key'])
  type: 'public-key';

  /** Ignored: no extension affects the result. */
  @ApiProperty({ type: Object, additionalProperties: true, required: false })
  @IfPresent()
  @IsObject()
  clientExtensionResults?: object;

  @ApiProperty({ enum: ATTACHMENTS, nullable: true, required: false })
  @IfPresentOrNull()
  @IsIn(ATTACHMENTS)
  authenticatorAttachment?: (typeof ATTACHMENTS)[number] | null;
}

/** A new security key: RegistrationResponseJSON from `navigator.credentials.create()`. */
export class RegistrationCredentialRequest extends CredentialRequest {
  @IsObject()
  @ValidateNested()
  @Type(() => AttestationResponse)
  response: AttestationResponse;
}

/** A proof by a registered security key: AuthenticationResponseJSON from `navigator.credentials.get()`. */
export class AssertionCredentialRequest extends CredentialRequest {
  @IsObject()
  @ValidateNested()
  @Type(() => AssertionResponse)
  response: AssertionResponse;
}
