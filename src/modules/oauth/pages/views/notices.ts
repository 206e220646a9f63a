import { html, type Part } from './html.js';
import { layOut } from './layout.js';

/** A page with nothing to fill in. */
function notice(title: string, body: Part): string {
  return layOut({
    title,
    body: html`<h1>${title}</h1>
      ${body}`,
  });
}

/** @param reference what support can find the case by */
export function errorPage({
  title,
  message,
  reference,
}: {
  title: string;
  message: string;
  reference?: string | null;
}): string {
  return notice(
    title,
    html`<p>${message}</p>
      ${reference && html`<p class="hint">Reference for support: <span class="reference">${reference}</span></p>`}`,
  );
}

export function signedOutPage(): string {
  return notice('You are signed out', html`<p>Your session has ended. You may close this window.</p>`);
}

/** @param xsrf hidden field that the authorization server expects with its form */
export function signOutPage({ action, xsrf }: { action: string; xsrf: string }): string {
  return notice(
    'Sign out?',
    html`<p>Applications that use your account through this session lose their access.</p>
      <form method="post" action="${action}">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <div class="buttons">
          <button class="primary" type="submit" name="logout" value="yes">Sign out</button>
          <button class="secondary" type="submit">Stay signed in</button>
        </div>
      </form>`,
  );
}
