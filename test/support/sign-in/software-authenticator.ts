import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { encodeCbor } from './cbor.js';

export type KeyAlgorithm = 'ES256' | 'EdDSA' | 'RS256';

/** How one ceremony departs from an honest one. */
export interface Departure {
  /** Page that asked; the authenticator's own otherwise. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** `webauthn.create` or `webauthn.get`. */
  type?: string;
  crossOrigin?: boolean;
  userPresent?: boolean;
  userVerified?: boolean;
  backupEligible?: boolean;
  backedUp?: boolean;
  /** Signature counter; one more than the last otherwise. */
  counter?: number;
  /** A registration that the new credential signs itself (§8.2), instead of the attestation none. */
  selfAttested?: boolean;
}

interface Credential {
  id: string;
  privateKey: KeyObject;
  cosePublicKey: Buffer;
  algorithm: KeyAlgorithm;
  counter: number;
  /** Account that it remembers; null when the server must name the credential. */
  userHandle: string | null;
}

const FLAGS = { up: 1, uv: 4, be: 8, bs: 16, at: 64 };
const COSE_ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257 };
const AAGUID = '5a0f7ab0-0000-4000-8000-00000000aa01';

/**
 * A security key and the browser around it, in software (WebAuthn §6): answers the options of the service as
 * `credential.toJSON()` would, and on request does so wrongly. Holds as many credentials as were registered with it.
 *
 *   const key = new SoftwareAuthenticator({ origin: 'https://service.test' });
 *   const created = key.register(creationOptions);
 *   const proof = key.assert(requestOptions);
 */
export class SoftwareAuthenticator {
  private readonly credentials = new Map<string, Credential>();
  private readonly origin: string;
  private readonly algorithm: KeyAlgorithm;
  private readonly counts: boolean;

  /**
   * @param options.origin page that the browser shows
   * @param options.counts false for an authenticator whose counter stays at 0
   */
  constructor({
    origin = 'http://localhost:3000',
    algorithm = 'ES256',
    counts = true,
  }: { origin?: string; algorithm?: KeyAlgorithm; counts?: boolean } = {}) {
    this.origin = origin;
    this.algorithm = algorithm;
    this.counts = counts;
  }

  /** `navigator.credentials.create()`. Like a browser, refuses options that exclude a key it holds. */
  register(options: PublicKeyCredentialCreationOptionsJSON, departure: Departure = {}): RegistrationResponseJSON {
    if (options.excludeCredentials?.some(({ id }) => this.credentials.has(id))) throw new Error('InvalidStateError');
    const credential = newCredential(this.algorithm);
    this.credentials.set(credential.id, credential);
    if (options.authenticatorSelection?.residentKey === 'required') credential.userHandle = options.user.id;
    const id = Buffer.from(credential.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const aaguid = Buffer.from(AAGUID.replaceAll('-', ''), 'hex');
    const attested = Buffer.concat([aaguid, length, id, credential.cosePublicKey]);
    const rpId = options.rp.id ?? new URL(this.origin).hostname;
    const authData = authenticatorData(rpId, FLAGS.at, departure.counter ?? 0, attested, departure);
    const clientData = this.clientData('webauthn.create', options.challenge, departure);
    const signed = (): Map<string, unknown> =>
      new Map<string, unknown>([
        ['alg', COSE_ALGORITHMS[this.algorithm]],
        ['sig', signatureOf(credential, authData, clientData)],
      ]);
    const attestationObject = encodeCbor(
      new Map<string, unknown>([
        ['fmt', departure.selfAttested ? 'packed' : 'none'],
        ['attStmt', departure.selfAttested ? signed() : new Map()],
        ['authData', authData],
      ]),
    );
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      authenticatorAttachment: 'cross-platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        transports: ['usb'],
        publicKeyAlgorithm: COSE_ALGORITHMS[this.algorithm],
      },
    };
  }

  /** `navigator.credentials.get()` with the first allowed credential that it holds. */
  assert(options: PublicKeyCredentialRequestOptionsJSON, departure: Departure = {}): AuthenticationResponseJSON {
    const credential = options.allowCredentials?.map(({ id }) => this.credentials.get(id)).find(Boolean);
    if (!credential) throw new Error('NotAllowedError');
    return this.assertWith(credential, options, departure);
  }

  /** `navigator.credentials.get()` of options that name no credential, with the passkey that it registered last. */
  assertDiscoverable(
    options: PublicKeyCredentialRequestOptionsJSON,
    departure: Departure = {},
  ): AuthenticationResponseJSON {
    const passkey = [...this.credentials.values()].filter(({ userHandle }) => userHandle !== null).at(-1);
    if (!passkey || (options.allowCredentials ?? []).length > 0) throw new Error('NotAllowedError');
    const proof = this.assertWith(passkey, options, departure);
    return { ...proof, response: { ...proof.response, userHandle: passkey.userHandle ?? undefined } };
  }

  /** A proof by the credential that it registered last, whether the options allow it or not. */
  assertUnasked(options: PublicKeyCredentialRequestOptionsJSON, departure: Departure = {}): AuthenticationResponseJSON {
    const credential = [...this.credentials.values()].at(-1);
    if (!credential) throw new Error('NotAllowedError');
    return this.assertWith(credential, options, departure);
  }

  private assertWith(
    credential: Credential,
    options: PublicKeyCredentialRequestOptionsJSON,
    departure: Departure,
  ): AuthenticationResponseJSON {
    credential.counter = departure.counter ?? (this.counts ? credential.counter + 1 : 0);
    const rpId = options.rpId ?? new URL(this.origin).hostname;
    const authData = authenticatorData(rpId, 0, credential.counter, Buffer.alloc(0), departure);
    const clientData = this.clientData('webauthn.get', options.challenge, departure);
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      authenticatorAttachment: 'cross-platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signatureOf(credential, authData, clientData).toString('base64url'),
      },
    };
  }

  private clientData(type: string, challenge: string, departure: Departure): Buffer {
    const { origin = this.origin, crossOrigin = false } = departure;
    return Buffer.from(
      JSON.stringify({
        type: departure.type ?? type,
        challenge: departure.challenge ?? challenge,
        origin,
        crossOrigin,
      }),
    );
  }
}

/** §6.1: hash of the RP ID, flags, counter, and after a registration the new credential. */
function authenticatorData(
  rpId: string,
  attestedFlag: number,
  counter: number,
  attested: Buffer,
  departure: Departure,
): Buffer {
  const { userPresent = true, userVerified = true, backupEligible = false, backedUp = false } = departure;
  const head = Buffer.alloc(5);
  head[0] =
    attestedFlag |
    (userPresent ? FLAGS.up : 0) |
    (userVerified ? FLAGS.uv : 0) |
    (backupEligible ? FLAGS.be : 0) |
    (backedUp ? FLAGS.bs : 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(Buffer.from(departure.rpId ?? rpId)), head, attested]);
}

/** §6.3.3: over the authenticator data and the hash of what the browser says. */
function signatureOf({ algorithm, privateKey }: Credential, authData: Buffer, clientData: Buffer): Buffer {
  return sign(algorithm === 'EdDSA' ? null : 'sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
}

function newCredential(algorithm: KeyAlgorithm): Credential {
  const { privateKey, publicKey } = keyPair(algorithm);
  const jwk = publicKey.export({ format: 'jwk' });
  const bytes = (value: string | undefined): Buffer => Buffer.from(value ?? '', 'base64url');
  // RFC 9053 §7 and RFC 8230 §4: 1 is the key type, 3 the algorithm, negative numbers belong to the type.
  const parameters: Record<KeyAlgorithm, [number, unknown][]> = {
    ES256: [[1, 2], [3, -7], [-1, 1], [-2, bytes(jwk.x)], [-3, bytes(jwk.y)]], // prettier-ignore
    EdDSA: [[1, 1], [3, -8], [-1, 6], [-2, bytes(jwk.x)]], // prettier-ignore
    RS256: [[1, 3], [3, -257], [-1, bytes(jwk.n)], [-2, bytes(jwk.e)]], // prettier-ignore
  };
  const id = randomBytes(32).toString('base64url');
  return {
    id,
    privateKey,
    cosePublicKey: encodeCbor(new Map(parameters[algorithm])),
    algorithm,
    counter: 0,
    userHandle: null,
  };
}

function keyPair(algorithm: KeyAlgorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
