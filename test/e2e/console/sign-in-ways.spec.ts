import { randomBytes } from 'node:crypto';
import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, searchBox, visitConsole } from '../../support/pages/console-steps.js';
import { press, signInOn } from '../../support/pages/page-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { startIdentityProvider, type TestIdentityProvider } from '../../support/peers/identity-provider.js';
import { verifyDomains } from '../../support/scenes/identity-provider-world.js';

describeInBrowser('ways to sign in to the console', () => {
  let world: PageWorld;
  let idp: TestIdentityProvider;
  beforeAll(async () => {
    [world, idp] = await Promise.all([startPageWorld(), startIdentityProvider()]);
  });
  afterAll(async () => {
    idp?.stop();
    await world?.stop();
  });

  it.each([
    ['a security key after the password', false],
    ['a passkey alone', true],
  ])('with %s, which was added in the console', async (_what, isPasskey) => {
    const member = await world.member({ role: 'viewer' });
    const { context, page, problems } = await enterConsole(world, member);
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...({ protocol: 'ctap2', transport: isPasskey ? 'internal' : 'usb' } as const),
        ...{ hasResidentKey: isPasskey, hasUserVerification: true, isUserVerified: true },
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${world.publicUrl}/app/account/security`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Security key or passkey' }).click();
    if (isPasskey) await page.getByRole('checkbox', { name: /^Passkey/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Use the key' }).click();
    await page.getByText('Recovery codes created').waitFor();
    await page.getByRole('button', { name: /account and settings/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').waitFor();
    if (isPasskey) await press(page, 'Sign in with a passkey');
    else {
      await signInOn(page, member);
      await press(page, 'Use the security key');
    }
    await searchBox(page).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('with the account of the company, also for a proof of identity', async () => {
    const domain = `${randomBytes(6).toString('hex')}.example`;
    const secret = 'a secret of the client';
    const created = await world.admin.api.post('/identity-providers', {
      ...{ kind: 'okta', name: 'Northwind Air', issuer: idp.issuer, client_id: 'knowledge', client_secret: secret },
      ...{ email_domains: [domain], default_role: 'engineer' },
    });
    const { id, redirect_uri } = created.body.data as { id: string; redirect_uri: string };
    await verifyDomains(world, id);
    await idp.tell({ clients: [{ client_id: 'knowledge', client_secret: secret, redirect_uris: [redirect_uri] }] });
    const email = `ada@${domain}`;
    await idp.tell({ accounts: { ada: { email, email_verified: true, name: 'Ada Example' } } });
    const { context, page, problems } = await visitConsole(world);
    await page.getByLabel('Email address').fill(email);
    await press(page, 'Continue');
    await press(page, 'Continue with Northwind Air');
    await searchBox(page).waitFor();
    expect(problems).toEqual([]);

    await world.sql.query(
      `UPDATE sessions SET authenticated_at = now() - interval '11 minutes'
       WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [email],
    );
    await page.goto(`${world.publicUrl}/app/account/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Export');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await popup.getByLabel('Email address').fill(email);
    await press(popup, 'Continue');
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Continue with Northwind Air' }).click();
    await closed;
    await page.getByText('API key created').waitFor();
    await context.close();
  });
});
