import { assetUrl } from './assets.js';
import { html, NOTHING, type Html, type Part } from './html.js';

export const PRODUCT = 'Aviation Maintenance Knowledge Service';

/** An error for the user to correct. `field` is the id of an input, or null. */
export interface Problem {
  field: string | null;
  message: string;
}

interface Layout {
  root: string;
  title: string;
  body: Part;
  problem?: Problem | null;
  /** URL that the browser continues to immediately. */
  onward?: string;
  script?: 'security-key.js';
}

const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <path d="M4 7.5c4.6-1.7 8.6-1.3 12 1.5v17c-3.4-2.8-7.4-3.2-12-1.5z" />
  <path d="M28 7.5c-4.6-1.7-8.6-1.3-12 1.5v17c3.4-2.8 7.4-3.2 12-1.5z" />
</svg>`;

/** The layout of all pages, compatible with a strict content security policy. */
export function layOut({ root, title, body, problem = null, onward, script }: Layout): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        ${onward !== undefined && html`<meta http-equiv="refresh" content="0; url=${onward}" />`}
        <title>${problem && 'Error: '}${title} – ${PRODUCT}</title>
        <link rel="stylesheet" href="${root}${assetUrl('pages.css')}" />
        ${script ? html`<script src="${root}${assetUrl(script)}" defer></script>` : NOTHING}
      </head>
      <body>
        <header class="brand">${MARK}<span>${PRODUCT}</span></header>
        <main class="card">${problem && summary(problem)} ${body}</main>
      </body>
    </html> `.toString();
}

/** Receives focus when the page opens and links to the field, so screen readers announce the error first. */
function summary({ field, message }: Problem): Html {
  const words = field === null ? message : html`<a href="#${field}">${message}</a>`;
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
    <h2 id="summary-title">There is a problem</h2>
    <p>${words}</p>
  </div>`;
}
