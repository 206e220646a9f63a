/**
 * Of every page: nothing is kept, framed, or told to others, and nothing but our own style sheet and script files runs.
 * `form-action` is left out: browsers hold it against the redirects after a form too, and those lead to clients and identity
 * providers wherever they are.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};
