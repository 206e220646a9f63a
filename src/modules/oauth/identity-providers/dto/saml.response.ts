import { X509Certificate } from 'node:crypto';
import { ApiProperty } from '@nestjs/swagger';
import type { SamlTerms } from '../identity-provider.entity.js';

export class SamlCertificateResponse {
  /** DER in base64. */
  certificate: string;
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: string;
  /** Assertions signed with an expired certificate are refused. */
  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  static from(certificate: string): SamlCertificateResponse {
    const { fingerprint256, validTo } = new X509Certificate(Buffer.from(certificate, 'base64'));
    return { certificate, fingerprint: fingerprint256, expires_at: new Date(validTo).toISOString() };
  }
}

/** A SAML 2.0 provider. `client_id` is the entity id of this service, `redirect_uri` its assertion consumer service (HTTP-POST). */
export class SamlResponse {
  /** Entity id of the provider. */
  entity_id: string;
  /** Sign-on URL of the provider. */
  sso_url: string;
  @ApiProperty({ type: [SamlCertificateResponse] })
  certificates: SamlCertificateResponse[];
  /** Attribute with the email address. Null for the usual names. */
  @ApiProperty({ type: String, nullable: true })
  email_attribute: string | null;
  /** Attribute with the name. Null for the usual names. */
  @ApiProperty({ type: String, nullable: true })
  name_attribute: string | null;
  /** Where sign-ins that users start at the provider lead to. Null if they are refused. */
  @ApiProperty({ type: String, nullable: true })
  initiate_login_uri: string | null;
  /** Metadata of this service, for the provider. */
  metadata_url: string;

  static from({ certificates, ...terms }: SamlTerms, metadataUrl: string): SamlResponse {
    return {
      entity_id: terms.entity_id,
      sso_url: terms.sso_url,
      certificates: certificates.map((certificate) => SamlCertificateResponse.from(certificate)),
      email_attribute: terms.email_attribute,
      name_attribute: terms.name_attribute,
      initiate_login_uri: terms.initiate_login_uri,
      metadata_url: metadataUrl,
    };
  }
}
