/** Base path; endpoints under `.well-known` are at the root. */
export const OAUTH_BASE = '/api/v1/oauth';

/** Pattern of routes for browsers. */
export const OAUTH_PAGES = `${OAUTH_BASE}/(authorize|end_session|interaction|callback|assets)`;

/** Routes of signing in with OAuth, without the management of clients and grants. */
export const OAUTH_ROUTES = new RegExp(`^(${OAUTH_PAGES}|${OAUTH_BASE}/(token|revoke|introspect|userinfo))(/|$)`);
