import { Inject, Injectable, Logger } from '@nestjs/common';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { AssertionCredentialRequest, RegistrationCredentialRequest } from './dto/webauthn.request.js';
import { RELYING_PARTY, type RelyingParty } from './relying-party.js';
import type { OwnedCredential, StoredCredential } from './stored-credential.js';

const RELYING_PARTY_NAME = 'Aviation Maintenance Knowledge Service';
/** ES256, EdDSA, RS256 (RFC 9053, RFC 8812), preferred first. Every authenticator supports one of them. */
const ALGORITHMS = [-7, -8, -257];
/** Timeout of the browser's prompt and lifetime of the challenge. */
const CEREMONY_TIMEOUT_MS = 300_000;

/** Imported on first use: 300 files, a twelfth of the startup time. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

export interface KeyOwner {
  id: string;
  email: string;
  name: string;
}

/** The fields of {@link StoredCredential} that a successful proof updates. */
export interface VerifiedAssertion {
  newCounter: number;
  backedUp: boolean;
}

/**
 * Verifies security keys (W3C Web Authentication Level 3, relying party operations of §7). Stateless: the caller stores each challenge with
 * its user, consumes it with the first answer, and reads the credential by user and credential id, which proves ownership of the key
 * (§7.2). Every ceremony requires user verification, by PIN or biometrics, so a stolen key alone is useless.
 */
@Injectable()
export class WebauthnVerifier {
  private readonly logger = new Logger(WebauthnVerifier.name);

  constructor(@Inject(RELYING_PARTY) private readonly relyingParty: RelyingParty) {}

  /**
   * Options for `navigator.credentials.create()` with a new random challenge. The user handle is the user id, which reveals nothing about
   * the person (§14.6.1). No attestation is requested, because every model of authenticator is accepted.
   * @param existing keys of the account, which the browser refuses to register again
   * @param isDiscoverable whether to create a passkey
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
      // Second factors are requested by id, so they need no storage in the key.
      authenticatorSelection: {
        residentKey: owner.isDiscoverable ? 'required' : 'discouraged',
        userVerification: 'required',
      },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** Verifies the response of `navigator.credentials.create()` (§7.1). Null for any failure. The challenge is base64url. */
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
      if (!verified || registrationInfo.credential.id !== id)
        throw new Error('Credential id differs from the attested one');
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

  /** Options for `navigator.credentials.get()` with a new random challenge. Without credentials, any passkey of the service can answer. */
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
   * Verifies the response of `navigator.credentials.get()` (§7.2). Null for any failure. The caller stores the new counter only if the
   * stored one is still `stored.sign_count`, so that two responses cannot both succeed.
   * @param expectedChallenge `challenge` of the options, base64url
   * @param stored the user's key with the credential's id
   * @returns `cloned_key_suspected` for a valid signature with a counter that did not increase; the proof is refused
   */
  verifyAssertion(
    credential: AssertionCredentialRequest,
    expectedChallenge: string,
    stored: OwnedCredential,
  ): Promise<VerifiedAssertion | 'cloned_key_suspected' | null> {
    return this.nullWhenRefused(async () => {
      const { id, rawId, type, response } = credential;
      if (id !== stored.credential_id) throw new Error('Credential id differs from the stored one');
      await refuseFrames(response.clientDataJSON);
      const { clientDataJSON, authenticatorData, signature, userHandle } = response;
      // §7.2 step 6: discoverable credentials name their account.
      if (userHandle && userHandle !== handleOf(stored.user_id)) throw new Error('Key belongs to another account');
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
        // The library compares counters before it verifies the signature, so forged responses could report a cloned key.
        credential: { id, publicKey: new Uint8Array(stored.public_key), counter: 0 },
      });
      if (!verified) throw new Error('Signature does not match the stored key');
      const { newCounter, credentialDeviceType, credentialBackedUp: backedUp } = authenticationInfo;
      // §7.2 step 20. The library already rejects backed-up keys that are not eligible.
      if ((credentialDeviceType === 'multiDevice') !== stored.backup_eligible) throw new Error('Eligibility changed');
      if (!hasGrown(stored.sign_count, newCounter)) {
        this.logger.warn(
          {
            event: 'security.cloned_key_suspected',
            credential_id: id,
            stored_counter: stored.sign_count,
            counter: newCounter,
          },
          'the signature counter of a security key did not increase: the key may have been copied',
        );
        return 'cloned_key_suspected';
      }
      return { newCounter, backedUp };
    });
  }

  /** The library reports refusals and malformed input by throwing. */
  private async nullWhenRefused<T>(check: () => Promise<T | null>): Promise<T | null> {
    try {
      return await check();
    } catch (error) {
      this.logger.debug({ reason: (error as Error).message }, 'a security key was rejected');
      return null;
    }
  }
}

const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

function descriptorOf({ credential_id, transports }: Pick<StoredCredential, 'credential_id' | 'transports'>) {
  return { id: credential_id, transports };
}

/** The counter of a cloned key falls behind (§6.1.1, §7.2 step 22). Keys without a counter stay at 0. */
function hasGrown(stored: number, received: number): boolean {
  return received > stored || (received === 0 && stored === 0);
}

/** Prevents other sites from collecting proofs in frames (§13.4.9). The library checks this only for proofs that include `topOrigin`. */
async function refuseFrames(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await helpers();
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true)
    throw new Error('Called from a frame of another origin');
}

/** Only `none` and self attestation (§5.4.7): verifying certificates would fetch revocation lists from URLs that the client chooses. */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new Error('Attestation was not requested');
}
