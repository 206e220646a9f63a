/**
 * Of every page: nothing is kept, framed, or told to others, and nothing but our own style sheet and script files runs.
 * Forms go to this service alone. Chromium applies `form-action` to the redirects after a form as well, so a form whose
 * answer leads to a client or an identity provider is answered with the page that goes on by itself (`onwardPage`).
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};
