import { ROLES } from '../../../common/principal/permissions.js';

export const MFA_POLICIES = ['off', 'optional', 'required'] as const;

/** Per organization. */
export const MAX_SYNONYMS = 1000;

/** Seconds from sign-in to the end of a session. Ninety days limit the use of a stolen token. */
export const REFRESH_TOKEN_EXPIRY = { minimum: 300, maximum: 7_776_000 };

/** In days. */
export const API_KEY_MAX_DAYS = { minimum: 1, maximum: 730 };

/** Days. At least a year, for later investigations. */
export const AUDIT_RETENTION = { minimum: 365, maximum: 36_500 };

/** In days. */
export const CHAT_RETENTION = { minimum: 1, maximum: 36_500 };

/** Below 0.5, the answerer refuses in any case. Above 0.95, there are hardly any answers. */
export const ANSWER_CONFIDENCE = { minimum: 0.5, maximum: 0.95 };

/** Roles that can require a second factor; service accounts have no second factor. */
export const MFA_ROLES = ROLES.filter((role) => role !== 'api_user');
