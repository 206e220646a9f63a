/** What somebody is told who is not let in; by `details.reason`. */
export const UPSTREAM_REFUSALS = {
  access_denied: 'The sign-in was cancelled at the identity provider',
  subject_missing: 'The identity provider does not say who you are',
  email_missing: 'The identity provider does not tell your e-mail address',
  email_unverified: 'The identity provider has not verified your e-mail address',
  email_domain: 'Your e-mail address is not of a domain that signs in this way',
  // Which of the reasons it is would tell of accounts; the audit trail has it.
  not_admitted: 'You cannot sign in this way: sign in with your password, or ask an administrator of your organization',
} as const;

export type UpstreamRefusal = keyof typeof UPSTREAM_REFUSALS;
