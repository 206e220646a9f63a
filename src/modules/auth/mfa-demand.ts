/** SQL: whether organization `o` demands a second factor of user `u`, a person. Service accounts cannot have one. */
export const MFA_DEMANDED = `u.role <> 'api_user' AND o.mfa_policy = 'required'
  AND (o.mfa_required_roles = '{}' OR u.role = ANY (o.mfa_required_roles))`;
