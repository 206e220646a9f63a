import { cancel, form, submit, type FormContext } from './form.js';
import { html, type Html } from './html.js';
import { layOut } from './layout.js';

export interface AccountWords {
  name: string;
  email: string;
}

interface AccountPage {
  context: FormContext;
  clientName: string;
  user: AccountWords;
}

export function accountBox(context: FormContext, { name, email }: AccountWords): Html {
  const button = html`<button class="quiet" type="submit">Use another account</button>`;
  return html`<div class="account">
    <p>${name}<br /><span class="hint">${email}</span></p>
    ${form(context, 'another-account', button)}
  </div>`;
}

export function chooseAccountPage({ context, clientName, user }: AccountPage): string {
  const body = html`<h1>Choose an account</h1>
    <p class="lead">to continue to <strong>${clientName}</strong></p>
    ${form(context, 'account', submit(html`Continue as ${user.name}`))}${accountBox(context, user)}
    ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'Choose an account', body });
}

const REASONS = {
  third_party:
    'Your role does not allow third-party applications. If you need this application, ask an administrator of your organization.',
  nothing_to_give:
    'Your role includes none of the permissions that it requests. If you need this application, ask an administrator of your organization.',
} as const;

/** The account cannot use the application, regardless of consent. */
export function refusalPage({
  context,
  clientName,
  user,
  reason,
}: AccountPage & { reason: keyof typeof REASONS }): string {
  const body = html`<h1>You cannot use <q>${clientName}</q> with this account</h1>
    ${accountBox(context, user)}
    <p>${REASONS[reason]}</p>
    ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'You cannot use this application', body });
}

/** The user belongs to another organization than the application and was not signed in. */
export function strangerPage({ context, clientName }: Omit<AccountPage, 'user'>): string {
  const body = html`<h1>You cannot use <q>${clientName}</q> with this account</h1>
    <p>It belongs to another organization.</p>
    ${form(context, 'another-account', submit('Use another account'))} ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'You cannot use this application', body });
}
