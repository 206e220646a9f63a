import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface KeyAndCertificate {
  key: string;
  cert: string;
}

/**
 * PEM of a new key and of its certificate for `localhost` and 127.0.0.1, vouched for by itself alone.
 * @param rsaBits of an RSA key; without it the key is on P-256
 * @param untilMs from now until it expires
 */
export function selfSignedCertificate({ rsaBits = 0, untilMs = 86_400_000 } = {}): KeyAndCertificate {
  const { publicKey, privateKey } =
    rsaBits > 0
      ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = rsaBits > 0 ? der(0x30, oid('2a864886f70d01010b'), der(0x05)) : der(0x30, oid('2a8648ce3d040302'));
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from('localhost')))));
  const names = der(0x30, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  // TBSCertificate of RFC 5280, 4.1, with the one extension subjectAltName.
  const certificate = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    der(0x30, utcTime(Math.min(0, untilMs) - 86_400_000), utcTime(untilMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, oid('551d11'), der(0x04, names)))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', certificate, privateKey)]);
  const signed = der(0x30, certificate, algorithm, der(0x03, signature)).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${signed.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Tag, length, value. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

function utcTime(offsetMs: number): Buffer {
  const digits = new Date(Date.now() + offsetMs).toISOString().replaceAll(/[-:T]|\..*/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2)}Z`));
}
