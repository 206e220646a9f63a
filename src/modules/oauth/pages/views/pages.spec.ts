import { chooseAccountPage, refusalPage, strangerPage } from './account.js';
import { consentPage } from './consent.js';
import { enrolmentPage, recoveryCodesPage } from './enrolment.js';
import { forgottenPasswordPage, linkSentPage } from './forgotten-password.js';
import { html } from './html.js';
import { errorPage, signedOutPage, signOutPage } from './notices.js';
import { wordsOf } from './scope-words.js';
import { chooseFactorPage, codePage, recoveryPage, securityKeyPage, type FactorChoice } from './second-factor.js';
import { emailPage, passwordPage } from './sign-in.js';

const HOSTILE = `"><script>alert('x')</script><img src=x onerror=alert(1)> & {{7*7}}`;
const context = { root: '', base: '/api/v1/oauth/interaction/uid', csrf: 'token' };

/** Every page, with `text` in place of all data of clients, users and providers. */
function pages(text: string, options: object = { challenge: text }): Record<string, string> {
  const problem = { field: 'code', message: text };
  const common = { context, clientName: text, problem };
  const method = (type: FactorChoice['type']): FactorChoice => ({ id: text, type, label: text, hint: text });
  const answer = { ...common, hasOthers: true, notice: text };
  return {
    email: emailPage({ ...common, email: text, passkey: { challenge: text } }),
    password: passwordPage({ ...common, email: text, provider: { name: text } }),
    choice: chooseFactorPage({ ...common, methods: [method('totp'), method('sms'), method('webauthn')] }),
    code: codePage({ ...answer, method: method('email') }),
    key: securityKeyPage({ ...answer, method: method('webauthn'), options }),
    recovery: recoveryPage(common),
    account: chooseAccountPage({ context, clientName: text, user: { name: text, email: text } }),
    refusal: refusalPage({ context, clientName: text, user: { name: text, email: text }, reason: 'third_party' }),
    stranger: strangerPage({ context, clientName: text }),
    forgotten: forgottenPasswordPage({ ...common, email: text }),
    linkSent: linkSentPage({ context, clientName: text, email: text }),
    enrolment: enrolmentPage({
      ...common,
      user: { name: text, email: text },
      setup: { secret: text, otpauthUri: `otpauth://totp/${text}` },
    }),
    recoveryCodes: recoveryCodesPage({ context, codes: [text] }),
    consent: consentPage({ context, clientName: text, user: { name: text, email: text }, scopes: [text] }),
    error: errorPage({ root: '', title: text, message: text, reference: text }),
    signOut: signOutPage({ root: '', action: '/logout', xsrf: text }),
    signedOut: signedOutPage(''),
  };
}

/** Start tags with unescaped attributes, as browsers parse them. */
function elements(page: string): { name: string; attributes: Record<string, string> }[] {
  return [...page.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', text = '']) => ({
      name,
      attributes: Object.fromEntries(
        [...text.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].map(([, key = '', value = '']) => [key, value]),
      ),
    }),
  );
}

describe('html', () => {
  it('escapes texts, joins lists, leaves out what is absent, and takes markup as it is', () => {
    expect(
      html`<p title="${`"'&<>`}">${['a', html`<b>${'<'}</b>`]}${null}${undefined}${false}${0}</p>`.toString(),
    ).toBe('<p title="&quot;&#39;&amp;&lt;&gt;">a<b>&lt;</b>0</p>');
  });
});

const WITH_SCRIPT = ['key', 'email'];

describe.each(Object.keys(pages('')))('the %s page', (name) => {
  const harmless = elements(pages('harmless')[name] ?? '');
  const page = pages(HOSTILE)[name] ?? '';

  it('shows foreign text as text: any text leaves the elements and attributes unchanged', () => {
    const shape = (all: typeof harmless): string[] =>
      all.map((element) => `${element.name} ${Object.keys(element.attributes).join(' ')}`);
    expect(shape(elements(page))).toEqual(shape(harmless));
    expect(page).not.toContain('<img');
    expect(page).not.toContain("alert('x')");
    expect(page.match(/<script/g) ?? []).toHaveLength(WITH_SCRIPT.includes(name) ? 1 : 0);
  });

  it('has nothing that a strict content security policy would refuse', () => {
    for (const { name: element, attributes } of elements(page)) {
      expect(element).not.toBe('style');
      expect(Object.keys(attributes).filter((attribute) => /^(style|on.*)$/.test(attribute))).toEqual([]);
      if (element === 'script')
        expect(attributes['src']).toMatch(/^\/api\/v1\/oauth\/assets\/security-key\.[0-9a-f]{16}\.js$/);
      if (element === 'a') expect(attributes['href']).toMatch(/^(#|\/api\/v1\/oauth\/|otpauth:\/\/totp\/)/);
    }
  });

  it('is a whole page: language, title, one heading, labels, ids of its own, and a token in every form of ours', () => {
    expect(page).toMatch(/^<!doctype html>\s+<html lang="en">/);
    expect(page).toMatch(/<title>.+<\/title>/);
    expect(page.match(/<h1[> ]/g)).toHaveLength(1);
    const all = elements(page);
    const ids = all.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]));
    expect(new Set(ids).size).toBe(ids.length);
    const labels = all.filter((element) => element.name === 'label').map(({ attributes }) => attributes['for']);
    const inputs = all.filter(
      ({ name: element, attributes }) => element === 'input' && attributes['type'] !== 'hidden',
    );
    const visible = inputs.filter(({ attributes }) => !('hidden' in attributes));
    expect(visible.map(({ attributes }) => attributes['id'])).toEqual(labels);
    const forms = all.filter((element) => element.name === 'form');
    expect(forms.every(({ attributes }) => attributes['method'] === 'post')).toBe(true);
    const tokens = page.match(/name="(csrf|xsrf)"/g) ?? [];
    expect(tokens).toHaveLength(forms.length);
  });
});

describe('the words of a page', () => {
  it('give every problem a place: in the title, in a summary that has the focus, and at its field', () => {
    const { recovery = '' } = pages('x');
    expect(recovery).not.toContain('aria-invalid');
    const page = recoveryPage({
      context,
      clientName: 'x',
      problem: { field: 'recovery_code', message: 'Used before.' },
    });
    expect(page).toContain('<title>Error: ');
    expect(page).toContain('<a href="#recovery_code">Used before.</a>');
    expect(page).toContain('aria-describedby="recovery_code-hint recovery_code-error"');
    expect(page).toContain('aria-invalid="true"');
    expect(page.match(/autofocus/g)).toHaveLength(1);
  });

  it('say what scopes let a client do, in one order and without exceptions by role', () => {
    expect(wordsOf(['document.manage', 'document.view', 'email', 'openid'])).toEqual([
      'See your email address',
      'Read documents and their pages',
      'Upload, edit, publish and withdraw documents',
    ]);
    expect(wordsOf(['openid'])).toEqual(['Recognize your account']);
    expect(wordsOf(['openid', 'something.new'])).toEqual(['something.new']);
  });
});
