import { assetUrl } from './assets.js';
import { html, NOTHING, type Html, type Part } from './html.js';

export const PRODUCT = 'Aviation Maintenance Knowledge Service';

/** What a person has to put right: where, and how. `field` is the id of an input, null when it is none in particular. */
export interface Problem {
  field: string | null;
  message: string;
}

interface Layout {
  /** What the path of the service begins with, where it is not at the root of its host. */
  root: string;
  title: string;
  body: Part;
  problem?: Problem | null;
  /** Address to which the browser goes on at once. */
  onward?: string;
  /** File of {@link assetUrl} that the page needs. */
  script?: 'security-key.js';
}

const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <path d="M4 7.5c4.6-1.7 8.6-1.3 12 1.5v17c-3.4-2.8-7.4-3.2-12-1.5z" />
  <path d="M28 7.5c-4.6-1.7-8.6-1.3-12 1.5v17c3.4-2.8 7.4-3.2 12-1.5z" />
</svg>`;

/** A whole page: the one frame of all of them, and nothing in it that a strict content security policy would refuse. */
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

/** Takes the focus when the page opens, and leads to the field: what a screen reader says first is what went wrong. */
function summary({ field, message }: Problem): Html {
  const words = field === null ? message : html`<a href="#${field}">${message}</a>`;
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
    <h2 id="summary-title">There is a problem</h2>
    <p>${words}</p>
  </div>`;
}
