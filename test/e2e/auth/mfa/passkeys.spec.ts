import type { ApiResponse, Json } from '../../../support/api/api-client.js';
import { newKey, SecondFactors } from '../../../support/sign-in/second-factors.js';
import type { Departure, SoftwareAuthenticator } from '../../../support/sign-in/software-authenticator.js';
import { startWorld, type SignedIn, type TestWorld } from '../../../support/service/test-world.js';

const METHODS = '/auth/mfa/methods';
const SYNCED: Departure = { backupEligible: true, backedUp: true, counter: 0 };

describe('passkeys', () => {
  let world: TestWorld;
  let factors: SecondFactors;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    factors = new SecondFactors(world);
  });
  afterAll(() => world.stop());

  interface Person extends SignedIn {
    key: SoftwareAuthenticator;
    method: string;
  }

  /** A user with a passkey. */
  async function enrolled(
    departure: Departure = {},
    options: Parameters<TestWorld['signIn']>[0] = {},
  ): Promise<Person> {
    const person = await world.signIn(options);
    const key = newKey();
    const { status, body } = await person.api.post(METHODS, { type: 'webauthn', passwordless: true, label: 'Laptop' });
    expect(status).toBe(201);
    expect(body.data.public_key.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
    const { id } = body.data;
    const credential = key.register(body.data.public_key as never, departure);
    const activated = await person.api.post(`${METHODS}/${id}/activate`, { credential });
    expect([activated.status, activated.body.data.passwordless]).toEqual([200, true]);
    return { ...person, key, method: id as string };
  }
  const ask = async (): Promise<Json> => (await world.api.post('/auth/passkey/options')).body.data;
  const answer = (challenge_id: unknown, credential: unknown): Promise<ApiResponse> =>
    world.api.post('/auth/passkey/verify', { challenge_id, credential });
  async function signIn({ key }: Pick<Person, 'key'>, departure: Departure = {}): Promise<ApiResponse> {
    const { challenge_id, public_key } = await ask();
    return answer(challenge_id, key.assertDiscoverable(public_key as never, departure));
  }
  const expectRefused = ({ status, body }: ApiResponse): void =>
    expect([status, body.error?.details]).toEqual([401, { token_type: 'jwt', reason: 'invalid_credentials' }]);
  const sessionsOf = ({ user }: SignedIn): Promise<Json[]> =>
    world.sql.query(
      `SELECT authentication_methods AS methods, second_factor_at IS NOT NULL AS strong FROM sessions
       WHERE user_id = $1 ORDER BY id DESC`,
      [user.id],
    );

  it('sign in by themselves: no address, no password, and they count as a second factor', async () => {
    const person = await enrolled();
    await world.sql.query(`UPDATE organizations SET mfa_policy = 'required' WHERE id = $1`, [
      person.user.organizationId,
    ]);
    const { status, body, headers } = await signIn(person);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body.data.user.id).toBe(person.user.id);
    expect((await sessionsOf(person))[0]).toEqual({ methods: ['hwk', 'user', 'mfa'], strong: true });
    const api = world.api.withBearer(body.data.access_token as string);
    expect((await api.get('/documents')).status).toBe(200);
    // A fresh proof as well.
    expect((await api.post('/auth/mfa/recovery-codes')).status).toBe(201);
  });

  it('are asked the same of everybody', async () => {
    const before = await ask();
    await enrolled();
    const after = await ask();
    for (const { expires_in, public_key } of [before, after]) {
      expect(expires_in).toBe(300);
      expect(public_key).toMatchObject({
        allowCredentials: [],
        userVerification: 'required',
        rpId: expect.any(String),
      });
    }
    expect(after.challenge_id).not.toBe(before.challenge_id);
    expect(after.public_key.challenge).not.toBe(before.public_key.challenge);
  });

  it('leave nothing in the database for questions that nobody answers', async () => {
    const count = async (): Promise<unknown> => world.sql.query(`SELECT count(*) FROM mfa_challenges`);
    const before = await count();
    for (let asked = 0; asked < 5; asked += 1) await ask();
    expect(await count()).toEqual(before);
  });

  it('of accounts without a password sign in too', async () => {
    const person = await enrolled();
    await world.sql.query(`UPDATE users SET password_hash = NULL WHERE id = $1`, [person.user.id]);
    expect((await signIn(person)).status).toBe(200);
  });

  it('that are synced are keys in software, and answer one question once though their counter stands still', async () => {
    const person = await enrolled(SYNCED);
    const { challenge_id, public_key } = await ask();
    const proof = person.key.assertDiscoverable(public_key as never, SYNCED);
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(challenge_id, proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expectRefused(await answer(challenge_id, proof));
    expect((await sessionsOf(person))[0]).toEqual({ methods: ['swk', 'user', 'mfa'], strong: true });
  });

  it.each<[string, Departure]>([
    ['a user who was not verified', { userVerified: false }],
    ['a user who was not there', { userPresent: false }],
    ['another page', { origin: 'https://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['a frame of another site', { crossOrigin: true }],
    ['a registration', { type: 'webauthn.create' }],
    ['a key that became copyable', { backupEligible: true }],
  ])('are refused with %s', async (_, departure) => {
    const person = await enrolled();
    expectRefused(await signIn(person, departure));
    const [failure] = await world.sql.query<Json>(
      `SELECT reason FROM audit_records WHERE target_id = $1 AND action = 'auth.login' AND result = 'failure'`,
      [person.user.id],
    );
    expect(failure).toEqual({ reason: 'passkey_refused' });
    expect((await signIn(person)).status).toBe(200);
  });

  it('are refused without the account that they remember, or with another', async () => {
    const [person, other] = [await enrolled(), await enrolled()];
    for (const userHandle of [undefined, null, Buffer.from(other.user.id).toString('base64url')]) {
      const { challenge_id, public_key } = await ask();
      const proof = person.key.assertDiscoverable(public_key as never);
      expectRefused(await answer(challenge_id, { ...proof, response: { ...proof.response, userHandle } }));
    }
  });

  it('are refused to a question of nobody, of another, or of long ago', async () => {
    const person = await enrolled();
    const [first, second] = [await ask(), await ask()];
    const proof = person.key.assertDiscoverable(first.public_key as never);
    for (const id of [second.challenge_id, 'AAAA', `${first.challenge_id}A`, '%', person.method]) {
      expectRefused(await answer(id, proof));
    }
    expect((await answer(first.challenge_id, person.key.assertDiscoverable(first.public_key as never))).status).toBe(
      200,
    );
  });

  it('are refused when copied, and their owner is told', async () => {
    const person = await enrolled();
    expect((await signIn(person, { counter: 9 })).status).toBe(200);
    expectRefused(await signIn(person, { counter: 9 }));
    expect((await factors.messages.waitForMail(person.user.email, /copy/)).to).toBe(person.user.email);
  });

  it('are other than security keys, which need the password first', async () => {
    const person = await world.signIn();
    const key = newKey();
    await factors.key(person.api, key);
    const { challenge_id, public_key } = await ask();
    const proof = key.assertUnasked(public_key as never);
    const userHandle = Buffer.from(person.user.id).toString('base64url');
    expectRefused(await answer(challenge_id, { ...proof, response: { ...proof.response, userHandle } }));
  });

  it('are second factors as well: after a password, and for a fresh proof', async () => {
    const person = await enrolled();
    const { mfa_token } = await factors.passwordOnly(person.user);
    const asked = await world.api.post('/auth/mfa/challenge', { mfa_token, method_id: person.method });
    const credential = person.key.assert(asked.body.data.public_key as never);
    expect((await world.api.post('/auth/mfa/verify', { mfa_token, credential })).status).toBe(200);
  });

  it.each([
    ['suspended', `UPDATE users SET status = 'suspended' WHERE id = $1`],
    ['removed', `UPDATE users SET removed_at = now(), status = 'suspended' WHERE id = $1`],
  ])('of a %s account open nothing', async (_, change) => {
    const person = await enrolled();
    await world.sql.query(change, [person.user.id]);
    expectRefused(await signIn(person));
  });

  it('that were removed open nothing', async () => {
    const person = await enrolled();
    expect((await person.api.delete(`${METHODS}/${person.method}`)).status).toBe(204);
    expectRefused(await signIn(person));
  });

  it('cannot be locked by who knows their id; an address that fails often is closed', async () => {
    const person = await enrolled();
    const { public_key } = await ask();
    const proof = person.key.assertDiscoverable(public_key as never);
    for (let count = 0; count < 15; count += 1) expectRefused(await answer('AAAA', proof));
    expect((await signIn(person)).status).toBe(200);
    await world.sql.query(`UPDATE login_failures SET points = 100 WHERE key LIKE 'address:passkey:%'`);
    const { status, body } = await signIn(person);
    expect([status, body.error.details.reason]).toEqual([429, 'login_attempts']);
    await world.sql.query(`DELETE FROM login_failures WHERE key LIKE 'address:passkey:%'`);
  });

  it('are of type webauthn', async () => {
    const { api } = await world.signIn();
    const { status, body } = await api.post(METHODS, { type: 'totp', passwordless: true });
    expect([status, body.error.details.field]).toEqual([400, 'passwordless']);
  });

  it('are answered in the shape of a browser’s answer', async () => {
    const { challenge_id } = await ask();
    for (const credential of [undefined, null, [], 'x', {}]) {
      expect((await answer(challenge_id, credential)).status).toBe(400);
    }
    const person = await enrolled();
    const proof = person.key.assertDiscoverable((await ask()).public_key as never);
    expect((await answer(undefined, proof)).status).toBe(400);
    expect((await answer('A'.repeat(501), proof)).status).toBe(400);
  });
});
