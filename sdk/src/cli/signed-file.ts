import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UsageError } from './exit.js';

const ALGORITHM = 'RS256';

export type PublicKey = JsonWebKey & { kid?: string; compromised_at?: string };

/** What a JWS says. The payload is null if it is not signed by the key, and then there is a problem. */
export type Signed<P> = { kid: string | null } & ({ payload: P; problem: null } | { payload: null; problem: string });

export const SELF_MADE =
  'it is consistent with the key that it contains, which anyone can make: verify it with the published key set (--jwks)';

/**
 * Checks the JWS of a file that the service signed.
 * @param keys the published key set; null for the key in the file @param typ of the JWS @param what it is, for messages
 * @throws UsageError for a file without a JWS
 */
export function checkSigned<P>(file: unknown, keys: readonly PublicKey[] | null, typ: string, what: string): Signed<P> {
  const { jws, payload: shown, public_key: embedded } = contentsOf(file, what);
  const [head = '', body = '', signature = '', ...more] = jws.split('.');
  const header = decoded(head) as { alg?: string; typ?: string; kid?: string; crit?: unknown } | null;
  const kid = header?.kid ?? null;
  const wrong = (problem: string): Signed<P> => ({ kid, problem, payload: null });
  if (!header || more.length > 0) return wrong('the JWS is malformed');
  if (header.alg !== ALGORITHM || header.typ !== typ || header.crit !== undefined)
    return wrong(`the JWS is not ${what}`);
  const key = keys ? keys.find((one) => one.kid === kid) : embedded;
  if (!key) return wrong(`the key ${kid ?? ''} is not in the key set`);
  if (key.kty !== 'RSA' || thumbprintOf(key) !== kid) return wrong('the key does not have the thumbprint in the JWS');
  if (!isSignedBy(key, `${head}.${body}`, signature))
    return wrong('the signature does not match: the file was changed');
  const payload = decoded(body);
  if (!payload) return wrong('the payload is malformed');
  if (shown !== undefined && canonical(shown) !== canonical(payload))
    return wrong('the payload that the file shows is not the one that was signed');
  if (key.compromised_at !== undefined)
    return wrong(
      `others may know the key, by ${key.compromised_at}: compare the SHA-256 of the JWS, ${sha256(jws)}, with the audit trail`,
    );
  return { kid, payload: payload as P, problem: null };
}

/** @throws UsageError */
export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON`);
  }
}

/** @throws UsageError */
export async function readKeys(path: string): Promise<PublicKey[]> {
  const { keys } = ((await readJson(path)) ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new UsageError(`${path} is not a JWK set: it has no keys`);
  return keys as PublicKey[];
}

/** The object itself, or a response of the API that contains it. */
function contentsOf(file: unknown, what: string): { jws: string; payload?: unknown; public_key?: PublicKey } {
  const object = (file ?? {}) as { jws?: unknown; payload?: unknown; public_key?: PublicKey };
  if (typeof object.jws !== 'string') throw new UsageError(`The file is not ${what}: it has no jws`);
  return { ...object, jws: object.jws };
}

function isSignedBy(key: PublicKey, input: string, signature: string): boolean {
  try {
    const publicKey = createPublicKey({ key, format: 'jwk' });
    return verify('sha256', Buffer.from(input), publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    // A key in the file can be anything.
    return false;
  }
}

/** RFC 7638. */
function thumbprintOf({ e, kty, n }: PublicKey): string {
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function decoded(part: string): object | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** JSON with sorted keys: tools that store the file may reorder it. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
