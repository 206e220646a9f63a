import { AppError } from '../../../common/errors/app-error.js';
import { endpointsOf, type GivenEndpoints } from './endpoints.js';
import type { ProviderKind } from './identity-provider.entity.js';

const isCallable = (url: string): boolean => url.startsWith('https://');
const field = (kind: ProviderKind, given: GivenEndpoints): unknown => {
  try {
    return endpointsOf(kind, given, isCallable).issuer;
  } catch (error) {
    return error instanceof AppError ? error.details['field'] : error;
  }
};

describe('endpointsOf', () => {
  const tenant = '8d1bfa4e-66b8-4c40-8b7c-2b2d1f0e9a11';
  const urls = { authorization_url: 'https://i/a', token_url: 'https://i/t', userinfo_url: 'https://i/u' };

  it.each<[ProviderKind, GivenEndpoints, string | null]>([
    ['okta', { issuer: 'https://acme.okta.com' }, 'https://acme.okta.com'],
    ['custom', { issuer: 'https://idp.example/' }, 'https://idp.example/'],
    ['custom', urls, null],
    ['google_workspace', {}, 'https://accounts.google.com'],
    ['google_workspace', { issuer: 'https://accounts.google.com' }, 'https://accounts.google.com'],
    ['entra_id', { tenant }, `https://login.microsoftonline.com/${tenant}/v2.0`],
    [
      'entra_id',
      { issuer: `https://login.microsoftonline.us/${tenant}/v2.0` },
      `https://login.microsoftonline.us/${tenant}/v2.0`,
    ],
  ])('of %s, %j', (kind, given, issuer) => {
    expect(endpointsOf(kind, given, isCallable).issuer).toBe(issuer);
  });

  it.each<[ProviderKind, GivenEndpoints, string]>([
    ['okta', {}, 'issuer'],
    ['okta', { issuer: 'http://acme.okta.com' }, 'issuer'],
    ['okta', { issuer: 'https://acme.okta.com?x=y' }, 'issuer'],
    ['okta', { issuer: 'https://acme.okta.com#x' }, 'issuer'],
    ['okta', { ...urls }, 'authorization_url'],
    ['okta', { issuer: 'https://acme.okta.com', tenant }, 'tenant'],
    ['google_workspace', { issuer: 'https://accounts.google.com.evil.example' }, 'issuer'],
    ['google_workspace', { token_url: 'https://i/t' }, 'token_url'],
    ['entra_id', {}, 'issuer'],
    ['entra_id', { tenant, issuer: `https://login.microsoftonline.com/${tenant}/v2.0` }, 'tenant'],
    ...['common', 'organizations', 'consumers', 'acme.onmicrosoft.com', `${tenant}/v2.0/x`].map(
      (name): [ProviderKind, GivenEndpoints, string] => [
        'entra_id',
        { issuer: `https://login.microsoftonline.com/${name}/v2.0` },
        'issuer',
      ],
    ),
    ['custom', {}, 'issuer'],
    ['custom', { issuer: 'https://i', userinfo_url: 'https://i/u' }, 'userinfo_url'],
    ['custom', { ...urls, userinfo_url: undefined }, 'userinfo_url'],
    ['custom', { ...urls, token_url: 'javascript:alert(1)' }, 'token_url'],
  ])('are none for %s of %j', (kind, given, wrong) => {
    expect(field(kind, given)).toBe(wrong);
  });
});
