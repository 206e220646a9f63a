import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundHttp } from '../../../src/integrations/outbound-http/outbound-http.js';
import {
  startIdentityProvider,
  type IdentityProviderState,
  type TestIdentityProvider,
} from '../../support/peers/identity-provider.js';
import {
  startUpstreamWorld,
  TEST_BROWSER,
  type Customer,
  type UpstreamWorld,
} from '../../support/scenes/upstream-world.js';

/** Each must end without an account, a link or a session. */
describe('attacks on signing in through identity providers', () => {
  let world: UpstreamWorld;
  let idp: TestIdentityProvider;
  let other: TestIdentityProvider;
  let acme: Customer;
  let rival: Customer;

  beforeAll(async () => {
    [world, idp, other] = await Promise.all([startUpstreamWorld(), startIdentityProvider(), startIdentityProvider()]);
  });
  afterAll(async () => {
    idp.stop();
    other.stop();
    await world.stop();
  });
  beforeEach(async () => {
    acme = await world.customer(idp, { ann: {} });
    rival = await world.customer(other, { eve: {} });
  });

  const accounts = async ({ organization }: Customer): Promise<number> =>
    (await world.sql.query(`SELECT 1 FROM users WHERE organization_id = $1`, [organization.id])).length;
  const failing = (code: string, reason: string): unknown =>
    expect.objectContaining({ code, details: expect.objectContaining({ reason }) as unknown });
  const badState = failing('INVALID_REQUEST', 'login_state');
  const badProvider = failing('UPSTREAM_ERROR', 'identity_provider');
  const lastProblem = async (): Promise<unknown> => {
    const [event] = await world.sql.query<{ details: { problem?: string } }>(
      `SELECT details FROM audit_records WHERE action = 'auth.login' ORDER BY id DESC LIMIT 1`,
    );
    return event?.details.problem;
  };

  describe('the answer', () => {
    it('works once', async () => {
      const callback = await world.callbackOf(acme, 'ann');
      await world.complete(acme, callback);
      await expect(world.complete(acme, callback)).rejects.toEqual(badState);
    });

    it('works once of ten times at once', async () => {
      const callback = await world.callbackOf(acme, 'ann');
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => world.complete(acme, callback)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('is used up by a failure too', async () => {
      const callback = await world.callbackOf(acme, 'ann');
      const spoilt = new URL(callback);
      spoilt.searchParams.set('code', 'another');
      await expect(world.complete(acme, spoilt)).rejects.toEqual(badProvider);
      await expect(world.complete(acme, callback)).rejects.toEqual(badState);
    });

    it('works in no other browser (login CSRF), and is not spoilt by one', async () => {
      const callback = await world.callbackOf(acme, 'ann', 'browser of the attacker');
      await expect(world.complete(acme, callback, 'browser of the victim')).rejects.toEqual(badState);
      expect((await world.complete(acme, callback, 'browser of the attacker')).origin).toBe('created');
    });

    it('is rejected in a browser without a cookie, even if the sign-in began without one', async () => {
      const callback = await world.callbackOf(acme, 'ann', '');
      await expect(world.complete(acme, callback, '')).rejects.toEqual(badState);
    });

    it('works for ten minutes', async () => {
      const callback = await world.callbackOf(acme, 'ann');
      await world.sql.query(`UPDATE upstream_logins SET expires_at = now() WHERE provider_id = $1`, [
        acme.view.provider.id,
      ]);
      await expect(world.complete(acme, callback)).rejects.toEqual(badState);
    });

    it.each([
      ['no state', (query: URLSearchParams) => query.delete('state')],
      ['an invented state', (query: URLSearchParams) => query.set('state', 'x'.repeat(43))],
    ])('is nothing with %s', async (_name, spoil) => {
      const callback = await world.callbackOf(acme, 'ann');
      spoil(callback.searchParams);
      await expect(world.complete(acme, callback)).rejects.toEqual(badState);
    });

    it('is nothing with two states', async () => {
      const callback = await world.callbackOf(acme, 'ann');
      const query = { ...Object.fromEntries(callback.searchParams), state: [callback.searchParams.get('state'), 'x'] };
      const { id: providerId } = acme.view.provider;
      await expect(world.login.complete({ providerId, query, browser: TEST_BROWSER })).rejects.toEqual(badState);
    });

    it('is kept under lock and key while it is awaited', async () => {
      const url = new URL(await world.login.begin(acme.view.provider.id, { uid: 'u', browser: 'cookie' }));
      const rows = await world.sql.query(`SELECT * FROM upstream_logins WHERE provider_id = $1`, [
        acme.view.provider.id,
      ]);
      const stored = JSON.stringify(rows, (_key, value: unknown) =>
        Buffer.isBuffer(value) ? value.toString('latin1') : value,
      );
      for (const name of ['state', 'nonce']) expect(stored).not.toContain(url.searchParams.get(name));
      expect(stored).not.toContain('cookie');
    });
  });

  describe('mix-up', () => {
    it('by an answer that names another issuer (RFC 9207)', async () => {
      const callback = await world.callbackOf(acme, 'ann');
      callback.searchParams.set('iss', other.issuer);
      await expect(world.complete(acme, callback)).rejects.toEqual(failing('INVALID_REQUEST', 'wrong_issuer'));
    });

    it('by an answer that names none, though the provider always does', async () => {
      const callback = await world.callbackOf(acme, 'ann');
      callback.searchParams.delete('iss');
      await expect(world.complete(acme, callback)).rejects.toEqual(failing('INVALID_REQUEST', 'wrong_issuer'));
    });

    it('by an answer at the address of another provider', async () => {
      const callback = await world.callbackOf(acme, 'ann');
      await expect(world.complete(rival, callback)).rejects.toEqual(badState);
      expect(await accounts(rival)).toBe(0);
    });

    it('by the code of another login: PKCE', async () => {
      const stolen = await world.callbackOf(acme, 'ann', 'victim');
      const own = await world.callbackOf(acme, 'ann', 'attacker');
      own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
      await expect(world.complete(acme, own, 'attacker')).rejects.toEqual(badProvider);
      expect(await lastProblem()).toContain('invalid_grant');
    });
  });

  describe('an ID token', () => {
    const soon = (): number => Math.floor(Date.now() / 1000);
    it.each<[string, NonNullable<IdentityProviderState['tamper']>, string]>([
      ['of another issuer', { claims: { iss: 'https://evil.example' } }, 'iss'],
      ['for another audience', { claims: { aud: 'another client' } }, 'aud'],
      ['for several, given to another', { claims: { aud: ['us', 'another'], azp: 'another' } }, 'aud'],
      ['that expired', { claims: { exp: soon() - 120 } }, 'expired'],
      ['without an end', { drop: ['exp'] }, 'exp'],
      ['of another login', { claims: { nonce: 'another' } }, 'nonce'],
      ['without a nonce', { drop: ['nonce'] }, 'nonce'],
      ['without a subject', { drop: ['sub'] }, 'sub'],
      ['that nobody signed', { algorithm: 'none' }, 'asymmetric'],
      ['signed with the client secret', { algorithm: 'HS256' }, 'asymmetric'],
      ['signed by another key of the same name', { foreignKey: true }, 'signature'],
      ['that is not there', { omit: true }, 'no ID token'],
    ])('%s is not believed', async (_name, tamper, word) => {
      const callback = await world.callbackOf(acme, 'ann');
      await idp.tell({ tamper });
      await expect(world.complete(acme, callback)).rejects.toEqual(badProvider);
      expect(await lastProblem()).toContain(word);
      expect(await accounts(acme)).toBe(0);
    });

    it('for several audiences is not believed unless it was given to us', async () => {
      const callback = await world.callbackOf(acme, 'ann');
      await idp.tell({ tamper: { claims: { aud: [acme.view.provider.client_id, 'another'] } } });
      await expect(world.complete(acme, callback)).rejects.toEqual(badProvider);
    });

    it('is not believed together with the userinfo of somebody else', async () => {
      await idp.tell({ idTokenClaims: false, tamper: { claims: { sub: 'bob' } } });
      await expect(world.signIn(acme, 'ann')).rejects.toEqual(badProvider);
      expect(await lastProblem()).toContain('describe different users');
    });
  });

  it('an address that only the ID token, which does not tell it, calls verified', async () => {
    acme = await world.customer(idp, { ann: { email_verified: false } });
    await idp.tell({ idTokenClaims: false, tamper: { claims: { email_verified: true, xms_edov: true } } });
    await expect(world.signIn(acme, 'ann')).rejects.toEqual(failing('FORBIDDEN', 'email_unverified'));
  });

  describe('a user of one organization through another’s provider', () => {
    it('is not signed in: the address is of no domain of that provider', async () => {
      const victim = await world.identity.user({ organization: acme.organization, email: `ann@${acme.domain}` });
      await other.tell({ accounts: { eve: { email: victim.email, email_verified: true } } });
      await expect(world.signIn(rival, 'eve')).rejects.toEqual(failing('FORBIDDEN', 'email_domain'));
    });

    it('is not signed in where the provider speaks for the domain', async () => {
      const victim = await world.identity.user({ organization: acme.organization, email: `boss@${rival.domain}` });
      await other.tell({ accounts: { eve: { email: victim.email, email_verified: true } } });
      await expect(world.signIn(rival, 'eve')).rejects.toEqual(failing('FORBIDDEN', 'not_admitted'));
      const [event] = await world.sql.query(
        `SELECT reason, organization_id FROM audit_records WHERE action = 'auth.login' ORDER BY id DESC LIMIT 1`,
      );
      expect(event).toEqual({ reason: 'account_of_another_organization', organization_id: rival.organization.id });
    });

    it('is not signed in by the same subject', async () => {
      const { user } = await world.signIn(acme, 'ann');
      await other.tell({ accounts: { ann: { email: `ann@${rival.domain}`, email_verified: true } } });
      expect((await world.signIn(rival, 'ann')).user.id).not.toBe(user.id);
    });
  });

  describe('a provider', () => {
    /** The answer of a node that keeps nothing of the provider yet, which misbehaves at that path. */
    async function withFault(
      path: string,
      fault: NonNullable<IdentityProviderState['faults']>[string],
      check: (attempt: Promise<unknown>) => Promise<void>,
      timeoutMs?: number,
    ): Promise<void> {
      await idp.tell({ idTokenClaims: false });
      const callback = await world.callbackOf(acme, 'ann');
      await idp.tell({ faults: { [path]: fault } });
      const query = Object.fromEntries(callback.searchParams);
      const { id: providerId } = acme.view.provider;
      await check(world.anotherNode(timeoutMs).complete({ providerId, query, browser: TEST_BROWSER }));
      expect(await accounts(acme)).toBe(0);
    }
    const everywhere = ['/.well-known/openid-configuration', '/token', '/jwks', '/me'];

    it.each(everywhere)('that hangs at %s', (path) =>
      withFault(
        path,
        { kind: 'hang' },
        (attempt) => expect(attempt).rejects.toEqual(failing('UPSTREAM_TIMEOUT', 'identity_provider')),
        300,
      ),
    );

    it.each(everywhere)('that answers 500 at %s', (path) =>
      withFault(path, { kind: 'error' }, async (attempt) => {
        await expect(attempt).rejects.toEqual(badProvider);
      }),
    );

    it.each(everywhere)('that answers 50 MB at %s', (path) =>
      withFault(path, { kind: 'huge' }, async (attempt) => {
        await expect(attempt).rejects.toEqual(badProvider);
        expect(await lastProblem()).toContain('more than');
      }),
    );

    it.each(everywhere)('that redirects %s to 127.0.0.1 is not followed', async (path) => {
      let called = 0;
      const inner = createServer((_request, response) => {
        called += 1;
        response.end('{}');
      });
      await new Promise<void>((resolve) => {
        inner.listen(0, '127.0.0.1', resolve);
      });
      const to = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/admin`;
      await withFault(path, { kind: 'redirect', to }, async (attempt) => {
        await expect(attempt).rejects.toEqual(badProvider);
        expect(await lastProblem()).toContain('redirects');
      });
      inner.close();
      expect(called).toBe(0);
    });

    it('in the network of the service is not called at all', async () => {
      const guarded = new OutboundHttp();
      await expect(guarded.request(idp.issuer.replace('http:', 'https:'))).rejects.toEqual(
        expect.objectContaining({ failure: 'address' }),
      );
      expect(guarded.accepts(idp.issuer)).toBe(false);
    });
  });
});
