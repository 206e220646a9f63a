import { ROLES } from '../../../common/auth/permissions.js';

export const MFA_POLICIES = ['off', 'optional', 'required'] as const;

/** Synonyms of one organization. */
export const MAX_SYNONYMS = 1000;

/** From login to the end of a session: ninety days at most, whatever is stolen meanwhile. In seconds. */
export const REFRESH_TOKEN_EXPIRY = { minimum: 300, maximum: 7_776_000 };

/** In days. */
export const API_KEY_MAX_DAYS = { minimum: 1, maximum: 730 };

/** A year at least: what was done to whom must be found after the fact. In days. */
export const AUDIT_RETENTION = { minimum: 365, maximum: 36_500 };

/** In days. */
export const CHAT_RETENTION = { minimum: 1, maximum: 36_500 };

/** Of whom a second factor can be demanded: service accounts have none. */
export const MFA_ROLES = ROLES.filter((role) => role !== 'api_user');
