import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { defineCommand } from '../command.js';
import { EXIT, StopError, UsageError } from '../exit.js';

const ALGORITHM = 'RS256';
const TYPE = 'acknowledgement-evidence+jws';

type PublicKey = JsonWebKey & { kid?: string; compromised_at?: string };

interface Payload {
  issuer?: string;
  livemode?: boolean;
  acknowledgement_id?: string;
  statement?: string;
  signed_at?: string;
  signer?: { id?: string; name?: string };
  document?: { title?: string };
  revision?: { version?: string; content_sha256?: string };
}

/** What the file proves. `trusted`: the key came from the key set, not from the file itself. */
export interface Verification {
  /** Never for a key that is not trusted. */
  valid: boolean;
  trusted: boolean;
  kid: string | null;
  /** Why it proves nothing; null if it is valid. */
  problem: string | null;
  /** As signed by the key, trusted or not. Null if the signature is wrong. */
  payload: Payload | null;
}

const SELF_MADE =
  'it is consistent with the key that it contains, which anyone can make: verify it with the published key set (--jwks)';

/** Verifies the evidence of an acknowledgement, without the service. @param keys the published key set; null for the file's key */
export function verifyEvidence(file: unknown, keys: readonly PublicKey[] | null): Verification {
  const { jws, payload: shown, public_key: embedded } = contentsOf(file);
  const [head = '', body = '', signature = '', ...more] = jws.split('.');
  const header = decoded(head) as { alg?: string; typ?: string; kid?: string; crit?: unknown } | null;
  const kid = header?.kid ?? null;
  const trusted = keys !== null;
  const wrong = (problem: string): Verification => ({ valid: false, trusted, kid, problem, payload: null });
  if (!header || more.length > 0) return wrong('the JWS is malformed');
  if (header.alg !== ALGORITHM || header.typ !== TYPE || header.crit !== undefined)
    return wrong('the JWS is not evidence of an acknowledgement');
  const key = keys ? keys.find((one) => one.kid === kid) : embedded;
  if (!key) return wrong(`the key ${kid ?? ''} is not in the key set`);
  if (key.kty !== 'RSA' || thumbprintOf(key) !== kid) return wrong('the key does not have the thumbprint in the JWS');
  const isSigned = isSignedBy(key, `${head}.${body}`, signature);
  if (!isSigned) return wrong('the signature does not match: the file was changed');
  const payload = decoded(body) as Payload | null;
  if (!payload) return wrong('the payload is malformed');
  if (shown !== undefined && canonical(shown) !== canonical(payload))
    return wrong('the payload that the file shows is not the one that was signed');
  if (key.compromised_at !== undefined)
    return wrong(
      `others may know the key, by ${key.compromised_at}: compare the SHA-256 of the JWS, ${sha256(jws)}, with the audit trail`,
    );
  if (payload.livemode !== true) return wrong('it was made in a sandbox');
  return { valid: trusted, trusted, kid, problem: trusted ? null : SELF_MADE, payload };
}

/** The evidence itself, or a response of the API that contains it. */
function contentsOf(file: unknown): { jws: string; payload?: unknown; public_key?: PublicKey } {
  const object = (file ?? {}) as { jws?: unknown; payload?: unknown; public_key?: PublicKey };
  if (typeof object.jws !== 'string')
    throw new UsageError('The file is not evidence of an acknowledgement: it has no jws');
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

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON`);
  }
}

async function readKeys(path: string): Promise<PublicKey[]> {
  const { keys } = ((await readJson(path)) ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new UsageError(`${path} is not a JWK set: it has no keys`);
  return keys as PublicKey[];
}

export const commands = [
  defineCommand({
    name: 'evidence verify',
    summary: 'verifies the evidence of an acknowledgement, without the service',
    details:
      'FILE is the JSON of GET /acknowledgements/{id}/evidence, or the attachment of its PDF. --jwks names the key set of the service, which is\n' +
      'published at /.well-known/evidence-jwks.json. --embedded-key uses the key in the file instead. Anyone can make such a file, so that it is\n' +
      `never valid: the exit code is ${EXIT.stopped} if it is consistent with its key, and ${EXIT.failed} if not.`,
    isLocal: true,
    positionals: [{ name: 'FILE' }],
    options: {
      jwks: { type: 'string', value: 'FILE', summary: 'key set of the service (RFC 7517)' },
      'embedded-key': { type: 'boolean', summary: 'checks only whether the file is consistent with the key in it' },
      json: { type: 'boolean', summary: 'prints JSON and nothing else' },
    },
    action: async ({ values, positionals: [path = ''], terminal }) => {
      const { jwks, 'embedded-key': isEmbedded = false } = values;
      if ((jwks === undefined) !== isEmbedded)
        throw new UsageError('Name the published key set with --jwks, or use --embedded-key, which proves nothing');
      const result = verifyEvidence(await readJson(path), jwks === undefined ? null : await readKeys(jwks));
      const { payload, valid, problem } = result;
      const code = valid ? EXIT.done : payload ? EXIT.stopped : EXIT.failed;
      if (terminal.isJson) {
        terminal.document(result);
        return code;
      }
      if (!payload) throw new StopError(`${path} proves nothing: ${problem ?? ''}`, code);
      terminal.line(
        `${terminal.style('bold', payload.signer?.name ?? '')} (${payload.signer?.id ?? ''}) signed at ${payload.signed_at ?? ''}:`,
      );
      terminal.line(payload.statement ?? '');
      terminal.line(`Document: ${payload.document?.title ?? ''}, revision ${payload.revision?.version ?? ''}`);
      terminal.line(`SHA-256 of the file: ${payload.revision?.content_sha256 ?? ''}`);
      terminal.line(`Key: ${result.kid ?? ''}`);
      if (!valid) terminal.note(`${path} proves nothing: ${problem ?? ''}`);
      return code;
    },
  }),
];
