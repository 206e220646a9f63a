import { randomBytes } from 'node:crypto';
import { startIdentityProvider, type TestIdentityProvider } from '../peers/identity-provider.js';
import type { Json } from '../api/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../service/test-world.js';

/** A service with a provider that it may call, and requests that name it. */
export interface IdentityProviderWorld extends TestWorld {
  idp: TestIdentityProvider;
  /** A domain that no provider has. */
  newDomain(): string;
  /** What makes a provider; `changes` over it. */
  body(changes?: Json): Json;
  /** Makes one, and answers it. */
  create(admin: SignedIn, changes?: Json): Promise<Json>;
}

/** Makes the provider's domains count as proven, as they are once their TXT records were found. */
export async function verifyDomains(world: Pick<TestWorld, 'sql'>, providerId: string): Promise<void> {
  await world.sql.query(`UPDATE identity_provider_domains SET verified_at = now() WHERE provider_id = $1`, [
    providerId,
  ]);
}

/** @param settings of a separate service, in addition to those that it needs; without them it is shared */
export async function startIdentityProviderWorld(settings?: Record<string, string>): Promise<IdentityProviderWorld> {
  const env = { OUTBOUND_ALLOW_LOOPBACK: 'true', ...settings };
  const [world, idp] = await Promise.all([startWorld({ shared: !settings, env }), startIdentityProvider()]);
  const newDomain = (): string => `acme-${randomBytes(6).toString('hex')}.example`;
  const body = (changes: Json = {}): Json => ({
    kind: 'okta',
    name: 'Acme',
    issuer: idp.issuer,
    client_id: 'client',
    client_secret: 'the secret of the client',
    email_domains: [newDomain()],
    ...changes,
  });
  return {
    ...world,
    idp,
    newDomain,
    body,
    create: async (admin, changes = {}): Promise<Json> => {
      const { status, body: answer, text } = await admin.api.post('/identity-providers', body(changes));
      if (status !== 201) throw new Error(text);
      await verifyDomains(world, answer.data.id as string);
      return (await admin.api.get(`/identity-providers/${answer.data.id}`)).body.data;
    },
    stop: async () => {
      idp.stop();
      await world.stop();
    },
  };
}
