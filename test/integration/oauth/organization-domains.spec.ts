import { randomBytes } from 'node:crypto';
import type { TestOrganization } from '../../factories/identity.factory.js';
import { startUpstreamWorld, type UpstreamWorld } from '../../support/upstream-world.js';

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

  it('offers a provider on its own organization’s applications, and on no other’s', async () => {
    const [own, other] = [await world.identity.organization(), await world.identity.organization()];
    const domain = newDomain();
    const id = await claim(own, domain);
    expect((await world.providers.offeredTo(`ann@${domain}`, own.id))?.id).toBe(id);
    expect(await world.providers.offeredTo(`ann@${domain}`, other.id)).toBeNull();
  });

  it('are not free where people of another organization are invited', async () => {
    const domain = newDomain();
    const invited = await world.identity.user({ email: `ann@${domain}`, status: 'invited' });
    const stranger = await world.identity.organization();
    await expect(claim(stranger, domain)).rejects.toEqual(inUse(domain));
    await world.identity.user({ email: `made-up@${domain}`, status: 'invited', organization: stranger });
    await expect(claim(stranger, domain)).rejects.toEqual(inUse(domain));
    await world.identity.user({ email: `bob@${domain}`, organization: { id: invited.organizationId } });
    await claim({ id: invited.organizationId, name: '', plan: 'enterprise' }, domain);
  });

  it('are the same however their letters beyond ASCII are written', async () => {
    const name = randomBytes(6).toString('hex');
    const canonical = new URL(`http://münchen-${name}.example`).hostname;
    expect(canonical).toMatch(/^xn--/);
    const email = `ann@MÜNCHEN-${name}.example`;
    const { organizationId } = await world.identity.user({ email });
    const stranger = await world.identity.organization();
    for (const written of [canonical, `münchen-${name}.example`, `mu\u0308nchen-${name}.example`]) {
      await expect(claim(stranger, written)).rejects.toEqual(inUse(canonical));
    }
    const id = await claim({ id: organizationId, name: '', plan: 'enterprise' }, canonical);
    expect((await world.providers.offeredTo(email, organizationId))?.id).toBe(id);
  });
});
