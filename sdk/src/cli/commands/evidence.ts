import { defineCommand } from '../command.js';
import { EXIT, StopError, UsageError } from '../exit.js';
import { checkSigned, readJson, readKeys, SELF_MADE, type PublicKey } from '../signed-file.js';

const TYPE = 'acknowledgement-evidence+jws';

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

/** Verifies the evidence of an acknowledgement, without the service. @param keys the published key set; null for the file's key */
export function verifyEvidence(file: unknown, keys: readonly PublicKey[] | null): Verification {
  const { kid, payload, problem } = checkSigned<Payload>(file, keys, TYPE, 'evidence of an acknowledgement');
  const trusted = keys !== null;
  const wrong = (reason: string): Verification => ({ valid: false, trusted, kid, problem: reason, payload: null });
  if (payload === null) return wrong(problem);
  if (payload.livemode !== true) return wrong('it was made in a sandbox');
  return { valid: trusted, trusted, kid, problem: trusted ? null : SELF_MADE, payload };
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
