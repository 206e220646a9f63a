import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PAGE_HEADERS } from '../../../src/modules/oauth/pages/page-headers.js';
import { findAsset } from '../../../src/modules/oauth/pages/views/assets.js';
import { chooseAccountPage, refusalPage, strangerPage } from '../../../src/modules/oauth/pages/views/account.js';
import { consentPage } from '../../../src/modules/oauth/pages/views/consent.js';
import { enrolmentPage, recoveryCodesPage } from '../../../src/modules/oauth/pages/views/enrolment.js';
import { forgottenPasswordPage, linkSentPage } from '../../../src/modules/oauth/pages/views/forgotten-password.js';
import { errorPage, signedOutPage, signOutPage } from '../../../src/modules/oauth/pages/views/notices.js';
import {
  chooseFactorPage,
  codePage,
  recoveryPage,
  securityKeyPage,
  type FactorChoice,
} from '../../../src/modules/oauth/pages/views/second-factor.js';
import { emailPage, passwordPage } from '../../../src/modules/oauth/pages/views/sign-in.js';
import { describeInBrowser, launchBrowser } from '../../support/pages/browser.js';
import { auditPage, walkByKeyboard } from '../../support/pages/page-audit.js';

/** `PAGE_SCREENSHOTS=docs/images npx jest page-looks` rewrites the pictures of the documentation. */
const { PAGE_SCREENSHOTS } = process.env;

const context = { root: '', base: '/api/v1/oauth/interaction/uid', csrf: 'token' };
const common = { context, clientName: 'Line Planner', problem: null };
const email = 'ada.example@northwind-air.example';
const factor = (type: FactorChoice['type'], label: string, hint: string | null): FactorChoice => ({
  id: `mfa_${type}`,
  type,
  label,
  hint,
});
const methods = [
  factor('totp', 'Authenticator app', null),
  factor('sms', 'Text message', '•••• 4567'),
  factor('email', 'E-mail', 'a•••@northwind-air.example'),
  factor('webauthn', 'Blue key', null),
];
const [app, , mail, key] = methods as [FactorChoice, FactorChoice, FactorChoice, FactorChoice];
const user = { name: 'Ada Example', email };
const setup = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauthUri: `otpauth://totp/Aviation%20Maintenance%20Knowledge%20Service:${email}?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Aviation%20Maintenance%20Knowledge%20Service`,
};
const codes = Array.from({ length: 10 }, (_, number) => `${number}k2m-9xqp-t4vw-7h${number}c`);
const wrong = { field: 'password', message: 'The email address or the password is incorrect.' };

const PAGES: Record<string, string> = {
  'sign-in': emailPage({ ...common, email: '', passkey: {} }),
  password: passwordPage({ ...common, email, provider: { name: 'Northwind Air' } }),
  'password-wrong': passwordPage({ ...common, email, problem: wrong, provider: null }),
  'second-factor': chooseFactorPage({ ...common, methods }),
  'code-app': codePage({ ...common, method: app, hasOthers: true, notice: null }),
  'code-sent': codePage({ ...common, method: mail, hasOthers: true, notice: 'We sent another code.' }),
  'security-key': securityKeyPage({ ...common, method: key, hasOthers: true, notice: null, options: {} }),
  'recovery-code': recoveryPage(common),
  consent: consentPage({
    ...common,
    user,
    scopes: ['openid', 'profile', 'email', 'offline_access', 'document.view', 'document.search', 'chat.use'],
  }),
  account: chooseAccountPage({ ...common, user }),
  refusal: refusalPage({ ...common, user, reason: 'third_party' }),
  'other-organization': strangerPage(common),
  'forgotten-password': forgottenPasswordPage({ ...common, email }),
  'link-sent': linkSentPage({ ...common, email }),
  enrolment: enrolmentPage({ ...common, user, setup }),
  'recovery-codes': recoveryCodesPage({ context, codes }),
  error: errorPage({
    root: '',
    title: 'This sign-in has ended',
    message: 'It expired, or was completed in another window. Go back to the application and sign in again.',
    reference: 'req_01kac3qg8ye0h9r3k8m1m5d2zn',
  }),
  'sign-out': signOutPage({ root: '', action: '/api/v1/oauth/session/end/confirm', xsrf: 'token' }),
  'signed-out': signedOutPage(''),
};
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

describeInBrowser('the look of the pages', () => {
  let server: Server;
  let browser: Browser;
  let origin: string;
  const pages = { ...PAGES };
  beforeAll(async () => {
    server = createServer((request, response) => {
      const name = request.url?.split('/').at(-1) ?? '';
      const asset = findAsset(name);
      response.setHeaders(new Map(Object.entries(PAGE_HEADERS)));
      response.setHeader('content-type', asset?.mediaType ?? 'text/html; charset=utf-8');
      response.end(asset?.content ?? pages[name]);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close().closeAllConnections();
  });

  async function open(width: number, colorScheme: 'light' | 'dark'): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: width < 640 ? 640 : 800 }, colorScheme });
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    return { page, complaints: complaints };
  }

  describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
    it.each([320, 1280])('is legible, labelled and whole at %i px', async (width) => {
      const { page, complaints } = await open(width, scheme);
      for (const name of Object.keys(PAGES)) {
        await page.goto(`${origin}/${name}`);
        expect({ name, problems: await auditPage(page) }).toEqual({ name, problems: [] });
        if (PAGE_SCREENSHOTS === undefined) continue;
        const file = path.resolve(PAGE_SCREENSHOTS, `oauth-${name}-${width}-${scheme}.png`);
        await page.screenshot({ path: file, fullPage: true, caret: 'hide' });
      }
      expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
      await page.close();
    });
  });

  it('is checked by an audit that finds planted defects', async () => {
    const { page } = await open(320, 'light');
    pages['bad'] =
      `<!doctype html><main><h1><font color="#999999">Faint</font></h1><input><table width="2000"><td>Wide</table></main>`;
    await page.goto(`${origin}/bad`);
    const found = (await auditPage(page)).join('\n');
    for (const what of ['contrast of 2.8', 'not one label', 'only ', 'out of the window', 'no title or no language']) {
      expect(found).toContain(what);
    }
    await page.close();
  });

  it('is gone through by keyboard alone, in the order of the page, with the focus to be seen', async () => {
    const { page } = await open(1280, 'light');
    for (const name of Object.keys(PAGES)) {
      await page.goto(`${origin}/${name}`);
      const { order, expected, unmarked } = await walkByKeyboard(page);
      expect({ name, order, unmarked }).toEqual({ name, order: expected, unmarked: [] });
    }
    await page.close();
  });

  it('begins at the field, or at what went wrong, which leads to the field', async () => {
    const { page } = await open(1280, 'light');
    // A browser sets the focus with the first frame that it draws, which may come after the load.
    const focusedOn = (name: string) =>
      page.waitForFunction(`(document.activeElement.id || document.activeElement.className) === '${name}'`);
    await page.goto(`${origin}/sign-in`);
    await focusedOn('email');
    await page.goto(`${origin}/password-wrong`);
    await focusedOn('summary');
    expect(await page.title()).toMatch(/^Error: /);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#password$/);
    await page.keyboard.type('typed');
    expect(await page.inputValue('#password')).toBe('typed');
    await page.close();
  });

  it('holds at 320 px with names that have no end, and with text twice as large', async () => {
    const { page } = await open(320, 'light');
    const texts = { clientName: LONG, email: `${LONG}@example.com` };
    pages['long'] = passwordPage({ ...common, ...texts, provider: { name: LONG } });
    pages['long-consent'] = consentPage({ context, ...texts, user: { name: LONG, email: LONG }, scopes: [LONG] });
    for (const name of ['long', 'long-consent']) {
      await page.goto(`${origin}/${name}`);
      expect({ name, problems: await auditPage(page) }).toEqual({ name, problems: [] });
    }
    for (const name of Object.keys(PAGES)) {
      await page.goto(`${origin}/${name}`);
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      expect({ name, problems: await auditPage(page) }).toEqual({ name, problems: [] });
    }
    await page.close();
  });
});
