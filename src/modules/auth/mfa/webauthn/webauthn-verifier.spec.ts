import { Logger } from '@nestjs/common';
import { encodeCbor } from '../../../../../test/support/sign-in/cbor.js';
import {
  SoftwareAuthenticator,
  type Departure,
  type KeyAlgorithm,
} from '../../../../../test/support/sign-in/software-authenticator.js';
import type { OwnedCredential } from './stored-credential.js';
import { WebauthnVerifier } from './webauthn-verifier.js';

Logger.overrideLogger(false);

const ORIGIN = 'https://maintenance.example.com';
const verifier = new WebauthnVerifier({ id: 'example.com', origins: [ORIGIN, 'https://other.example.com'] });
const user = { id: 'user_01jd3k5v6sfh0s2x9k4d8n7q1a', email: 'ana@example.com', name: 'Ana Moreno' };
const newKey = (options: { algorithm?: KeyAlgorithm; counts?: boolean } = {}): SoftwareAuthenticator =>
  new SoftwareAuthenticator({ origin: ORIGIN, ...options });

async function registered(key: SoftwareAuthenticator, departure?: Departure): Promise<OwnedCredential> {
  const options = await verifier.creationOptions({ user, existing: [] });
  const stored = await verifier.verifyRegistration(key.register(options, departure), options.challenge);
  if (!stored) throw new Error('not registered');
  return { ...stored, user_id: user.id };
}

describe('creation options', () => {
  it('demand user verification, exclude the keys of the account and tell no more than needed', async () => {
    const existing = await registered(newKey());
    const options = await verifier.creationOptions({ user, existing: [existing] });
    expect(options).toMatchObject({
      rp: { id: 'example.com', name: 'Aviation Maintenance Knowledge Service' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
      excludeCredentials: [{ id: existing.credential_id, type: 'public-key', transports: ['usb'] }],
    });
    expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect((await verifier.creationOptions({ user, existing: [] })).challenge).not.toBe(options.challenge);
  });
});

describe('a registration', () => {
  it.each<KeyAlgorithm>(['ES256', 'EdDSA', 'RS256'])('is accepted with %s, and its proofs too', async (algorithm) => {
    const key = newKey({ algorithm });
    const stored = await registered(key);
    expect(stored).toMatchObject({
      sign_count: 0,
      transports: ['usb'],
      backed_up: false,
      aaguid: '5a0f7ab0-0000-4000-8000-00000000aa01',
    });
    const options = await verifier.requestOptions([stored]);
    const proof = key.assert(options);
    expect(await verifier.verifyAssertion(proof, options.challenge, stored)).toEqual({
      newCounter: 1,
      backedUp: false,
    });
  });

  it('says whether the key is copied to a cloud', async () => {
    expect(await registered(newKey(), { backupEligible: true, backedUp: true })).toMatchObject({ backed_up: true });
  });

  it('is accepted from each of the pages', async () => {
    expect(await registered(newKey(), { origin: 'https://other.example.com' })).toBeTruthy();
  });

  it.each<KeyAlgorithm>(['ES256', 'EdDSA', 'RS256'])('is accepted when the new %s key signed it', async (algorithm) => {
    const key = newKey({ algorithm });
    expect(await registered(key, { selfAttested: true })).toMatchObject({ sign_count: 0 });
    const options = await verifier.creationOptions({ user, existing: [] });
    const { response, ...credential } = key.register(options, { selfAttested: true });
    const changed = { ...credential, response: { ...response, clientDataJSON: withSpace(response.clientDataJSON) } };
    expect(await verifier.verifyRegistration(changed, options.challenge)).toBeNull();
  });

  it.each<[string, Departure]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a subdomain that is not ours', { origin: 'https://evil.example.com' }],
    ['our host over http', { origin: 'http://maintenance.example.com' }],
    ['a frame of another site', { crossOrigin: true }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a proof', { type: 'webauthn.get' }],
    ['an absent user', { userPresent: false }],
    ['an unverified user', { userVerified: false }],
    ['impossible backup flags', { backupEligible: false, backedUp: true }],
  ])('from %s is refused', async (_, departure) => {
    const options = await verifier.creationOptions({ user, existing: [] });
    const credential = newKey().register(options, departure);
    expect(await verifier.verifyRegistration(credential, options.challenge)).toBeNull();
  });

  it('under an id that is not the one attested is refused', async () => {
    const options = await verifier.creationOptions({ user, existing: [] });
    const credential = newKey().register(options);
    const forged = { ...credential, id: 'AAAA', rawId: 'AAAA' };
    expect(await verifier.verifyRegistration(forged, options.challenge)).toBeNull();
  });

  it.each<[string, Map<string, unknown>]>([
    ['packed', new Map<string, unknown>([['alg', -7], ['sig', Buffer.alloc(70)], ['x5c', [Buffer.alloc(64)]]])], // prettier-ignore
    ['tpm', new Map()],
    ['android-safetynet', new Map()],
    ['none', new Map([['x', 1]])],
    ['unheard-of', new Map()],
  ])('with the attestation %s is refused', async (format, statement) => {
    const options = await verifier.creationOptions({ user, existing: [] });
    const { response, ...credential } = newKey().register(options);
    const attestationObject = encodeCbor(
      new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', Buffer.from(response.authenticatorData ?? '', 'base64url')],
      ]),
    ).toString('base64url');
    const changed = { ...credential, response: { ...response, attestationObject } };
    expect(await verifier.verifyRegistration(changed, options.challenge)).toBeNull();
  });
});

describe('request options', () => {
  it('allow the keys given and demand user verification', async () => {
    const keys = [await registered(newKey()), await registered(newKey())];
    expect(await verifier.requestOptions(keys)).toMatchObject({
      rpId: 'example.com',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: keys.map(({ credential_id: id }) => ({ id, type: 'public-key', transports: ['usb'] })),
    });
  });
});

describe('a proof', () => {
  it.each<[string, Departure]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a frame of another site', { crossOrigin: true }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a registration', { type: 'webauthn.create' }],
    ['an absent user', { userPresent: false }],
    ['an unverified user', { userVerified: false }],
  ])('from %s is refused', async (_, departure) => {
    const key = newKey();
    const stored = await registered(key);
    const options = await verifier.requestOptions([stored]);
    expect(await verifier.verifyAssertion(key.assert(options, departure), options.challenge, stored)).toBeNull();
  });

  it('may name its account, and no other', async () => {
    const key = newKey();
    const stored = await registered(key);
    const options = await verifier.requestOptions([stored]);
    const verify = (userHandle: string | undefined): Promise<unknown> => {
      const proof = key.assert(options);
      const response = { ...proof.response, userHandle };
      return verifier.verifyAssertion({ ...proof, response }, options.challenge, stored);
    };
    expect(await verify(Buffer.from(user.id).toString('base64url'))).not.toBeNull();
    expect(await verify(Buffer.from('user_other').toString('base64url'))).toBeNull();
    expect(await verify(undefined)).not.toBeNull();
  });

  it.each([true, false])('of a key whose eligibility for backups (%s) changed is refused', async (backupEligible) => {
    const key = newKey();
    const stored = await registered(key, { backupEligible });
    expect(stored.backup_eligible).toBe(backupEligible);
    const options = await verifier.requestOptions([stored]);
    const verify = (eligible: boolean): Promise<unknown> =>
      verifier.verifyAssertion(key.assert(options, { backupEligible: eligible }), options.challenge, stored);
    expect(await verify(!backupEligible)).toBeNull();
    expect(await verify(backupEligible)).not.toBeNull();
  });

  it('of another key is refused, under its own id and under the id asked for', async () => {
    const stored = await registered(newKey());
    const other = newKey();
    await registered(other);
    const options = await verifier.requestOptions([stored]);
    const proof = other.assertUnasked(options);
    const disguised = { ...proof, id: stored.credential_id, rawId: stored.credential_id };
    expect(await verifier.verifyAssertion(proof, options.challenge, stored)).toBeNull();
    expect(await verifier.verifyAssertion(disguised, options.challenge, stored)).toBeNull();
  });

  it('whose client data, authenticator data or signature was changed is refused', async () => {
    const key = newKey();
    const stored = await registered(key);
    const options = await verifier.requestOptions([stored]);
    const proof = key.assert(options);
    const { clientDataJSON, authenticatorData, signature } = proof.response;
    const changes: Partial<typeof proof.response>[] = [
      { clientDataJSON: withSpace(clientDataJSON) },
      { authenticatorData: withFlippedBit(authenticatorData, 36) },
      { signature: withFlippedBit(signature, 10) },
    ];
    for (const change of changes) {
      const changed = { ...proof, response: { ...proof.response, ...change } };
      expect(await verifier.verifyAssertion(changed, options.challenge, stored)).toBeNull();
    }
    expect(await verifier.verifyAssertion(proof, options.challenge, stored)).not.toBeNull();
  });

  describe('by its counter', () => {
    const warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    beforeEach(() => warnings.mockClear());

    it.each([
      ['grew by one', 7, 8, true],
      ['jumped', 7, 4_294_967_295, true],
      ['is still 0, on a key that does not count', 0, 0, true],
      ['stayed', 7, 7, false],
      ['fell', 7, 6, false],
      ['fell to 0', 7, 0, false],
    ])('is judged: %s (%d, then %d)', async (_, stored_count, counter, accepted) => {
      const key = newKey();
      const stored = { ...(await registered(key)), sign_count: stored_count };
      const options = await verifier.requestOptions([stored]);
      const result = await verifier.verifyAssertion(key.assert(options, { counter }), options.challenge, stored);
      expect(result).toEqual(accepted ? { newCounter: counter, backedUp: false } : 'cloned_key_suspected');
      const report = expect.objectContaining({ event: 'security.cloned_key_suspected' }) as unknown;
      if (accepted) expect(warnings).not.toHaveBeenCalled();
      else expect(warnings).toHaveBeenCalledWith(report, expect.any(String));
    });

    it('cries clone only over a true signature', async () => {
      const key = newKey();
      const stored = { ...(await registered(key)), sign_count: 7 };
      const options = await verifier.requestOptions([stored]);
      const proof = key.assert(options, { counter: 3 });
      const forged = { ...proof, response: { ...proof.response, signature: 'MEUCIQDx' } };
      expect(await verifier.verifyAssertion(forged, options.challenge, stored)).toBeNull();
      expect(warnings).not.toHaveBeenCalled();
    });
  });
});

/** Equivalent JSON with another hash. */
function withSpace(base64url: string): string {
  return Buffer.from(` ${Buffer.from(base64url, 'base64url').toString()}`).toString('base64url');
}

function withFlippedBit(base64url: string, at: number): string {
  const bytes = Buffer.from(base64url, 'base64url');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64url');
}
