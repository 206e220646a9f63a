import { html, type Part } from './html.js';
import { layOut } from './layout.js';

function notice(root: string, title: string, body: Part): string {
  return layOut({
    root,
    title,
    body: html`<h1>${title}</h1>
      ${body}`,
  });
}

export interface Notice {
  title: string;
  message: string;
  button?: { label: string; action: string; fields: Readonly<Record<string, string>> };
}

export function noticePage(root: string, { title, message, button }: Notice): string {
  const fields = Object.entries(button?.fields ?? {});
  return notice(
    root,
    title,
    html`<p>${message}</p>
      ${
        button &&
        html`<form method="post" action="${root}${button.action}">
          ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
          <div class="buttons"><button class="primary" type="submit">${button.label}</button></div>
        </form>`
      }`,
  );
}

/** Replaces a redirect after a form, which `form-action` would block. Needs no script. */
export function onwardPage(root: string, address: string): string {
  const title = 'One moment';
  return layOut({
    root,
    title,
    onward: address,
    body: html`<h1>${title}</h1>
      <p>If nothing happens, <a href="${address}">continue</a>.</p>`,
  });
}

interface ErrorPage {
  root: string;
  title: string;
  message: string;
  reference: string | null;
}

export function errorPage({ root, title, message, reference }: ErrorPage): string {
  return notice(
    root,
    title,
    html`<p>${message}</p>
      ${reference && html`<p class="hint">Reference for support: <span class="reference">${reference}</span></p>`}`,
  );
}

export function signedOutPage(root: string): string {
  return notice(root, 'You are signed out', html`<p>Your session has ended. You can close this window.</p>`);
}

export function stillSignedInPage(root: string): string {
  return notice(
    root,
    'You are still signed in',
    html`<p>Nothing has changed: applications keep their access through this session. You can close this window.</p>`,
  );
}

/** @param xsrf hidden field that the authorization server expects */
export function signOutPage({ root, action, xsrf }: { root: string; action: string; xsrf: string }): string {
  return notice(
    root,
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
