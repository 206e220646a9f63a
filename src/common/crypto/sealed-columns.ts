/** A column with values of `Secrets.encrypt`, or null. */
export interface SealedColumn {
  table: string;
  /** Key columns, of type text. */
  keys: readonly [string, ...string[]];
  column: string;
  purpose: string;
}

/** All sealed columns. `npm run secrets:rotate` reseals them. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'signing_keys', keys: ['id'], column: 'sealed_private_key', purpose: 'signing keys' },
  { table: 'evidence_keys', keys: ['id'], column: 'sealed_private_key', purpose: 'evidence keys' },
  { table: 'idempotency_keys', keys: ['user_id', 'key'], column: 'response', purpose: 'idempotent responses' },
  { table: 'mfa_methods', keys: ['id'], column: 'sealed_secret', purpose: 'totp secrets' },
  { table: 'mfa_methods', keys: ['id'], column: 'sealed_phone', purpose: 'phone numbers' },
  { table: 'identity_providers', keys: ['id'], column: 'sealed_client_secret', purpose: 'client secrets' },
  { table: 'upstream_logins', keys: ['state_hash'], column: 'sealed_proof', purpose: 'upstream logins' },
  { table: 'oauth_artifacts', keys: ['kind', 'id_hash'], column: 'sealed_payload', purpose: 'oauth artifacts' },
  { table: 'webhook_endpoints', keys: ['id'], column: 'sealed_secret', purpose: 'webhook secrets' },
  { table: 'webhook_endpoints', keys: ['id'], column: 'sealed_previous_secret', purpose: 'webhook secrets' },
];
