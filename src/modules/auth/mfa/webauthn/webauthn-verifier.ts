import { Inject, Injectable, Logger } from '@nestjs/common';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { AssertionCredentialRequest, RegistrationCredentialRequest } from './dto/webauthn.request.js';
import { RELYING_PARTY, type RelyingParty } from './relying-party.js';
import type { OwnedCredential, StoredCredential } from './stored-credential.js';

/** What browsers show beside the prompt for the key. */
const RELYING_PARTY_NAME = 'Aviation Maintenance Knowledge Service';
/** ES256, EdDSA, RS256 (RFC 9053, RFC 8812). Preferred first; every authenticator on the market knows one of them. */
const ALGORITHMS = [-7, -8, -257];
/** How long a browser waits for the person; the challenge lives no longer. */
const CEREMONY_TIMEOUT_MS = 300_000;

/** Loaded with the first security key rather than with the service: three hundred files, a twelfth of a start. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** The account that a key is registered for. */
export interface KeyOwner {
  id: string;
  email: string;
  name: string;
}

/** What changes in the {@link StoredCredential} by an accepted proof. */
export interface VerifiedAssertion {
  newCounter: number;
  backedUp: boolean;
}

/**
 * Security keys as a second factor (W3C Web Authentication Level 3, relying party operations of §7). It keeps nothing:
 * the caller stores each challenge with its user, spends it at the first answer whatever becomes of it, and reads the
 * credential by user and credential id, which makes the key the user's own (§7.2).
 *
 * Every ceremony demands user verification, a PIN or a fingerprint at the key: a found or borrowed key alone is worthless.
 */
@Injectable()
export class WebauthnVerifier {
  private readonly logger = new Logger(WebauthnVerifier.name);

  constructor(@Inject(RELYING_PARTY) private readonly relyingParty: RelyingParty) {}

  /**
   * Options for `navigator.credentials.create()`, a new random challenge among them. The user handle is the user's id and
   * so says nothing about the person (§14.6.1). No attestation is asked for: which makes of key to trust is not decided here.
   *
   * @param existing keys of the account; the browser refuses to register one of them again
   * @param isDiscoverable whether the key is to remember the account, and so signs in by itself
   */
  async creationOptions(owner: {
    user: KeyOwner;
    existing: Pick<StoredCredential, 'credential_id' | 'transports'>[];
    isDiscoverable?: boolean;
  }): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: RELYING_PARTY_NAME,
      rpID: this.relyingParty.id,
      userID: new TextEncoder().encode(owner.user.id),
      userName: owner.user.email,
      userDisplayName: owner.user.name,
      timeout: CEREMONY_TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: owner.existing.map(descriptorOf),
      // A second factor is always asked for by its id: it needs no room in the key's memory.
      authenticatorSelection: {
        residentKey: owner.isDiscoverable ? 'required' : 'discouraged',
        userVerification: 'required',
      },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /**
   * Checks what `navigator.credentials.create()` answered (§7.1). Null when anything is wrong, whatever it is.
   *
   * @param expectedChallenge `challenge` of the options, base64url
   */
  verifyRegistration(
    credential: RegistrationCredentialRequest,
    expectedChallenge: string,
  ): Promise<StoredCredential | null> {
    return this.nullWhenRefused(async () => {
      const { id, rawId, type, response } = credential;
      await refuseFrames(response.clientDataJSON);
      await refuseCertificates(response.attestationObject);
      const { clientDataJSON, attestationObject, transports = [] } = response;
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
        expectedChallenge,
        expectedOrigin: this.relyingParty.origins,
        expectedRPID: this.relyingParty.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified || registrationInfo.credential.id !== id) throw new Error('Credential id is not the one attested');
      const { credential: key, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
      return {
        credential_id: key.id,
        public_key: key.publicKey,
        sign_count: key.counter,
        transports,
        aaguid,
        backup_eligible: credentialDeviceType === 'multiDevice',
        backed_up: credentialBackedUp,
      };
    });
  }

  /**
   * Options for `navigator.credentials.get()` that let one of the given keys answer, a new random challenge among them. With
   * none given, any passkey answers that remembers an account here.
   */
  async requestOptions(
    credentials: Pick<StoredCredential, 'credential_id' | 'transports'>[],
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: this.relyingParty.id,
      allowCredentials: credentials.map(descriptorOf),
      timeout: CEREMONY_TIMEOUT_MS,
      userVerification: 'required',
    });
  }

  /**
   * Checks what `navigator.credentials.get()` answered (§7.2). Null when anything is wrong, whatever it is. The caller
   * stores the new counter only where the stored one is still `stored.sign_count`, so that two answers cannot both pass.
   *
   * @param expectedChallenge `challenge` of the options, base64url
   * @param stored the user's key that has the credential's id
   * @returns `cloned_key_suspected`, refused as well, for a true proof by a key that is behind its own counter
   */
  verifyAssertion(
    credential: AssertionCredentialRequest,
    expectedChallenge: string,
    stored: OwnedCredential,
  ): Promise<VerifiedAssertion | 'cloned_key_suspected' | null> {
    return this.nullWhenRefused(async () => {
      const { id, rawId, type, response } = credential;
      if (id !== stored.credential_id) throw new Error('Credential id is not the stored one');
      await refuseFrames(response.clientDataJSON);
      const { clientDataJSON, authenticatorData, signature, userHandle } = response;
      // §7.2 step 6: keys that remember the account name it.
      if (userHandle && userHandle !== handleOf(stored.user_id)) throw new Error('Key is of another account');
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          id,
          rawId,
          type,
          response: { clientDataJSON, authenticatorData, signature },
          clientExtensionResults: {},
        },
        expectedChallenge,
        expectedOrigin: this.relyingParty.origins,
        expectedRPID: this.relyingParty.id,
        requireUserVerification: true,
        // The library would compare counters before it looks at the signature, and anyone could cry clone.
        credential: { id, publicKey: new Uint8Array(stored.public_key), counter: 0 },
      });
      if (!verified) throw new Error('Signature is not of the stored key');
      const { newCounter, credentialDeviceType, credentialBackedUp: backedUp } = authenticationInfo;
      // §7.2 step 20. The library has refused a copy of what cannot be copied.
      if ((credentialDeviceType === 'multiDevice') !== stored.backup_eligible) throw new Error('Eligibility changed');
      if (!hasGrown(stored.sign_count, newCounter)) {
        this.logger.warn(
          {
            event: 'security.cloned_key_suspected',
            credential_id: id,
            stored_counter: stored.sign_count,
            counter: newCounter,
          },
          'the signature counter of a security key did not grow: there may be a copy of it',
        );
        return 'cloned_key_suspected';
      }
      return { newCounter, backedUp };
    });
  }

  /** The library tells every refusal, and every nonsense that a client may send, by throwing. */
  private async nullWhenRefused<T>(check: () => Promise<T | null>): Promise<T | null> {
    try {
      return await check();
    } catch (error) {
      this.logger.debug({ reason: (error as Error).message }, 'a security key was refused');
      return null;
    }
  }
}

const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

function descriptorOf({ credential_id, transports }: Pick<StoredCredential, 'credential_id' | 'transports'>) {
  return { id: credential_id, transports };
}

/** Of two copies of a key one falls behind (§6.1.1, §7.2 step 22). Keys that do not count stay at 0. */
function hasGrown(stored: number, received: number): boolean {
  return received > stored || (received === 0 && stored === 0);
}

/**
 * A page that another site shows inside a frame of its own must not collect proofs (§13.4.9). The library looks at it only
 * in proofs, and there only where `topOrigin` is told too.
 */
async function refuseFrames(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await helpers();
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) throw new Error('Called from within a foreign frame');
}

/**
 * Without attestation a browser sends the statement `none`, or the key's signature by itself (§5.4.7). Certificates were
 * not asked for, and checking them would make the service fetch revocation lists from addresses that they name.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new Error('Attestation was not asked for');
}
