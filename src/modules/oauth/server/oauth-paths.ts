/** Where the endpoints are; those under `.well-known` are at the root. */
export const OAUTH_BASE = '/api/v1/oauth';

/** The routes that take forms: endpoints, because the RFCs say so, and the pages. */
export const FORM_ROUTES = new RegExp(`^${OAUTH_BASE}/(token|revoke|introspect|userinfo|end_session|interaction)(/|$)`);
