import type { ApiResponse, Json } from '../../support/api/api-client.js';
import {
  startIdentityProviderWorld,
  type IdentityProviderWorld,
} from '../../support/scenes/identity-provider-world.js';
import {
  NXDOMAIN,
  RECORD_TYPES,
  SERVFAIL,
  startNameServer,
  txtData,
  type Answer,
  type NameServer,
} from '../../support/peers/name-server.js';
import type { SignedIn } from '../../support/service/test-world.js';

const UNKNOWN = 'idp_01h455vb4pex5vsknk084sn02q';

describe('domains of identity providers', () => {
  let world: IdentityProviderWorld;
  let names: NameServer;
  let admin: SignedIn;
  /** TXT records by name; other names do not exist. */
  const records = new Map<string, Answer>();
  beforeAll(async () => {
    names = await startNameServer((name, type) => {
      if (type !== RECORD_TYPES.TXT) return [];
      const known = records.get(name);
      return known === undefined ? NXDOMAIN : known;
    });
    world = await startIdentityProviderWorld({ DNS_SERVERS: names.address });
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(async () => {
    await world?.stop();
    names?.close();
  });

  interface Named {
    id: string;
    domain: string;
    record_name: string;
    record_value: string;
    path: string;
  }

  async function name(domain = world.newDomain(), { api } = admin): Promise<Named> {
    const { status, body } = await api.post('/identity-providers', world.body({ email_domains: [domain] }));
    expect(status).toBe(201);
    const [named] = body.data.domains as [Named];
    const id = body.data.id as string;
    return { ...named, id, path: `/identity-providers/${id}/domains/${domain}/verify` };
  }
  const verify = ({ path }: Named): Promise<ApiResponse> => admin.api.post(path);
  const outcome = ({ status, body }: ApiResponse): unknown[] => [status, body.error?.details.reason];
  const offered = async (domain: string): Promise<Json[]> =>
    world.sql.query(
      `SELECT p.id FROM identity_provider_domains d JOIN identity_providers p ON p.id = d.provider_id
       WHERE d.domain = $1 AND d.verified_at IS NOT NULL`,
      [domain],
    );

  it('are verified by a TXT record, and stay so', async () => {
    const named = await name();
    expect(named.record_name).toBe(`_amks-challenge.${named.domain}`);
    expect(outcome(await verify(named))).toEqual([409, 'domain_not_proven']);
    records.set(named.record_name, [txtData('something else'), txtData(named.record_value)]);
    const { status, body } = await verify(named);
    expect(status).toBe(200);
    expect(body.data.domains).toEqual([
      expect.objectContaining({ domain: named.domain, verified_at: expect.any(String) as string }),
    ]);
    expect(await offered(named.domain)).toEqual([{ id: named.id }]);
    records.delete(named.record_name);
    expect(outcome(await verify(named))).toEqual([409, 'domain_not_proven']);
    expect(await offered(named.domain)).toHaveLength(1);
    const trail = await world.sql.query(`SELECT details FROM audit_records WHERE action = $1 AND target_id = $2`, [
      'identity_provider.domain_verified',
      named.id,
    ]);
    expect(trail).toEqual([{ details: { domain: named.domain } }]);
  });

  it('are verified by a record in pieces, and in any spelling of the domain', async () => {
    const named = await name();
    const { record_value: value } = named;
    records.set(named.record_name, [txtData(value.slice(0, 9), value.slice(9))]);
    const path = named.path.replace(named.domain, encodeURIComponent(`${named.domain.toUpperCase()}.`));
    expect((await admin.api.post(path)).status).toBe(200);
  });

  it.each<[string, (value: string) => Answer, number]>([
    ['the value of another', () => [txtData('amks-domain-verification=00000000000000000000000000000000')], 409],
    ['more than the value', (value) => [txtData(`${value}0`)], 409],
    ['less than the value', (value) => [txtData(value.slice(0, -1))], 409],
    ['no records', () => [], 409],
    ['a failure', () => SERVFAIL, 502],
    ['silence', () => null, 504],
  ])('are not verified by %s', async (_, answer, expected) => {
    const named = await name();
    records.set(named.record_name, answer(named.record_value));
    const { status } = await verify(named);
    expect(status).toBe(expected);
    expect(await offered(named.domain)).toEqual([]);
  });

  it('may be two organizations’, each by a record of its own', async () => {
    const first = await name();
    const other = await world.signIn({ role: 'admin' });
    const second = await name(first.domain, other);
    expect(second.record_value).not.toBe(first.record_value);
    records.set(first.record_name, [txtData(first.record_value)]);
    expect(outcome(await other.api.post(second.path))).toEqual([409, 'domain_not_proven']);
    expect((await verify(first)).status).toBe(200);
    records.set(first.record_name, [txtData(first.record_value), txtData(second.record_value)]);
    expect((await other.api.post(second.path)).status).toBe(200);
  });

  it('are to be verified again once they were given up', async () => {
    const named = await name();
    records.set(named.record_name, [txtData(named.record_value)]);
    await verify(named);
    await admin.api.patch(`/identity-providers/${named.id}`, { name: 'Renamed' });
    expect(await offered(named.domain)).toHaveLength(1);
    await admin.api.patch(`/identity-providers/${named.id}`, { email_domains: [world.newDomain()] });
    const back = await admin.api.patch(`/identity-providers/${named.id}`, { email_domains: [named.domain] });
    expect(back.body.data.domains[0].verified_at).toBeNull();
    expect(outcome(await verify(named))).toEqual([409, 'domain_not_proven']);
  });

  it('are in the check of the provider', async () => {
    const named = await name();
    const check = async (): Promise<unknown> =>
      (await admin.api.post(`/identity-providers/${named.id}/test`)).body.data.checks[0];
    expect(await check()).toMatchObject({ check: 'domains', outcome: 'failed' });
    records.set(named.record_name, [txtData(named.record_value)]);
    await verify(named);
    expect(await check()).toMatchObject({ check: 'domains', outcome: 'passed' });
  });

  it('are verified by administrators who have just proven who they are, and of their own provider', async () => {
    const named = await name();
    expect((await world.api.post(named.path)).status).toBe(401);
    const engineer = await world.signIn({ organization: { id: admin.user.organizationId } });
    expect((await engineer.api.post(named.path)).status).toBe(403);
    const stranger = await world.signIn({ role: 'admin' });
    expect((await stranger.api.post(named.path)).status).toBe(404);
    expect((await admin.api.post(named.path.replace(named.id, UNKNOWN))).status).toBe(404);
    expect((await admin.api.post(named.path.replace(named.id, 'nonsense'))).status).toBe(404);
    for (const other of ['other.example', 'x', '%00', 'a'.repeat(300)]) {
      expect((await admin.api.post(named.path.replace(named.domain, other))).status).toBe(404);
    }
    await world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      admin.user.id,
    ]);
    expect(outcome(await verify(named))).toEqual([401, 'step_up_required']);
  });
});
