import type { Schema } from 'aviation-maintenance-knowledge-client';

export type Provider = Schema<'IdentityProviderResponse'>;
export type Kind = Provider['kind'];

export const KINDS: Record<Kind, string> = {
  entra_id: 'Microsoft Entra ID',
  okta: 'Okta',
  google_workspace: 'Google Workspace',
  saml: 'SAML 2.0',
  custom: 'Other (OpenID Connect or OAuth 2)',
};

export const DEFAULT_ROLES = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'engineer', label: 'Engineer' },
  { value: 'manager', label: 'Manager' },
];

export const MAPPED_ROLES = [...DEFAULT_ROLES, { value: 'admin', label: 'Administrator' }];
