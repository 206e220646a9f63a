import type { JSONWebKeySet, JWK } from 'jose';

/** Fields needed to verify signatures (RFC 7517, 4; RFC 7518, 6); certificates are dropped. */
const FIELDS = ['kty', 'kid', 'alg', 'crv', 'n', 'e', 'x', 'y'] as const;
/** Providers have two or three, large ones a dozen. */
const MAX_KEYS = 100;

/** The signature keys of a `jwks_uri` document, reduced to {@link FIELDS}. Null if it is not a key set. */
export function signatureKeys({ keys }: Record<string, unknown>): JSONWebKeySet | null {
  if (!Array.isArray(keys)) return null;
  return { keys: keys.filter(isForSignatures).slice(0, MAX_KEYS).map(inShort) };
}

function isForSignatures(key: unknown): key is Record<string, unknown> {
  if (typeof key !== 'object' || key === null) return false;
  const { kty, use = 'sig', key_ops: operations = ['verify'] } = key as Record<string, unknown>;
  const isKind = kty === 'RSA' || kty === 'EC' || kty === 'OKP';
  return isKind && use === 'sig' && Array.isArray(operations) && operations.includes('verify');
}

function inShort(key: Record<string, unknown>): JWK {
  const fields = FIELDS.flatMap((name) => (typeof key[name] === 'string' ? [[name, key[name]] as const] : []));
  return Object.fromEntries(fields);
}
