import { cancel, field, form, submit, type FormContext } from './form.js';
import { html } from './html.js';
import { layOut, type Problem } from './layout.js';

interface ForgottenPage {
  context: FormContext;
  clientName: string;
  email: string;
}

export function forgottenPasswordPage({
  context,
  clientName,
  email,
  problem,
}: ForgottenPage & { problem: Problem | null }): string {
  const address = field(
    {
      name: 'email',
      label: 'Email address',
      type: 'email',
      value: email,
      autocomplete: 'username',
      inputmode: 'email',
      maxlength: 254,
    },
    problem,
  );
  const body = html`<h1>Forgot your password?</h1>
    <p class="lead">We will send you a link to choose a new password.</p>
    ${form(context, 'forgotten-password', [address, submit('Send the link')])}
    <p class="other"><a href="${context.base}">Back to signing in</a></p>
    ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'Forgot your password?', body, problem });
}

/** The same for unknown addresses. */
export function linkSentPage({ context, clientName, email }: ForgottenPage): string {
  const body = html`<h1>Check your email</h1>
    <p role="status">
      If there is an account with the address <strong>${email}</strong>, a mail is on its way to it. The link in it is
      good for an hour.
    </p>
    <p class="hint">No email after a few minutes? Check your junk folder and the address.</p>
    <p class="other"><a href="${context.base}">Back to signing in</a></p>
    ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'Check your email', body });
}
