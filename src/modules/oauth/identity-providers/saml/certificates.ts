import { X509Certificate } from 'node:crypto';
import { invalid } from '../provider-terms.js';

export const MAX_CERTIFICATES = 5;
const KEY_BITS = { min: 2048, max: 8192 };

/** DER in base64. @throws AppError INVALID_REQUEST */
export function canonicalCertificates(given: readonly string[]): string[] {
  const read = given.map((text, index) => {
    const certificate = certificateOf(text);
    if (certificate === null)
      throw invalid(`saml.certificates.${index}`, 'must be an X.509 certificate (PEM or base64)');
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    const bits = asymmetricKeyDetails?.modulusLength ?? 0;
    if (asymmetricKeyType !== 'rsa' || bits < KEY_BITS.min || bits > KEY_BITS.max)
      throw invalid(`saml.certificates.${index}`, `must have an RSA key of ${KEY_BITS.min} to ${KEY_BITS.max} bits`);
    if (Date.parse(certificate.validTo) <= Date.now()) throw invalid(`saml.certificates.${index}`, 'has expired');
    return certificate.raw.toString('base64');
  });
  return [...new Set(read)];
}

/** Of one certificate, with text before and after its block as OpenSSL writes it. Null for anything else. */
export function certificateOf(text: string): X509Certificate | null {
  const blocks = text.split('-----BEGIN CERTIFICATE-----');
  if (blocks.length > 2) return null;
  const [base64 = ''] = blocks.at(-1)!.split('-----END CERTIFICATE-----');
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}
