import { createHmac, createPrivateKey, createSign, type KeyObject } from 'node:crypto';

/** A JSON Web Token as an attacker would build it: header and claims as given, signed with any key. */
export function forgeToken(header: object, claims: unknown, sign: (signingInput: string) => Buffer): string {
  const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signingInput = `${encode(header)}.${encode(claims)}`;
  return `${signingInput}.${sign(signingInput).toString('base64url')}`;
}

export const unsigned = (): Buffer => Buffer.alloc(0);

export const hmacWith =
  (secret: string, hash = 'sha256') =>
  (signingInput: string): Buffer =>
    createHmac(hash, secret).update(signingInput).digest();

export const rsaWith =
  (key: KeyObject | string, hash = 'RSA-SHA256') =>
  (signingInput: string): Buffer =>
    createSign(hash)
      .update(signingInput)
      .sign(typeof key === 'string' ? createPrivateKey(key) : key);

/** Header and claims of a token, read without checking it. */
export function readToken(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const read = (part = ''): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const [header, claims] = token.split('.');
  return { header: read(header), claims: read(claims) };
}
