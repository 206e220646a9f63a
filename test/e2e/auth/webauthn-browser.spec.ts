import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import {
  AssertionCredentialRequest,
  RegistrationCredentialRequest,
} from '../../../src/modules/auth/mfa/webauthn/dto/webauthn.request.js';
import type { StoredCredential } from '../../../src/modules/auth/mfa/webauthn/stored-credential.js';
import { WebauthnVerifier, type VerifiedAssertion } from '../../../src/modules/auth/mfa/webauthn/webauthn-verifier.js';
import { createValidationPipe } from '../../../src/common/validation/validation.pipe.js';
import { describeInBrowser, KeyBrowser, type VirtualKey } from '../../support/browser.js';

describeInBrowser('security keys in a real browser', () => {
  const user = { id: 'user_01jd3k5v6sfh0s2x9k4d8n7q1a', email: 'ana@example.com', name: 'Ana Moreno' };
  const pipe = createValidationPipe();
  let browser: KeyBrowser;
  let verifier: WebauthnVerifier;
  let key: VirtualKey;

  beforeAll(async () => {
    browser = await KeyBrowser.start();
    verifier = new WebauthnVerifier({ id: 'localhost', origins: [browser.origin] });
  });
  afterAll(() => browser?.close());
  beforeEach(async () => (key = await browser.plugIn()));
  afterEach(() => key.unplug());

  async function register(existing: StoredCredential[] = []): Promise<StoredCredential | null> {
    const options = await verifier.creationOptions({ user, existing });
    const sent: unknown = await browser.create(options);
    const metatype = RegistrationCredentialRequest;
    const credential = (await pipe.transform(sent, { type: 'body', metatype })) as RegistrationCredentialRequest;
    return verifier.verifyRegistration(credential, options.challenge);
  }

  async function registered(existing?: StoredCredential[]): Promise<StoredCredential> {
    const stored = await register(existing);
    if (!stored) throw new Error('not registered');
    return stored;
  }

  async function prove(
    stored: StoredCredential,
    change: Partial<PublicKeyCredentialRequestOptionsJSON> = {},
  ): Promise<VerifiedAssertion | null> {
    const options = await verifier.requestOptions([stored]);
    const sent: unknown = await browser.get({ ...options, ...change });
    const metatype = AssertionCredentialRequest;
    const credential = (await pipe.transform(sent, { type: 'body', metatype })) as AssertionCredentialRequest;
    return verifier.verifyAssertion(credential, options.challenge, stored);
  }

  it('registers a key and takes its proofs, each with a counter that grew', async () => {
    const stored = await registered();
    expect(stored).toMatchObject({ transports: ['usb'], backed_up: false });
    const first = await prove(stored);
    const second = await prove({ ...stored, sign_count: first?.newCounter ?? NaN });
    expect(second?.newCounter).toBeGreaterThan(first?.newCounter ?? NaN);
  });

  it('does not register a key twice', async () => {
    await expect(register([await registered()])).rejects.toThrow('InvalidStateError');
  });

  it('wants the user verified, whatever the page asks of the browser', async () => {
    const stored = await registered();
    await key.setUserVerified(false);
    await expect(prove(stored)).rejects.toThrow('NotAllowedError');
    expect(await prove(stored, { userVerification: 'discouraged' })).toBeNull();
  });

  it('refuses what was made on another page of the same host', async () => {
    const stored = await registered();
    await browser.visit(browser.otherOrigin);
    expect(await prove(stored)).toBeNull();
    expect(await register()).toBeNull();
    await browser.visit(browser.origin);
    expect(await prove(stored)).not.toBeNull();
  });

  it('refuses the copy of a key that has been used since', async () => {
    const stored = await registered();
    const contents = await key.contents();
    const used = await prove(stored);
    await key.unplug();
    key = await browser.plugIn();
    await key.copy(contents);
    expect(await prove({ ...stored, sign_count: used?.newCounter ?? NaN })).toBeNull();
  });
});
