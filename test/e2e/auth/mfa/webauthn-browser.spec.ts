import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { ApiClient, ApiResponse } from '../../../support/api/api-client.js';
import { describeInBrowser, KeyBrowser, type VirtualKey } from '../../../support/pages/browser.js';
import { MfaLogin } from '../../../support/sign-in/mfa-login.js';
import { startWorld, type SignedIn, type TestWorld } from '../../../support/service/test-world.js';

describeInBrowser('security keys in a real browser', () => {
  let browser: KeyBrowser;
  let world: TestWorld;
  let keys: VirtualKey[];

  beforeAll(async () => {
    browser = await KeyBrowser.start();
    world = await startWorld({ env: { WEBAUTHN_RP_ID: 'localhost', WEBAUTHN_ORIGINS: browser.origin } });
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });
  beforeEach(() => (keys = []));
  afterEach(() => Promise.all(keys.map((key) => key.unplug())));

  /** Another key; it is the one that gets touched. */
  async function plugIn(): Promise<VirtualKey> {
    for (const key of keys) await key.setTouched(false);
    const key = await browser.plugIn();
    keys.push(key);
    return key;
  }

  async function touchOnly(touched: VirtualKey): Promise<void> {
    for (const key of keys) await key.setTouched(key === touched);
  }

  async function begin(api: ApiClient): Promise<{ id: string; options: PublicKeyCredentialCreationOptionsJSON }> {
    const { status, body } = await api.post('/auth/mfa/methods', { type: 'webauthn', label: 'Blue key' });
    expect(status).toBe(201);
    return { id: body.data.id, options: body.data.public_key };
  }

  /** Registers the touched key; gives the id of the method. */
  async function enrol({ api }: SignedIn): Promise<string> {
    const { id, options } = await begin(api);
    const credential = await browser.create(options);
    expect((await api.post(`/auth/mfa/methods/${id}/activate`, { credential })).status).toBe(200);
    return id;
  }

  async function enrolled(): Promise<{ person: SignedIn; method: string; key: VirtualKey }> {
    const person = await world.signIn();
    const key = await plugIn();
    return { person, method: await enrol(person), key };
  }

  const beginLogin = ({ user }: SignedIn): Promise<MfaLogin> => MfaLogin.begin(world, user);

  /** The whole login with the touched key; the page may change what it asks of the browser. */
  async function login(
    person: SignedIn,
    method: string,
    change: Partial<PublicKeyCredentialRequestOptionsJSON> = {},
  ): Promise<ApiResponse> {
    const begun = await beginLogin(person);
    const options = await begun.challenge(method);
    return begun.verify(await browser.get({ ...options, ...change }), method);
  }

  const expectRefused = ({ status, body }: ApiResponse): void =>
    expect({ status, ...body.error?.details }).toMatchObject({ status: 401, token_type: 'mfa', reason: 'mfa_failed' });

  it('walk through: enrolment, login, a fresh proof, removal', async () => {
    const person = await world.signIn();
    await plugIn();
    const { id, options } = await begin(person.api);
    expect(options).toMatchObject({ rp: { id: 'localhost' }, user: { name: person.user.email } });
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(person.user.id);
    const credential = await browser.create(options);
    const activated = await person.api.post(`/auth/mfa/methods/${id}/activate`, { credential });
    expect(activated.body.data).toMatchObject({ id, type: 'webauthn', label: 'Blue key' });
    expect(activated.body.data.recovery_codes).toHaveLength(10);

    const begun = await beginLogin(person);
    expect(begun.methods).toEqual([{ id, type: 'webauthn', hint: expect.stringContaining('Blue key') as string }]);
    const signedIn = await begun.verify(await browser.get(await begun.challenge(id)));
    expect(signedIn.status).toBe(200);
    const api = world.api.withBearer(signedIn.body.data.access_token as string);
    expect((await api.get('/users/me')).status).toBe(200);

    await world.sql.query(`UPDATE sessions SET second_factor_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      person.user.id,
    ]);
    const stale = await api.delete(`/auth/mfa/methods/${id}`);
    expect(stale.body.error.details).toMatchObject({ reason: 'step_up_required' });
    const asked = await api.post('/auth/step-up', { method_id: id });
    const proof = await browser.get(asked.body.data.public_key as PublicKeyCredentialRequestOptionsJSON);
    const fresh = await api.post('/auth/step-up', { credential: proof });
    expect(fresh.status).toBe(200);
    const proven = world.api.withBearer(fresh.body.data.access_token as string);
    expect((await proven.delete(`/auth/mfa/methods/${id}`)).status).toBe(204);
    expect((await world.login(person.user)).body.data).toHaveProperty('access_token');
  });

  it('an account has several keys: each opens it, none is registered twice, a removed one opens nothing', async () => {
    const { person, method: first, key: blue } = await enrolled();
    const again = await begin(person.api);
    await expect(browser.create(again.options)).rejects.toThrow('InvalidStateError');
    const green = await plugIn();
    const second = await enrol(person);
    expect((await login(person, second)).status).toBe(200);
    await touchOnly(blue);
    expect((await login(person, first)).status).toBe(200);

    const begun = await beginLogin(person);
    const options = await begun.challenge(first);
    const proof = await browser.get(options);
    expect((await person.api.delete(`/auth/mfa/methods/${first}`)).status).toBe(204);
    expectRefused(await begun.verify(proof));
    expect((await begun.verify(proof, first)).status).toBe(404);
    const other = await begun.challenge(second);
    expectRefused(await begun.verify(await browser.get({ ...other, allowCredentials: options.allowCredentials })));
    await touchOnly(green);
    expect((await login(person, second)).status).toBe(200);
  });

  it("refuses another account's key", async () => {
    const owner = await enrolled();
    const other = await enrolled();
    const begun = await beginLogin(other.person);
    const { allowCredentials } = await begun.challenge(other.method);
    const target = await beginLogin(owner.person);
    const options = await target.challenge(owner.method);
    const proof = await browser.get({ ...options, allowCredentials });
    expectRefused(await target.verify(proof));
    expectRefused(await target.verify(proof, owner.method));
    expect((await target.verify(proof, other.method)).status).toBe(404);
    expect((await login(other.person, other.method)).status).toBe(200);
  });

  it('refuses a credential that another account has registered already', async () => {
    const { person, method, key } = await enrolled();
    const { allowCredentials = [] } = await (await beginLogin(person)).challenge(method);
    const stolen = allowCredentials[0]?.id ?? '';
    const thief = await world.signIn();
    await plugIn();
    const { id, options } = await begin(thief.api);
    const credential = await browser.create(options);
    // Without attestation nothing signs a registration: a client may write any credential id into it.
    const attestation = Buffer.from(credential.response.attestationObject, 'base64url');
    const ownId = Buffer.from(credential.id, 'base64url');
    attestation.set(Buffer.from(stolen, 'base64url'), attestation.indexOf(ownId));
    const response = { ...credential.response, attestationObject: attestation.toString('base64url') };
    const forged = { ...credential, id: stolen, rawId: stolen, response };
    const { status, body } = await thief.api.post(`/auth/mfa/methods/${id}/activate`, { credential: forged });
    expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'CONFLICT' });
    await touchOnly(key);
    expect((await login(person, method)).status).toBe(200);
  });

  it('refuses nonsense: of the wrong shape as a bad request, else as no proof', async () => {
    const { person, method } = await enrolled();
    const { id, options } = await begin(person.api);
    const created = await browser.create({ ...options, excludeCredentials: [] });
    const proof = await browser.get(await (await beginLogin(person)).challenge(method));
    const activate = (credential: unknown): Promise<ApiResponse> =>
      person.api.post(`/auth/mfa/methods/${id}/activate`, { credential });
    for (const nonsense of [
      null,
      [],
      'x',
      {},
      { ...proof, id: '=' },
      { ...proof, response: { ...proof.response, x: 1 } },
    ]) {
      const { status, body } = await (await beginLogin(person)).verify(nonsense as never, method);
      expect({ status, field: body.error.details.field }).toEqual({
        status: 400,
        field: expect.stringMatching(/^credential/) as string,
      });
    }
    for (const nonsense of [proof, { ...created, response: [created.response] }]) {
      expect((await activate(nonsense)).status).toBe(400);
    }
    const empty = { ...proof, response: { ...proof.response, authenticatorData: 'AAAA', clientDataJSON: 'bnVsbA' } };
    expectRefused(await (await beginLogin(person)).verify(empty, method));
    const deep = Buffer.alloc(6000, 0x81).toString('base64url');
    expectRefused(await activate({ ...created, response: { ...created.response, attestationObject: deep } }));
  });

  it('requires user verification, even if the page does not ask for it', async () => {
    const { person, method, key } = await enrolled();
    await key.setUserVerified(false);
    await expect(login(person, method)).rejects.toThrow('NotAllowedError');
    expectRefused(await login(person, method, { userVerification: 'discouraged' }));
    await key.setUserVerified(true);
    expect((await login(person, method)).status).toBe(200);
  });

  it('refuses what was made on another page of the same host', async () => {
    const { person, method } = await enrolled();
    const begun = await beginLogin(person);
    const options = await begun.challenge(method);
    await browser.visit(browser.otherOrigin);
    const proof = await browser.get(options);
    await browser.visit(browser.origin);
    expectRefused(await begun.verify(proof, method));
  });

  it('refuses an answer given before, and one to an earlier challenge', async () => {
    const { person, method } = await enrolled();
    const begun = await beginLogin(person);
    const earlier = await browser.get(await begun.challenge(method));
    const proof = await browser.get(await begun.challenge(method));
    expectRefused(await begun.verify(earlier, method));
    expectRefused(await begun.verify(proof, method));
    const another = await beginLogin(person);
    const answer = await browser.get(await another.challenge(method));
    expect((await another.verify(answer, method)).status).toBe(200);
    expectRefused(await (await beginLogin(person)).verify(answer, method));
  });

  it('refuses the copy of a key that has been used since, and reports it', async () => {
    const { person, method, key } = await enrolled();
    const contents = await key.contents();
    expect((await login(person, method)).status).toBe(200);
    await key.setTouched(false);
    await (await plugIn()).copy(contents);
    expectRefused(await login(person, method));
    const reports = world.service.logs().filter(({ event }) => event === 'security.cloned_key_suspected');
    expect(reports).toHaveLength(1);
  });

  it('of one answer given by two at a time one counts', async () => {
    const { person, method } = await enrolled();
    const begun = await beginLogin(person);
    const proof = await browser.get(await begun.challenge(method));
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => begun.verify(proof, method)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });
});
