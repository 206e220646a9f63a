import { ROLES } from '../../../common/auth/permissions.js';

export const MFA_POLICIES = ['off', 'optional', 'required'] as const;

/** Synonyms of one organization. */
export const MAX_SYNONYMS = 1000;

/** Of whom a second factor can be demanded: service accounts have none. */
export const MFA_ROLES = ROLES.filter((role) => role !== 'api_user');
