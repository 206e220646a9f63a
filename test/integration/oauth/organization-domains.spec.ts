import { randomBytes } from 'node:crypto';
import type { TestOrganization } from '../../factories/identity.factory.js';
import { verifyDomains } from '../../support/scenes/identity-provider-world.js';
import { startUpstreamWorld, type UpstreamWorld } from '../../support/scenes/upstream-world.js';

/** Which organization's provider speaks for a domain, and for which organization's applications. */
describe('domains of organizations', () => {
  let world: UpstreamWorld;
  beforeAll(async () => {
    world = await startUpstreamWorld();
  });
  afterAll(() => world?.stop());

  const newDomain = (): string => `${randomBytes(6).toString('hex')}.example`;
  const inUse = (domain: string): object =>
    expect.objectContaining({ code: 'CONFLICT', message: expect.stringContaining(domain) as string }) as object;

  async function claim(organization: TestOrganization, domain: string): Promise<string> {
    const { provider } = await world.providers.create(world.principal(organization), {
      kind: 'okta',
      name: 'Company sign-in',
      issuer: 'https://company.example',
      client_id: 'client',
      client_secret: 'secret',
      email_domains: [domain],
    });
    return provider.id;
  }

  it('offers a provider once its domain is verified, on its own organization’s applications and on no other’s', async () => {
    const [own, other] = [await world.identity.organization(), await world.identity.organization()];
    const domain = newDomain();
    const id = await claim(own, domain);
    expect(await world.providers.offeredTo(`ann@${domain}`, own.id)).toBeNull();
    await verifyDomains(world, id);
    expect((await world.providers.offeredTo(`ann@${domain}`, own.id))?.id).toBe(id);
    expect(await world.providers.offeredTo(`ann@${domain}`, other.id)).toBeNull();
  });

  it('tell nothing of other organizations: several may name one, wherever its people are', async () => {
    const domain = newDomain();
    await world.identity.user({ email: `ann@${domain}` });
    const [first, second] = [await world.identity.organization(), await world.identity.organization()];
    const ids = [await claim(first, domain), await claim(second, domain)];
    expect(new Set(ids).size).toBe(2);
    await verifyDomains(world, ids[1]!);
    expect(await world.providers.offeredTo(`ann@${domain}`, first.id)).toBeNull();
    expect((await world.providers.offeredTo(`ann@${domain}`, second.id))?.id).toBe(ids[1]);
  });

  it('are the same however their letters beyond ASCII are written', async () => {
    const name = randomBytes(6).toString('hex');
    const canonical = new URL(`http://münchen-${name}.example`).hostname;
    expect(canonical).toMatch(/^xn--/);
    const own = await world.identity.organization();
    const id = await claim(own, canonical);
    for (const written of [canonical, `münchen-${name}.example`, `mu\u0308nchen-${name}.example`]) {
      await expect(claim(own, written)).rejects.toEqual(inUse(canonical));
    }
    await verifyDomains(world, id);
    expect((await world.providers.offeredTo(`ann@MÜNCHEN-${name}.example`, own.id))?.id).toBe(id);
  });
});
