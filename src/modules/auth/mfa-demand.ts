/** SQL: whether organization `o` requires a second factor of user `u`. Service accounts cannot have one. */
export const MFA_DEMANDED = `u.role <> 'api_user' AND o.mfa_policy = 'required'
  AND (o.mfa_required_roles = '{}' OR u.role = ANY (o.mfa_required_roles))`;
