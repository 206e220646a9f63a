import { cancel, field, form, submit, type FormContext } from './form.js';
import { html, type Html } from './html.js';
import { layOut, type Problem } from './layout.js';

interface SignInPage {
  context: FormContext;
  clientName: string;
  email: string;
  problem: Problem | null;
}

const EMAIL_CHARS = 254;
const PASSWORD_CHARS = 128;

/**
 * First step: the email address, whose domain decides the next step.
 * @param passkey options for `navigator.credentials.get()`, as JSON; null where passkeys do not work
 */
export function emailPage(page: SignInPage & { passkey: object | null }): string {
  const { context, clientName, email, problem, passkey } = page;
  const address = field(
    {
      name: 'email',
      label: 'Email address',
      type: 'email',
      value: email,
      autocomplete: 'username',
      inputmode: 'email',
      maxlength: EMAIL_CHARS,
    },
    problem,
  );
  const body = html`<h1>Sign in</h1>
    <p class="lead">to continue to <strong>${clientName}</strong></p>
    ${form(context, 'email', [address, submit('Continue')])} ${passkey && signInByPasskey(context, passkey)}
    ${cancel(context, clientName)}`;
  const script = passkey ? ({ script: 'security-key.js' } as const) : {};
  return layOut({ root: context.root, title: 'Sign in', body, problem, ...script });
}

function signInByPasskey(context: FormContext, options: object): Html {
  const button = html`<input type="hidden" name="credential" value="" />
    <button id="credential" class="provider" type="submit">Sign in with a passkey</button>
    <p id="key-status" class="hint" role="status" aria-live="polite"></p>
    <noscript><p class="hint">Passkeys need JavaScript, which is switched off in this browser.</p></noscript>`;
  const attributes = html`id="security-key" data-options="${JSON.stringify(options)}" data-what="passkey"`;
  return html`<p class="or"><span>or</span></p>
    ${form(context, 'passkey', button, attributes)}`;
}

export function passwordPage(page: SignInPage & { provider: { name: string } | null }): string {
  const { context, clientName, email, problem, provider } = page;
  const password = field(
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      maxlength: PASSWORD_CHARS,
    },
    problem,
  );
  // Password managers look for the account in the form itself.
  const account = html`<input type="text" name="username" value="${email}" autocomplete="username" hidden />`;
  const body = html`<h1>Sign in</h1>
    <p class="lead">to continue to <strong>${clientName}</strong></p>
    <p class="account">
      <span>${email}</span> <a href="${context.base}">Change<span class="unseen"> the email address</span></a>
    </p>
    ${
      provider &&
      html`${continueWith(context, provider.name)}
        <p class="or"><span>or with your password</span></p>`
    }
    ${form(context, 'password', [account, password, submit('Sign in')])}
    <p class="other"><a href="${context.base}/forgotten-password">Forgot your password?</a></p>
    ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'Sign in', body, problem });
}

function continueWith(context: FormContext, name: string): Html {
  return form(context, 'provider', html`<button class="provider" type="submit">Continue with ${name}</button>`);
}
