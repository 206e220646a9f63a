import { cancel, field, form, submit, type FormContext } from './form.js';
import { html, type Html, type Part } from './html.js';
import { layOut, type Problem } from './layout.js';

export interface FactorChoice {
  id: string;
  type: 'totp' | 'sms' | 'email' | 'webauthn';
  label: string;
  hint: string | null;
}

interface FactorPage {
  context: FormContext;
  clientName: string;
  problem: Problem | null;
}

interface AnswerPage extends FactorPage {
  method: FactorChoice;
  hasOthers: boolean;
  notice: string | null;
}

const TITLES: Readonly<Record<FactorChoice['type'], string>> = {
  totp: 'Authenticator app',
  sms: 'Text message',
  email: 'E-mail',
  webauthn: 'Security key',
};

export function chooseFactorPage({
  context,
  clientName,
  problem,
  methods,
}: FactorPage & { methods: readonly FactorChoice[] }): string {
  const buttons = methods.map(
    (method) =>
      html`<li>
        <button class="choice" type="submit" name="method_id" value="${method.id}">
          <span class="choice-title">${TITLES[method.type]}</span>
          <span class="choice-note">${noteOf(method)}</span>
        </button>
      </li>`,
  );
  const body = html`<h1>Confirm your identity</h1>
    <p class="lead">Choose how to confirm your sign-in.</p>
    ${form(
      context,
      'second-factor',
      html`<ul class="choices">
        ${buttons}
      </ul>`,
    )}
    <p class="other"><a href="${context.base}/second-factor/recovery">Use a recovery code</a></p>
    ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'Confirm your identity', body, problem });
}

export function codePage(page: AnswerPage): string {
  const { context, clientName, problem, method, notice } = page;
  const code = field(
    {
      name: 'code',
      label: '6-digit code',
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      maxlength: 10,
      className: 'code',
    },
    problem,
  );
  const again = form(context, 'second-factor', [
    html`<input type="hidden" name="method_id" value="${method.id}" />`,
    html`<button class="quiet" type="submit">Send another code</button>`,
  ]);
  const body = html`<h1>Confirm your identity</h1>
    <p class="lead">${whereTheCodeIs(method)}</p>
    <p class="notice" role="status" aria-live="polite">${notice}</p>
    ${form(context, 'second-factor/answer', [code, submit('Confirm')])} ${method.type !== 'totp' && again}
    ${otherWays(page)} ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'Confirm your identity', body, problem });
}

/** @param options for `navigator.credentials.get()`, as JSON */
export function securityKeyPage(page: AnswerPage & { options: object }): string {
  const { context, clientName, problem, method, options } = page;
  const button = html`<input type="hidden" name="credential" value="" />
    <button id="credential" class="primary" type="submit">Use the security key</button>
    <p id="key-status" class="hint" role="status" aria-live="polite"></p>
    <noscript
      ><p class="wrong">
        Security keys need JavaScript, which is switched off in this browser. Use another method.
      </p></noscript
    >`;
  const body = html`<h1>Confirm your identity</h1>
    <p class="lead">
      Have your security key <strong>${method.label}</strong> ready, choose the button, and touch the key when it
      blinks.
    </p>
    ${form(context, 'second-factor/answer', button, html`id="security-key" data-options="${JSON.stringify(options)}"`)}
    ${otherWays(page)} ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'Confirm your identity', body, problem, script: 'security-key.js' });
}

export function recoveryPage({ context, clientName, problem }: FactorPage): string {
  const code = field(
    {
      name: 'recovery_code',
      label: 'Recovery code',
      hint: 'One of the ten codes that you saved when you set up your second factor. Each works once.',
      autocomplete: 'off',
      maxlength: 50,
      className: 'code',
    },
    problem,
  );
  const body = html`<h1>Use a recovery code</h1>
    ${form(context, 'second-factor/recovery', [code, submit('Confirm')])}
    <p class="other"><a href="${context.base}/second-factor">Use another method</a></p>
    ${cancel(context, clientName)}`;
  return layOut({ root: context.root, title: 'Use a recovery code', body, problem });
}

function whereTheCodeIs({ type, label, hint }: FactorChoice): Part {
  if (type === 'totp') {
    const name = label !== TITLES.totp && html` <strong>${label}</strong>`;
    return html`Enter the code that your authenticator app${name} shows now.`;
  }
  const by = type === 'sms' ? 'by text message to' : 'by email to';
  return html`We sent a code ${by} <strong>${hint ?? label}</strong>. It is valid for a few minutes.`;
}

/** The owner's name for the method, unless it is the default, and the destination of codes. */
function noteOf({ type, label, hint }: FactorChoice): string {
  return [label === TITLES[type] ? '' : label, hint ?? ''].filter((part) => part !== '').join(', ');
}

function otherWays({ context, hasOthers }: AnswerPage): Html {
  return html`<ul class="other">
    ${hasOthers && html`<li><a href="${context.base}/second-factor">Use another method</a></li>`}
    <li><a href="${context.base}/second-factor/recovery">Use a recovery code</a></li>
  </ul>`;
}
