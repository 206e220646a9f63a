/** Where the endpoints are; those under `.well-known` are at the root. */
export const OAUTH_BASE = '/api/v1/oauth';

/** What browsers show or are sent on by; as a pattern. */
export const OAUTH_PAGES = `${OAUTH_BASE}/(authorize|end_session|interaction|callback|assets)`;

/** All that signing in by OAuth takes; not the administration of clients and grants. */
export const OAUTH_ROUTES = new RegExp(`^(${OAUTH_PAGES}|${OAUTH_BASE}/(token|revoke|introspect|userinfo))(/|$)`);
