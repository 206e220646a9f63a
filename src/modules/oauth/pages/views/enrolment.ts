import { encode } from 'uqr';
import { accountBox, type AccountWords } from './account.js';
import { cancel, field, form, submit, type FormContext } from './form.js';
import { html, type Html } from './html.js';
import { layOut, type Problem } from './layout.js';

interface EnrolmentPage {
  context: FormContext;
  clientName: string;
}

/** Secret in base32 and the otpauth URI for the QR code. */
export interface AppSetup {
  secret: string;
  otpauthUri: string;
}

export function enrolmentPage({
  context,
  clientName,
  user,
  problem,
  setup,
}: EnrolmentPage & { user: AccountWords; problem: Problem | null; setup: AppSetup }): string {
  const code = field(
    {
      name: 'code',
      label: '6-digit code',
      hint: 'The app shows a code after you have added the account.',
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      maxlength: 10,
      className: 'code',
      isFirst: false,
    },
    problem,
  );
  const body = html`<h1>Protect your account</h1>
    <p class="lead">
      Your organization asks for a second step when you sign in: a code of an authenticator app on your phone. Set it up
      once, now.
    </p>
    ${accountBox(context, user)}
    <ol class="steps">
      <li>Install an authenticator app on your phone, unless you have one.</li>
      <li>
        Scan this picture with the app. ${qrCode(setup.otpauthUri)}
        <p class="hint">
          Reading this on your phone? <a href="${setup.otpauthUri}">Open the app here</a>. Or add the account by hand,
          with this key: <span class="secret">${inGroups(setup.secret)}</span>
        </p>
      </li>
      <li>Enter the code that the app shows.</li>
    </ol>
    ${form(context, 'enrolment', [code, submit('Confirm')])} ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'Protect your account', body, problem });
}

export function recoveryCodesPage({ context, codes }: { context: FormContext; codes: readonly string[] }): string {
  const body = html`<h1>Save your recovery codes</h1>
    <p class="lead">
      Without your phone, each of these codes lets you sign in once. Print them or write them down, and keep them where
      only you find them. They are not shown again.
    </p>
    <ul class="codes" aria-label="Recovery codes">
      ${codes.map((code) => html`<li class="secret">${code}</li>`)}
    </ul>
    ${form(context, 'enrolment/kept', submit('I have saved them'))}`;
  return layOut({ root: context.root, title: 'Save your recovery codes', body });
}

/** Quiet zone of ISO/IEC 18004, in modules. */
const BORDER = 4;

/** Black on white in both color schemes, for scanners. */
function qrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<div class="qr">
    <svg
      viewBox="0 0 ${size} ${size}"
      role="img"
      aria-label="QR code for the authenticator app"
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d="M0 0h${size}v${size}H0z" />
      <path fill="#000" d="${dark.join('')}" />
    </svg>
  </div>`;
}

/** Groups of four for reading; apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
