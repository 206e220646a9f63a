import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api, sandbox } from '../api.js';
import { textOf } from '../parts/dialog.js';
import { limitsOf } from '../parts/key-limits.js';
import { useList } from '../parts/use-list.js';

export type ApiKey = Schema<'ApiKeyResponse'>;

/** Keys work on one side only. */
export type Side = 'live' | 'test';

export const SIDES = { live: api, test: sandbox } as const;

export const keysOf = (side: Side) => ['api-keys', side] as const;

export const useKeys = (side: Side) =>
  useList(keysOf(side), (cursor, signal) =>
    SIDES[side].GET('/api-keys', { params: { query: { ...(cursor && { cursor }) } }, signal }),
  );

export type KeyValues = Omit<Schema<'CreateApiKeyRequest'>, 'owner_id'>;

/** What the form says. */
export const valuesOf = (form: FormData, key?: ApiKey): KeyValues => ({
  name: textOf(form, 'name'),
  scopes: form.getAll('scopes') as KeyValues['scopes'],
  ...limitsOf(textOf(form, 'expires_at'), textOf(form, 'allowed_cidrs'), key),
});
