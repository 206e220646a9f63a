import { API_BASE } from '../../common/http/http-adapter.js';

/** Templates of the routes by which people get in and out. */
export const SIGN_IN_ROUTES = new RegExp(
  `^/${API_BASE}/auth/(login|refresh|logout|step-up|mfa/challenge|mfa/verify|passkey/options|passkey/verify)$`,
);
