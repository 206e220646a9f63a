import type { Role } from '../../../src/common/principal/permissions.js';
import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, searchBox } from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';

const OPERATIONS = ['Company sign-on', 'Webhooks', 'Usage', 'Audit', 'Settings', 'Export and deletion'];
const ACCESS = ['Service accounts', 'API keys', 'Applications'];
const PEOPLE = ['People', 'Teams', 'Roles'];
const ACCOUNT = ['Notifications', 'Preferences', 'Security', 'API keys', 'Applications', 'Shared with me'];

/** Which screens lead to which: main navigation, administration and account by role. */
const SCREENS: [Exclude<Role, 'api_user'>, { main: string[]; administration: string[]; account: string[] }][] = [
  [
    'admin',
    {
      main: ['Search', 'Documents', 'Fleet', 'Ask', 'Admin'],
      administration: [...PEOPLE, ...ACCESS, ...OPERATIONS],
      account: ACCOUNT,
    },
  ],
  ['manager', { main: ['Search', 'Documents', 'Fleet', 'Ask', 'Admin'], administration: PEOPLE, account: ACCOUNT }],
  ['engineer', { main: ['Search', 'Documents', 'Fleet', 'Ask'], administration: [], account: ACCOUNT }],
  [
    'viewer',
    {
      main: ['Search', 'Documents', 'Fleet'],
      administration: [],
      account: ACCOUNT.filter((section) => section !== 'API keys'),
    },
  ],
];

/** Addresses of administration, each of which its route refuses to other roles. */
const ADDRESSES = ['people', 'service-accounts', 'identity-providers', 'webhooks', 'usage', 'audit', 'settings'];

describeInBrowser('screens by role', () => {
  let world: PageWorld;
  beforeAll(async () => {
    world = await startPageWorld();
  });
  afterAll(() => world.stop());

  it.each(SCREENS)('of a user with the role %s', async (role, { main, administration, account }) => {
    const team = role === 'manager' ? await world.identity.team(world.organization) : undefined;
    const { context, page, problems } = await enterConsole(world, await world.member({ role, ...(team && { team }) }));
    const links = (name: string): Promise<string[]> =>
      page.getByRole('navigation', { name, exact: true }).getByRole('link').allInnerTexts();
    await page.getByRole('navigation', { name: 'Main' }).getByText(main.at(-1)!).waitFor();
    expect(await links('Main')).toEqual(main);
    await page.goto(`${world.publicUrl}/app/account`);
    // Both show the sections of the role as soon as it is known.
    await page.getByRole('navigation', { name: 'Main' }).getByText(main.at(-1)!).waitFor();
    await page.getByRole('navigation', { name: 'Your account' }).getByText('Security').waitFor();
    expect(await links('Your account')).toEqual(account);
    if (administration.length > 0) {
      await page.getByRole('link', { name: 'Admin' }).click();
      await page.getByRole('heading', { level: 1, name: administration[0]! }).waitFor();
      expect(await links('Administration')).toEqual(administration);
    } else {
      for (const address of ADDRESSES) {
        await page.goto(`${world.publicUrl}/app/administration/${address}`);
        await page.getByRole('alert').filter({ hasText: 'Not allowed' }).waitFor();
      }
    }
    await page.goto(`${world.publicUrl}/app/`);
    await searchBox(page).waitFor();
    expect(problems.filter((problem) => !/status of 403/.test(problem))).toEqual([]);
    await context.close();
  });
});
