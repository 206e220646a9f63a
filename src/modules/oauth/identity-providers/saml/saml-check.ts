import type { IdentityProviderView } from '../identity-provider.service.js';
import type { CheckResult } from '../provider-check.service.js';
import { isExpired } from './saml-exchange.js';

const SOON_MS = 30 * 24 * 60 * 60 * 1000;

/** Everything that can be checked without a sign-in: nothing is fetched from SAML providers. */
export function samlChecks({ provider, redirectUri }: IdentityProviderView): CheckResult[] {
  const skipped = (check: CheckResult['check'], message: string): CheckResult => ({
    check,
    outcome: 'skipped',
    message,
  });
  return [
    skipped('discovery', 'SAML providers are not contacted: the configured metadata is used'),
    { check: 'keys', ...keysOf(provider.saml?.certificates ?? []) },
    {
      check: 'redirect_uri',
      outcome: 'warning',
      message: `Only a sign-in can verify it: register ${redirectUri} as assertion consumer service and ${provider.client_id} as entity id`,
    },
    skipped('email', 'The email attribute can be checked only with a sign-in'),
  ];
}

function keysOf(certificates: readonly string[]): Omit<CheckResult, 'check'> {
  const valid = certificates.filter((certificate) => !isExpired(certificate));
  if (valid.length === 0) return { outcome: 'failed', message: 'All certificates have expired: add the current one' };
  if (valid.every((certificate) => isExpired(certificate, Date.now() + SOON_MS)))
    return { outcome: 'warning', message: 'The last certificate expires within 30 days: add the next one' };
  return { outcome: 'passed', message: `${valid.length} valid certificates` };
}
