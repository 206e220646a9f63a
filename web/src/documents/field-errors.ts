import { ApiError } from 'aviation-maintenance-knowledge-client';
import type { FieldName } from './field-values.js';

export type FieldErrors = Partial<Record<FieldName, string>>;

const REASONS: Record<string, [FieldName, string]> = {
  version_exists: ['version', 'The document has a revision of this name already'],
  document_type_not_in_use: ['document_type', 'Your organization does not use this type'],
};

/** What the service refused, by field. */
export function fieldErrors(error: Error | null): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const known = REASONS[String(error.details.reason)];
  if (known) return { [known[0]]: known[1] };
  const all = (error.details.errors ?? []) as { field: string; issue: string }[];
  return Object.fromEntries(all.map(({ field, issue }) => [field, issue.charAt(0).toUpperCase() + issue.slice(1)]));
}

/** Whether the fields say it all, so that no further message is needed. */
export function isAboutFields(error: Error | null, names: readonly FieldName[]): boolean {
  const refused = Object.keys(fieldErrors(error));
  return refused.length > 0 && refused.every((name) => names.includes(name as FieldName));
}
