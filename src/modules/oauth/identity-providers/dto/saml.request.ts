import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, Length, MaxLength } from 'class-validator';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { trimmed } from '../../../../common/validation/transforms.js';
import { MAX_CERTIFICATES } from '../saml/certificates.js';

const MAX_METADATA = 262_144;
const MAX_CERTIFICATE = 16_384;

/** A SAML 2.0 provider, by its metadata or by `entity_id`, `sso_url` and `certificates`. Nothing is fetched. */
export class SamlRequest {
  /** Metadata document of the provider, which determines `entity_id`, `sso_url` and `certificates`. */
  @ApiProperty({ required: false, writeOnly: true, maxLength: MAX_METADATA })
  @IfPresent()
  @IsString()
  @Length(1, MAX_METADATA)
  metadata_xml?: string;

  /** Entity id of the provider: the issuer of its assertions. */
  @ApiProperty({
    required: false,
    minLength: 1,
    maxLength: 1024,
    example: 'https://sts.windows.net/6f1e9c1c-6f0e-4f2c-9d52-2f3c1f0d8a11/',
  })
  @IfPresent()
  @Transform(trimmed)
  @IsString()
  @Length(1, 1024)
  entity_id?: string;

  /** Sign-on URL of the provider for the HTTP-Redirect binding. */
  @ApiProperty({ required: false, minLength: 1, maxLength: 2000 })
  @IfPresent()
  @Transform(trimmed)
  @IsString()
  @Length(1, 2000)
  sso_url?: string;

  /** X.509 certificates (PEM or base64) of the keys that sign assertions. Add the next one before the provider changes keys. */
  @ApiProperty({ required: false, type: [String], minItems: 1, maxItems: MAX_CERTIFICATES })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_CERTIFICATES)
  @IsString({ each: true })
  @MaxLength(MAX_CERTIFICATE, { each: true })
  certificates?: string[];

  /** Attribute with the email address. Null for the usual names, or a NameID that is an address. Users must not be able to change it. */
  @ApiProperty({ type: String, nullable: true, required: false, minLength: 1, maxLength: 200, default: null })
  @IfPresentOrNull()
  @IsString()
  @Length(1, 200)
  email_attribute?: string | null;

  /** Attribute with the name. Null for the usual names. */
  @ApiProperty({ type: String, nullable: true, required: false, minLength: 1, maxLength: 200, default: null })
  @IfPresentOrNull()
  @IsString()
  @Length(1, 200)
  name_attribute?: string | null;

  /**
   * Where sign-ins that users start at the provider lead to: a page of your application that starts a sign-in (`iss` is added). Nothing in
   * such a response is trusted. Null to refuse them.
   */
  @ApiProperty({ type: String, nullable: true, required: false, minLength: 1, maxLength: 2000, default: null })
  @IfPresentOrNull()
  @Transform(trimmed)
  @IsString()
  @Length(1, 2000)
  initiate_login_uri?: string | null;
}
