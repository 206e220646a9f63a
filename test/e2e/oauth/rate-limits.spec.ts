import { startOAuthWorld, type OAuthWorld, type RegisteredClient } from '../../support/scenes/oauth-world.js';
import type { ApiResponse } from '../../support/api/api-client.js';

const STANDARD = 40;
const PROFESSIONAL = 60;

const limits = ({ headers }: ApiResponse): [number, number] => [
  Number(headers.get('x-ratelimit-limit')),
  Number(headers.get('x-ratelimit-remaining')),
];

describe('rate limits of the OAuth endpoints', () => {
  let world: OAuthWorld;
  let client: RegisteredClient;
  beforeAll(async () => {
    world = await startOAuthWorld({
      env: { RATE_LIMIT_STANDARD: String(STANDARD), RATE_LIMIT_PROFESSIONAL: String(PROFESSIONAL) },
    });
    await world.sql.query(`UPDATE organizations SET plan = 'professional' WHERE id = $1`, [world.organization.id]);
    client = await world.client({ type: 'confidential', first_party: true });
  });
  afterAll(() => world?.stop());

  const introspect = (fields: Record<string, string> = {}): Promise<ApiResponse> =>
    world.form('/oauth/introspect', {
      client_id: client.client_id,
      client_secret: client.client_secret ?? '',
      token: 'x',
      ...fields,
    });

  it('charge what succeeds to the client’s organization, what fails to the address, pages and their style to neither', async () => {
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    const [, addressBefore] = limits(await world.api.get('/healthz'));
    const { tokens } = await world.grant(await world.application(client), user);
    const served = await introspect({ token: tokens.access_token });
    expect(served.body).toMatchObject({ active: true });
    const [limit, remaining] = limits(served);
    expect(limit).toBe(PROFESSIONAL);
    const userinfo = await world.api.withBearer(tokens.access_token).get('/oauth/userinfo');
    expect(limits(userinfo)).toEqual([PROFESSIONAL, remaining - 1]);
    expect(limits(await world.api.withBearer(tokens.access_token).get('/users/me'))).toEqual([
      PROFESSIONAL,
      remaining - 2,
    ]);
    // The pages have a separate, wider limit; only lookups of the client library count as anonymous.
    const [, address] = limits(await world.api.get('/healthz'));
    expect(addressBefore - address).toBeLessThanOrEqual(2);
    const refused = await introspect({ client_secret: 'wrong' });
    expect([refused.status, ...limits(refused)]).toEqual([401, STANDARD, address - 1]);
    const { html } = await world.browser().get('/api/v1/oauth/authorize');
    const [, style = ''] = /href="[^"]+(\/oauth\/assets\/[^"]+\.css)"/.exec(html) ?? [];
    const asset = await world.api.get(style);
    expect([asset.status, ...limits(asset)]).toEqual([200, STANDARD, address - 1]);
  });

  it('let nobody use up an organization’s plan who only knows the id of its client', async () => {
    const open = await world.client({ name: 'Public' });
    const [, before] = limits(await introspect());
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
      const [limit] = limits(await world.form(path, { client_id: open.client_id, token: 'x', grant_type: 'password' }));
      expect([path, limit]).toEqual([path, STANDARD]);
    }
    expect(limits(await introspect())[1]).toBe(before - 1);
  });

  it('answer who has used up either in the shape of RFC 6749, and browsers with a page', async () => {
    let last = await introspect();
    while (limits(last)[1] > 0) last = await introspect();
    expect(last.status).toBe(200);
    const refused = await introspect();
    expect([refused.status, refused.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limits(refused)).toEqual([PROFESSIONAL, 0]);
    let failed = await introspect({ client_id: 'nobody' });
    while (limits(failed)[1] > 0) failed = await introspect({ client_id: 'nobody' });
    const blocked = await introspect({ client_id: 'nobody' });
    expect([blocked.status, ...limits(blocked)]).toEqual([429, STANDARD, 0]);

    const browser = world.browser();
    let page = await browser.get('/api/v1/oauth/authorize');
    for (let asked = 1; page.status !== 429 && asked <= 10 * STANDARD; asked += 1)
      page = await browser.get('/api/v1/oauth/authorize');
    expect(page.status).toBe(429);
    expect(page.html).toContain('Too many requests');
  });
});
