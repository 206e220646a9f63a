import { accountBox, type AccountWords } from './account.js';
import { form, type FormContext } from './form.js';
import { html } from './html.js';
import { layOut } from './layout.js';
import { wordsOf } from './scope-words.js';

interface ConsentPage {
  context: FormContext;
  clientName: string;
  user: AccountWords;
  scopes: readonly string[];
}

export function consentPage({ context, clientName, user, scopes }: ConsentPage): string {
  const buttons = html`<div class="buttons">
    <button class="primary" type="submit" name="decision" value="allow">Allow</button>
    <button class="secondary" type="submit" name="decision" value="deny">Deny</button>
  </div>`;
  const body = html`<h1>Allow <q>${clientName}</q> to use your account?</h1>
    ${accountBox(context, user)}
    <h2 id="scopes">It will be able to</h2>
    <ul class="scopes" aria-labelledby="scopes">
      ${wordsOf(scopes).map((words) => html`<li>${words}</li>`)}
    </ul>
    <p class="hint">It can never do more than you can. Your consent applies to later sign-ins until you withdraw it.</p>
    ${form(context, 'consent', buttons)}`;
  return layOut({ root: context.root, title: 'Allow access', body });
}
