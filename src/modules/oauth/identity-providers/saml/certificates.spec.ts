import { selfSignedCertificate } from '../../../../../test/support/peers/self-signed-certificate.js';
import { canonicalCertificates, certificateOf } from './certificates.js';

describe('certificates of SAML providers', () => {
  const { cert } = selfSignedCertificate({ rsaBits: 2048 });
  const base64 = cert.replace(/-----.*-----|\s/g, '');

  it.each([
    ['PEM', cert],
    ['PEM with the text of OpenSSL', `subject=CN = localhost\n${cert}\nnotes`],
    ['base64', base64],
    ['base64 in lines', base64.replace(/(.{64})/g, '$1\r\n')],
  ])('are read from %s', (_form, text) => {
    expect(canonicalCertificates([text])).toEqual([base64]);
  });

  it.each([
    ['two in one text', `${cert}\n${cert}`],
    ['something else', 'not a certificate'],
    ['nothing', ''],
  ])('are not %s', (_form, text) => {
    expect(certificateOf(text)).toBeNull();
  });
});
